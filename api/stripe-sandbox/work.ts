import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import type { Objects, Store } from './store.ts';

/** Of the objects' API version: what the SDK of this project asks for. */
export const API_VERSION = '2026-10-28.endive';

/** One call being worked on, inside its transaction. */
export interface Work {
  readonly store: Store;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly nowMs: number;
  /** `publishable`: a browser, which may do and see less. `sandbox`: a timer, a page or a test's switch. */
  readonly access: 'secret' | 'publishable' | 'sandbox';
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  /** How long a payment that settles later stays `processing`; null until a test settles it. */
  readonly settleAfterMs: number | null;
}

/** Unix seconds, as all of Stripe's timestamps. */
export function now({ nowMs }: Work): number {
  return Math.floor(nowMs / 1000);
}

type EventObject = Objects[Exclude<keyof Objects, 'event'>];

/** Records an event and puts it in line for the webhook. It carries the object as it is now. */
export function emit(work: Work, type: Stripe.Event.Type, object: EventObject): void {
  const { store, requestId, idempotencyKey } = work;
  const event = {
    id: createId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: now(work),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: requestId, idempotency_key: idempotencyKey },
    type,
  } as unknown as Stripe.Event;
  store.insert('event', event);
  // Delivery uses the real clock, so that a test's stopped clock does not stop it.
  const nowMs = Date.now();
  store.sqlite
    .prepare(
      `INSERT INTO deliveries (event_id, state, attempts, created_ms, next_attempt_ms)
       VALUES (?, 'waiting', 0, ?, ?)`,
    )
    .run(event.id, nowMs, nowMs);
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits that cannot be guessed. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** An id in Stripe's manner: `pi_3XfR…`, 24 characters after the prefix. */
export function createId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}
