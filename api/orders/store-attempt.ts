import { randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Problem } from '../problems.ts';
import type { Result } from '../request-body.ts';
import { type Attempt, countBoxes, findAttempt, insertAttempt } from './attempts-repository.ts';
import { type OrderDetails, pickDetails } from './details.ts';
import type { PricedOrder } from './price-order.ts';

/** How long boxes of a capped week are kept for a buyer who is at the checkout. */
const HOLD_MINUTES = 30;

export interface AttemptRequest {
  /** The page's own id for this purchase, so that a reload asks for the same payment again. */
  readonly attemptId?: string | undefined;
  readonly kind: Attempt['kind'];
  readonly priced: PricedOrder;
  readonly details: OrderDetails;
}

/** Stores a purchase before its payment is asked for, or finds the one that the page has begun already. */
export function storeAttempt(
  db: Kysely<Database>,
  request: AttemptRequest,
  now: Date,
): Promise<Result<Attempt>> {
  const attempt = newAttempt(request, now);
  return db.transaction().execute(async (trx) => {
    const known = await findAttempt(trx, attempt.id);
    if (known) return reopen(known, attempt);
    const { week } = request.priced;
    if (week?.boxes !== undefined) {
      const heldSince = new Date(now.getTime() - HOLD_MINUTES * 60_000).toISOString();
      const taken = await countBoxes(trx, week.id, heldSince);
      if (taken + attempt.quantity > week.boxes) return { ok: false, problem: { code: 'week_full' } };
    }
    await insertAttempt(trx, attempt);
    return { ok: true, value: attempt };
  });
}

/** The attempt as it is stored, where it can still be paid and is still the same order. */
function reopen(known: Attempt, asked: Attempt): Result<Attempt> {
  if (isSameOrder(known, asked)) {
    if (known.state === 'open') return { ok: true, value: known };
    if (known.state === 'settled') return { ok: false, problem: alreadyPaid(known.payment_intent_id) };
  }
  return { ok: false, problem: { code: 'order_changed' } };
}

/** For a page that was closed between the payment and the completion call: it can make that call now. */
export function alreadyPaid(paymentIntentId: string | null): Problem {
  return { code: 'already_paid', details: { paymentIntentId } };
}

function newAttempt({ attemptId, kind, priced, details }: AttemptRequest, now: Date): Attempt {
  return {
    ...details,
    id: attemptId ?? randomUUIDv7(),
    kind,
    state: 'open',
    quantity: priced.quantity,
    unit_price_pence: priced.unitPrice,
    total_pence: priced.total,
    payment_intent_id: null,
    checkout_session_id: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

/** Whether nothing that was stored differs, so that an id alone opens nobody else's purchase. */
function isSameOrder(known: Attempt, asked: Attempt): boolean {
  return (
    known.kind === asked.kind &&
    known.total_pence === asked.total_pence &&
    known.quantity === asked.quantity &&
    JSON.stringify(pickDetails(known)) === JSON.stringify(pickDetails(asked))
  );
}
