import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from './sign-in.ts';

/** What each visitor repeats. */
const KINDS = ['page', 'contact', 'page', 'intent', 'admin', 'page'] as const;
/** Between two requests. */
const PAUSE_MS = 50;

export interface TrafficOptions {
  readonly url: string;
  readonly connections: number;
  /** A delivery week that is on sale. */
  readonly week: string;
  readonly adminPassword: string;
}

interface TrafficReport {
  readonly answers: number;
  /** Requests without an answer, or with another than 200. */
  readonly failures: string[];
  readonly longestMs: number;
  /** The ids of the contact messages that were sent, and of the payment intents that came back. */
  readonly messages: string[];
  readonly intents: string[];
}

export interface Traffic {
  /** How many answers have come so far. */
  count(): number;
  stop(): Promise<TrafficReport>;
}

/**
 * Visitors, buyers and the farm, all at once, over a new connection each time, as the proxies in `api/deploy` ask. Nothing
 * that fails is tried again.
 */
export async function startTraffic(options: TrafficOptions): Promise<Traffic> {
  const cookie = await signIn(options.url, options.adminPassword);
  const report = { answers: 0, failures: [] as string[], longestMs: 0 };
  const messages: string[] = [];
  const intents: string[] = [];
  let isOver = false;

  const askOnce = async (kind: (typeof KINDS)[number], agent: Agent) => {
    const ask = (path: string, body?: object) => send(options.url + path, agent, { Cookie: cookie }, body);
    if (kind === 'admin') return ask('/api/branch-boxes/orders');
    if (kind === 'contact') {
      const submissionId = randomUUID();
      messages.push(submissionId);
      return ask('/api/contact-submit', { ...CONTACT_MESSAGE, submissionId });
    }
    if (kind !== 'intent') return ask('/prices');
    const answer = await ask('/create-payment-intent', { quantity: 1, deliveryWeek: options.week });
    intents.push(String(JSON.parse(answer.body).clientSecret).split('_secret_')[0] ?? '');
    return answer;
  };

  const visit = async (kind: (typeof KINDS)[number]) => {
    const agent = new Agent({ keepAlive: false });
    while (!isOver) {
      const startedMs = performance.now();
      try {
        const { status, body } = await askOnce(kind, agent);
        report.answers += 1;
        if (status !== 200) report.failures.push(`${kind}: ${status} ${body.slice(0, 100)}`);
      } catch (error) {
        report.failures.push(`${kind}: ${error}`);
      }
      report.longestMs = Math.max(report.longestMs, performance.now() - startedMs);
      await wait(PAUSE_MS);
    }
    agent.destroy();
  };
  const visits = Array.from({ length: options.connections }, (_, index) =>
    visit(KINDS[index % KINDS.length] ?? 'page'),
  );
  return {
    count: () => report.answers,
    async stop() {
      isOver = true;
      await Promise.all(visits);
      return { ...report, messages, intents };
    },
  };
}

/** As the contact form sends it. */
export const CONTACT_MESSAGE = {
  name: 'Ada Holly',
  email: 'ada@example.com',
  subject: 'A very tall tree',
  message: 'Do you have one that is taller than our church?',
  contactPreference: 'email',
};

let visitors = 0;

/** Each request as somebody else's, for the limits. It needs `TRUST_PROXY=1`. */
function send(url: string, agent: Agent, headers: Record<string, string>, body?: object) {
  visitors += 1;
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    body: string;
  }>();
  const all = {
    ...headers,
    Origin: new URL(url).origin,
    'Content-Type': 'application/json',
    'X-Forwarded-For': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`,
  };
  request(url, { agent, headers: all, method: body ? 'POST' : 'GET' }, (answer) => {
    text(answer).then((read) => resolve({ status: answer.statusCode, body: read }), reject);
  })
    .on('error', reject)
    .end(body && JSON.stringify(body));
  return promise;
}
