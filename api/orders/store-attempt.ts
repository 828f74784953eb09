import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DeliveryWeek } from '#domain/weeks.ts';
import type { Database } from '../db/schema.ts';
import type { Problem } from '../problems.ts';
import type { Result } from '../request-body.ts';
import { type Attempt, findAttempt, insertAttempt } from './attempts-repository.ts';
import { type OrderDetails, pickDetails } from './details.ts';
import { countBoxes, countHeldBy, releaseEarlierHolds } from './holds-repository.ts';
import type { PricedOrder } from './price-order.ts';

/** How long boxes are kept for a buyer who is at the checkout. */
const HOLD_MINUTES = 30;
/**
 * Most boxes of a capped week that one connection can keep without paying, and never more than half the week: asking
 * without buying must not empty it. Enough for several families behind one mobile network.
 */
const MOST_HELD = 20;

/** New with every start, so that nobody can tell from the database who was here. */
const HOLDER_KEY = randomBytes(32);

export interface AttemptRequest {
  /** The page's own id for this purchase, so that a reload asks for the same payment again. */
  readonly attemptId?: string | undefined;
  readonly kind: Attempt['kind'];
  readonly priced: PricedOrder;
  readonly details: OrderDetails;
  /** The buyer's connection, as limits count it: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string;
}

/** Stores a purchase before its payment is asked for, or finds the one that the page has begun already. */
export function storeAttempt(
  db: Kysely<Database>,
  request: AttemptRequest,
  now: Date,
): Promise<Result<Attempt>> {
  const attempt = newAttempt(request, now);
  const stored = db.transaction().execute(async (trx): Promise<Result<Attempt>> => {
    const known = await findAttempt(trx, attempt.id);
    if (known) return reopen(known, attempt);
    await releaseEarlierHolds(trx, { holder: attempt.held_by ?? '', email: attempt.customer_email });
    const problem = await findHoldProblem(trx, attempt, request.priced.week);
    // Thrown away, so that an order which is refused leaves the buyer's earlier one as it was.
    if (problem) throw new HoldRefused(problem);
    await insertAttempt(trx, attempt);
    return { ok: true, value: attempt };
  });
  return stored.catch((error: unknown) => {
    if (error instanceof HoldRefused) return { ok: false, problem: error.problem };
    throw error;
  });
}

/** Takes the transaction back. */
class HoldRefused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Why the boxes cannot be kept for this buyer; null when they can. Weeks without a cap have boxes for everybody. */
async function findHoldProblem(
  trx: Transaction<Database>,
  { quantity, held_by, created_at: now }: Attempt,
  week: DeliveryWeek | null,
): Promise<Problem | null> {
  if (week?.boxes === undefined) return null;
  const { sold, held } = (await countBoxes(trx, now)).get(week.id) ?? { sold: 0, held: 0 };
  if (sold + held + quantity > week.boxes) return { code: 'week_full' };
  const own = await countHeldBy(trx, { week: week.id, holder: held_by ?? '', now });
  const most = Math.max(1, Math.min(MOST_HELD, Math.floor(week.boxes / 2)));
  return own + quantity > most ? { code: 'too_many_held' } : null;
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

function newAttempt({ attemptId, kind, priced, details, network }: AttemptRequest, now: Date): Attempt {
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
    held_until: new Date(now.getTime() + HOLD_MINUTES * 60_000).toISOString(),
    held_by: createHmac('sha256', HOLDER_KEY).update(network).digest('base64url'),
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
