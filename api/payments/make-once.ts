import { type Result, refuse } from '../http/result.ts';

/** Keys in a row whose failure Stripe has kept, after which the caller is told to come back later. */
const MOST_KEYS = 3;

interface Making<T> {
  /** Asks Stripe under the key of this number. */
  readonly make: (callNumber: number) => Promise<Result<T>>;
  /** What an earlier call has made although it failed; null for nothing. */
  readonly find: () => Promise<Result<T | null>>;
  readonly callNumber: number;
  /** Moves on to the next number, and says which one everybody is to use now. */
  readonly takeNext: (last: number) => Promise<number>;
}

/**
 * Makes one thing at Stripe, however often it is asked for. Stripe keeps also a 500 under its idempotency key, for a
 * day, so a call whose failure was kept can never go well: then it is looked up whether the thing was made all the
 * same, and only if not it is asked for under the next key. Callers at the same time end under the same key.
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
