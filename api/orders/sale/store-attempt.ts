import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DeliveryWeek } from '#domain/delivery/weeks.ts';
import type { PaymentMode } from '#domain/payments/payment-provider.ts';
import type { Database } from '../../db/schema.ts';
import { type Problem, type Result, refuse } from '../../http/problems.ts';
import type { PaymentGateway } from '../../payments/payment-gateway.ts';
import {
  type Attempt,
  findAttempt,
  insertAttempt,
  NEW_ATTEMPT,
  updateAttempt,
} from '../attempts-repository.ts';
import { type OrderDetails, pickDetails } from '../details.ts';
import { findOrder } from '../orders-repository.ts';
import type { PricedOrder } from './price-order.ts';
import { replaceAttempt, reserveBoxes } from './reservations.ts';

/**
 * How long boxes are reserved for a buyer at the card form. After that, the buyer can still pay while there are boxes
 * left.
 */
const RESERVED_MINUTES = 15;
/** Stripe's own page expires after half an hour at the earliest, by Stripe's clock. The reservation lasts as long. */
export const SESSION_MINUTES = 32;
const MINUTE_MS = 60_000;

/** New with every start, so that the database does not reveal who was here. */
const HOLDER_KEY = randomBytes(32);

export interface AttemptRequest {
  /** The page's own id for this purchase, so that a reload gets the same payment. */
  readonly attemptId?: string | undefined;
  /**
   * The id of the attempt that this one replaces, started by the same page. Only that page knows it, so nobody can end
   * another buyer's reservation, even with the same address or network.
   */
  readonly replaces?: string | undefined;
  readonly kind: Attempt['kind'];
  readonly priced: PricedOrder;
  readonly details: OrderDetails;
  /** The buyer's network, as limits count it: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string;
  readonly isSession?: boolean;
}

export interface StoredAttempt {
  readonly attempt: Attempt;
  readonly replaced: Attempt | undefined;
}

/** Stores an attempt before its payment is created, or finds the one that the page has already started. */
export function storeAttempt(
  { db, mode }: { db: Kysely<Database>; mode: PaymentMode },
  request: AttemptRequest,
  now: Date,
): Promise<Result<StoredAttempt>> {
  const asked = newAttempt(request, mode, now);
  const stored = db.transaction().execute(async (trx): Promise<Result<StoredAttempt>> => {
    const known = await findAttempt(trx, asked.id);
    if (known) return reopen(trx, known, asked, request.priced.week);
    // Written before boxes are counted, so that those of the replaced attempt are free for this one.
    const replaced =
      request.replaces === undefined ? undefined : await replaceAttempt(trx, request.replaces, asked.id);
    const reserved = await reserveBoxes(trx, asked, request.priced.week);
    // Thrown, so that the transaction rolls back and a refused order does not end the buyer's earlier one.
    if (!reserved.ok) throw new ReservationRefused(reserved.problem);
    const attempt = { ...asked, heldUntil: reserved.value };
    await insertAttempt(trx, attempt);
    return { ok: true, value: { attempt, replaced } };
  });
  return stored.catch((error: unknown) => {
    if (error instanceof ReservationRefused) return refuse(error.problem);
    throw error;
  });
}

/** Rolls the transaction back. */
class ReservationRefused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The stored attempt, if it is the same order and can still be paid. An expired reservation is renewed. */
async function reopen(
  trx: Transaction<Database>,
  known: Attempt,
  asked: Attempt,
  week: DeliveryWeek | null,
): Promise<Result<StoredAttempt>> {
  if (!isSameOrder(known, asked)) return refuse({ code: 'order_changed' });
  if (known.state === 'settled') return refuse(alreadyPaid(known.paymentIntentId));
  if (known.state === 'closed' || known.replacedBy !== null) {
    return refuse({ code: 'order_changed' });
  }
  const isReserved = known.heldUntil !== null && known.heldUntil > asked.createdAt;
  if (isReserved || (await findOrder(trx, known.id, 'attemptId'))) {
    return { ok: true, value: { attempt: known, replaced: undefined } };
  }
  const reserved = await reserveBoxes(trx, asked, week);
  if (!reserved.ok) return reserved;
  await updateAttempt(trx, known.id, { heldUntil: reserved.value, heldBy: asked.heldBy });
  return { ok: true, value: { attempt: { ...known, heldUntil: reserved.value }, replaced: undefined } };
}

/** For a page that was closed between the payment and the completion call. It can make that call now. */
export function alreadyPaid(paymentIntentId: string | null): Problem {
  return { code: 'already_paid', details: { paymentIntentId } };
}

/** When the attempt's Checkout Session expires, together with its reservation. */
export function endOfSession({ createdAt }: Attempt): Date {
  return new Date(Date.parse(createdAt) + SESSION_MINUTES * MINUTE_MS);
}

/** A stable name for a network while this process runs. @param network as limits count it */
export function scrambleNetwork(network: string): string {
  return createHmac('sha256', HOLDER_KEY).update(network).digest('base64url');
}

function newAttempt(request: AttemptRequest, mode: PaymentMode, now: Date): Attempt {
  const { attemptId, kind, priced, details, network, isSession = false } = request;
  const minutes = isSession ? SESSION_MINUTES : RESERVED_MINUTES;
  return {
    ...NEW_ATTEMPT,
    ...details,
    id: attemptId ?? randomUUIDv7(),
    kind,
    quantity: priced.quantity,
    unitPricePence: priced.unitPrice,
    totalPence: priced.total,
    heldUntil: new Date(now.getTime() + minutes * MINUTE_MS).toISOString(),
    heldBy: scrambleNetwork(network),
    mode,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
}

/** Whether the order is the same, so that knowing an id is not enough to open another buyer's purchase. */
function isSameOrder(known: Attempt, asked: Attempt): boolean {
  return (
    known.kind === asked.kind &&
    known.totalPence === asked.totalPence &&
    known.quantity === asked.quantity &&
    JSON.stringify(pickDetails(known)) === JSON.stringify(pickDetails(asked))
  );
}

/** Makes sure that an attempt can no longer be paid, by cancelling its payment or expiring its Checkout Session. */
export async function endPayment(
  gateway: Pick<PaymentGateway, 'cancelPayment' | 'expireSession'>,
  { checkoutSessionId: session, paymentIntentId: payment }: Attempt,
): Promise<Result<unknown>> {
  // The payment of a session can only be ended with the session.
  if (session !== null) return gateway.expireSession(session);
  if (payment !== null) return gateway.cancelPayment(payment);
  return { ok: true, value: null };
}
