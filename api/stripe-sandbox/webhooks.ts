import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

export interface WebhookEndpoint {
  url: string;
  secret: string;
}

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;
const ANSWER_LIMIT_MS = 10_000;
/** In place of a status, when the service took the event but did not answer in time. */
const TIMED_OUT = 0;

interface Delivery {
  seq: number;
  event_id: string;
  attempts: number;
  created_ms: number;
  next_attempt_ms: number;
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/**
 * Sends events to the service, one at a time, in the order in which they happened. While nobody answers, all wait; an
 * event that is answered with an error is retried later and lets the others pass, as at Stripe.
 */
export function createWebhookSender(store: Store, faults: Faults, first: WebhookEndpoint | null) {
  let endpoint = first;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let failedConnections = 0;
  let pausedUntilMs = 0;
  const stopped = new AbortController();
  const selectWaiting = store.sqlite.prepare<[], Delivery>(
    `SELECT seq, event_id, attempts, created_ms, next_attempt_ms FROM deliveries
     WHERE state = 'waiting' ORDER BY seq LIMIT 1000`,
  );
  const finish = store.sqlite.prepare<[string, number]>('UPDATE deliveries SET state = ? WHERE seq = ?');
  const postpone = store.sqlite.prepare<[number, number]>(
    'UPDATE deliveries SET attempts = attempts + 1, next_attempt_ms = ? WHERE seq = ?',
  );

  function wake(): void {
    isWanted = true;
    if (isClosed || running) return;
    clearTimeout(timer);
    running = run()
      .catch((error) => {
        console.error('payment sandbox: webhooks cannot be sent:', error);
        isWanted = false;
        timer = setTimeout(wake, LONGEST_RETRY_MS).unref();
      })
      .finally(() => {
        running = undefined;
        if (isWanted) wake();
      });
  }

  async function run(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false;
      const waitMs = await sendDue();
      if (isClosed || waitMs === undefined) continue;
      clearTimeout(timer);
      timer = setTimeout(wake, waitMs).unref();
    }
  }

  /** @returns milliseconds until there is something to do, or undefined when only a new event can bring it */
  async function sendDue(): Promise<number | undefined> {
    let soonest: number | undefined;
    const note = (dueMs: number) => {
      soonest = Math.min(soonest ?? dueMs, dueMs);
    };
    const due: { delivery: Delivery; event: Stripe.Event }[] = [];
    if (endpoint === null) return undefined;
    if (pausedUntilMs > Date.now()) return pausedUntilMs - Date.now();
    for (const delivery of selectWaiting.all()) {
      const event = store.get('event', delivery.event_id);
      if (!event) throw new Error(`${delivery.event_id} is to be delivered, but missing`);
      const dueMs = Math.max(
        delivery.next_attempt_ms,
        delivery.created_ms + (faults.webhooksFor(event.type).delayMs ?? 0),
      );
      if (dueMs > Date.now()) note(dueMs);
      else due.push({ delivery, event });
    }
    for (const { delivery, event } of arrange(due)) {
      if (isClosed || endpoint === null) break;
      if (faults.takeDrop(event.type)) {
        finish.run('dropped', delivery.seq);
        continue;
      }
      const status = await post(endpoint, event);
      if (status === undefined) {
        // All wait, so that they arrive in order when the service is there again.
        if (!isClosed) postpone.run(delivery.next_attempt_ms, delivery.seq);
        pausedUntilMs = Date.now() + retryDelay(failedConnections);
        failedConnections += 1;
        note(pausedUntilMs);
        break;
      }
      failedConnections = 0;
      if (status >= 200 && status < 300) {
        finish.run('delivered', delivery.seq);
        const { duplicate = 0 } = faults.webhooksFor(event.type);
        for (let copy = 0; copy < duplicate && !isClosed; copy += 1) await post(endpoint, event);
        continue;
      }
      const nextMs = Date.now() + retryDelay(delivery.attempts);
      postpone.run(nextMs, delivery.seq);
      note(nextMs);
    }
    return soonest === undefined ? undefined : Math.max(soonest - Date.now(), 1);
  }

  function arrange<Item extends { event: Stripe.Event }>(due: Item[]): Item[] {
    const size = (item: Item) => faults.webhooksFor(item.event.type).reorder ?? 0;
    const held = due.filter((item) => size(item) > 1);
    const rest = due.filter((item) => size(item) <= 1);
    const isComplete = held.length >= Math.max(0, ...held.map(size));
    return isComplete ? [...rest, ...held.reverse()] : rest;
  }

  /** @returns the status of the answer, or undefined when there was none */
  async function post({ url, secret }: WebhookEndpoint, event: Stripe.Event): Promise<number | undefined> {
    const body = JSON.stringify(event, undefined, 2);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': sign(body, secret, Math.floor(Date.now() / 1000)),
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      return error instanceof DOMException && error.name === 'TimeoutError' ? TIMED_OUT : undefined;
    }
  }

  return {
    /** Looks for something to send. */
    wake,
    getUrl: (): string | undefined => endpoint?.url,
    setEndpoint(next: WebhookEndpoint): void {
      endpoint = next;
      pausedUntilMs = 0;
      store.sqlite.prepare("UPDATE deliveries SET next_attempt_ms = 0 WHERE state = 'waiting'").run();
      wake();
    },
    /** Stops; what has not been delivered stays in line. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      stopped.abort();
      await running;
    },
  };
}

function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS);
}

/** The `Stripe-Signature` header: an HMAC of the time and the body as they are sent. */
function sign(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
