import { type Result, refuse } from '../http/result.ts';

/** Stored failures in a row after which the caller must come back later. */
const MOST_KEYS = 3;

interface Making<T> {
  /** Calls Stripe with the idempotency key of this number. */
  readonly make: (callNumber: number) => Promise<Result<T>>;
  /** What an earlier call created although it failed, or null. */
  readonly find: () => Promise<Result<T | null>>;
  readonly callNumber: number;
  /** Moves on to the next number. Returns the number that every caller must use now. */
  readonly takeNext: (last: number) => Promise<number>;
}

/**
 * Creates one thing at Stripe, no matter how often it is called. For a day, Stripe repeats even a 500 under its
 * idempotency key, so such a call can never succeed. Then this looks up whether the thing was created anyway, and only
 * if not, calls again under the next key. Concurrent callers end up with the same key.
 */
export async function makeOnce<T>({ make, find, callNumber, takeNext }: Making<T>): Promise<Result<T>> {
  let number = callNumber;
  for (let keys = 0; keys < MOST_KEYS; keys += 1) {
    const made = await make(number);
    if (made.ok || made.problem.code !== 'call_failed_for_good') return made;
    const found = await find();
    if (!found.ok) return found;
    if (found.value !== null) return { ok: true, value: found.value };
    number = await takeNext(number);
  }
  return refuse({ code: 'payments_unavailable', headers: { 'Retry-After': '5' } });
}
