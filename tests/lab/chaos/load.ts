import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SANDBOX_MOUNT, SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payments/payment-provider.ts';
import { findFreePort } from '../../support/free-port.ts';
import { readResidentMegabytes } from '../../support/resident-memory.ts';
import { startSandboxProcess } from '../../support/sandbox-process.ts';
import { startSiteServer } from '../../support/site-server.ts';
import { openIdleCrowd, openSlowCrowd } from './crowd.ts';
import type { FuzzResult } from './fuzz-requests.ts';
import { type Buyer, describeOrder, makeUpPeople } from './people.ts';
import { createRandom } from './random.ts';

const CONNECTIONS = 64;
const IDLE = 2000;
const SLOW = 32;
const PAGES = [
  '/',
  '/prices',
  '/faq',
  '/visit',
  '/nordmann-branches',
  '/contact-us',
  '/tree-varieties',
  '/directions',
];
/** How long after the load the service may take to close what is idle or slow; its own time for a request is 120 s. */
const PATIENCE_MS = 150_000;

/** Everything at once on the real service with its shipped limits, beside idle and slow connections. */
export async function runLoad({ seconds, seed }: { seconds: number; seed: number }): Promise<FuzzResult> {
  const dir = await mkdtemp(join(tmpdir(), 'load-'));
  const port = await findFreePort();
  const sandbox = await startSandboxProcess(join(dir, 'sandbox.db'), port);
  const server = await startSiteServer(
    {
      PORT: String(port),
      DATA_DIR: join(dir, 'data'),
      SANDBOX_URL: sandbox.url,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    },
    120_000,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times = new Map<string, number[]>();
  const wrongs: string[] = [];
  let visitors = 0;

  const ask = async (kind: string, path: string, body?: object | URLSearchParams) => {
    const startedMs = performance.now();
    const { status, answer } = await send(agent, port, path, body, addressOf(visitors));
    const taken = times.get(kind);
    if (taken) taken.push(performance.now() - startedMs);
    else times.set(kind, [performance.now() - startedMs]);
    if (status >= 400) throw new Error(`${kind}: ${status} ${answer.slice(0, 200)}`);
    return answer;
  };
  const crowds = [
    await openIdleCrowd(port, IDLE),
    await openSlowCrowd(port, SLOW, 'headers'),
    await openSlowCrowd(port, SLOW, 'body'),
  ];
  const buyers = makeUpPeople(createRandom(seed), 20_000).flatMap((person) =>
    person.kind === 'buyer' ? [person.buyer] : [],
  );
  const endMs = performance.now() + seconds * 1000;
  const memory: number[] = [];
  const visit = async (random = createRandom(seed + visitors)) => {
    while (performance.now() < endMs && wrongs.length < 20) {
      visitors += 1;
      const draw = random.next();
      try {
        if (draw < 0.8) await ask('page', random.pick(PAGES));
        else if (draw < 0.9) await ask('contact', '/api/contact-submit', writeMessage(visitors));
        else await buyOnce(ask, buyers.pop() as Buyer, draw < 0.95);
      } catch (error) {
        wrongs.push(String(error));
      }
    }
  };
  const watching = (async () => {
    while (performance.now() < endMs) {
      memory.push(readResidentMegabytes(server.process.pid));
      await sleep(1000);
    }
  })();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => visit()));
  await watching;
  await Promise.race([
    Promise.all(crowds.map(({ allClosed }) => allClosed)),
    sleep(PATIENCE_MS, undefined, { ref: false }),
  ]);
  const [idle, headers, bodies] = crowds.map((crowd) => crowd.countClosed());
  if (idle !== IDLE || headers !== SLOW || bodies !== SLOW) {
    wrongs.push(`still open: ${crowds.map((crowd) => crowd.size - crowd.countClosed())}`);
  }
  for (const crowd of crowds) crowd.leave();
  agent.destroy();
  const code = await server.stop();
  if (code !== 0) wrongs.push(`the service ended with ${code}`);
  sandbox.process.kill('SIGTERM');
  await rm(dir, { recursive: true, force: true });
  return {
    wrongs,
    figures: {
      seed,
      seconds,
      connections: CONNECTIONS,
      'idle connections, closed in time': `${idle} of ${IDLE}`,
      'slow headers, cut off': `${headers} of ${SLOW}`,
      'slow bodies, cut off': `${bodies} of ${SLOW}`,
      errors: wrongs.length,
      ...Object.fromEntries([...times].map(([kind, taken]) => [kind, describeTimes(taken)])),
      'memory at first, MB': memory[0] ?? 0,
      'memory at most, MB': Math.max(...memory),
      'memory at the end, MB': memory.at(-1) ?? 0,
    },
  };
}

type AskKind = (kind: string, path: string, body?: object | URLSearchParams) => Promise<string>;

/** Asks for an intent, and mostly pays it and completes the order. */
async function buyOnce(ask: AskKind, buyer: Buyer, isPaid: boolean): Promise<void> {
  const order = describeOrder({ ...buyer, week: '2025-12-08' });
  const asked = await ask('intent', '/api/create-payment-intent', {
    amount: Number(order.totalAmount),
    order,
    attemptId: buyer.attemptId,
  });
  if (!isPaid) return;
  const { clientSecret } = JSON.parse(asked) as { clientSecret: string };
  const [paymentIntentId] = clientSecret.split('_secret_');
  const card = {
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  };
  await ask(
    'payment',
    `${SANDBOX_MOUNT}/v1/payment_intents/${paymentIntentId}/confirm`,
    new URLSearchParams(card),
  );
  await ask('order', '/api/branch-boxes/order', { ...order, paymentIntentId });
}

function writeMessage(number: number) {
  return {
    name: 'Ada Holly',
    email: `writer-${number}@example.com`,
    subject: 'A very tall tree',
    message: 'Do you have one that is taller than our church?',
    contactPreference: 'email',
  };
}

/** A visitor's own address, of the block that is kept for measurements. */
function addressOf(visitor: number): string {
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
}

function send(
  agent: Agent,
  port: number,
  path: string,
  body: object | URLSearchParams | undefined,
  from: string,
) {
  const isForm = body instanceof URLSearchParams;
  const sent = body && (isForm ? body.toString() : JSON.stringify(body));
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const asking = request(
      {
        agent,
        port,
        path,
        host: '127.0.0.1',
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          Host: `localhost:${port}`,
          Origin: `http://localhost:${port}`,
          'X-Forwarded-For': from,
          'Accept-Encoding': 'br',
          Authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}`,
          ...(sent !== undefined && {
            'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
            'Content-Length': Buffer.byteLength(sent),
          }),
        },
      },
      (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }), reject);
      },
    );
    asking.on('error', reject);
    asking.end(sent);
  });
}

function describeTimes(taken: number[]): string {
  const sorted = taken.toSorted((one, other) => one - other);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  return `${sorted.length}, median ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
