import type { Kysely, Transaction } from 'kysely';
import { formatPrice, type Pence } from '#domain/money.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Database } from '../db/schema.ts';
import type { Log } from '../http-errors.ts';
import type { Payment, PaymentEvent } from '../payments/payment.ts';
import { rememberEvent } from '../payments/stripe-events-repository.ts';
import {
  advanceOrder,
  createOrder,
  flagSecondPayment,
  isAnotherPayment,
  isMoving,
  settleAttempt,
} from './apply-payment.ts';
import { findAttempt, insertAttempt } from './attempts-repository.ts';
import { fillDetails, isSameBuyer, NO_DETAILS, type OrderDetails, paymentDetails } from './details.ts';
import { type DrawOrderNumber, deriveOrderNumber } from './order-identity.ts';
import { findOrderByAttempt, type Order } from './orders-repository.ts';
import { decideProgress } from './payment-progress.ts';
import { isDeliveredSince, readPurchase } from './purchase-record.ts';
import { recordMoneyBack } from './record-money-back.ts';
import { isFullyRefunded } from './refunded-boxes.ts';

export interface RecordDependencies {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly getCatalogue: () => Pick<Catalogue, 'weeks' | 'deliveryArea'>;
  /** Writes the mails about a paid order into the outbox, each once however often it is called. */
  readonly enqueueOrderMails: (trx: Transaction<Database>, order: Order, now: Date) => Promise<void>;
  /** Writes the mail about a refund of so many pence into the outbox, for an order that holds it already. */
  readonly enqueueRefundMail: (
    trx: Transaction<Database>,
    order: Order,
    pence: number,
    now: Date,
  ) => Promise<void>;
  /** Called after the commit of something that may have put mails into the outbox. */
  readonly wakeOutbox: () => void;
  /** Injected in tests that want two orders to draw the same one. */
  readonly drawOrderNumber?: DrawOrderNumber;
}

export interface Report {
  /** Fresh from Stripe: what a webhook's body or a browser says is only a reason to ask. */
  readonly payment: Payment;
  /** The webhook's event, remembered in the same transaction as its effect. */
  readonly event?: PaymentEvent;
  /** What the buyer's page knows of the delivery; fills what is not known, changes nothing else. */
  readonly given?: OrderDetails;
}

export type Recorded =
  | { readonly outcome: 'recorded'; readonly order: Order }
  /** There is no order: nothing has been paid. */
  | { readonly outcome: 'unpaid' }
  /** The payment does not bear this shop's mark. */
  | { readonly outcome: 'foreign' }
  /** The event has been dealt with before. */
  | { readonly outcome: 'repeated' };

export type RecordPayment = (report: Report) => Promise<Recorded>;

/**
 * The one place where a payment becomes an order. The browser's completion call, the webhook and the reconciliation
 * all end here, in any order, at the same time and as often as they like: one order comes of it, and one set of mails.
 * So do refunds and disputes, whoever made them. Where the shop has lost its own record of a purchase that was paid for,
 * it is made again from Stripe's.
 */
export function createPaymentRecorder(deps: RecordDependencies): RecordPayment {
  return async (report) => {
    const now = deps.clock();
    const change = await deps.db.transaction().execute((trx) => recordIn(trx, deps, report, now));
    if (change.isNews && 'order' in change.recorded)
      announce(deps.log, change.recorded.order, change.isRebuilt);
    if (change.hasMails) deps.wakeOutbox();
    return change.recorded;
  };
}

interface Change {
  readonly recorded: Recorded;
  /** Whether the farm has something to hear of: a new order, or a new reason to look at one. */
  readonly isNews: boolean;
  readonly hasMails: boolean;
  readonly isRebuilt: boolean;
}

async function recordIn(
  trx: Transaction<Database>,
  deps: RecordDependencies,
  { payment, event, given = NO_DETAILS }: Report,
  now: Date,
): Promise<Change> {
  const stored = payment.attemptId === null ? undefined : await findAttempt(trx, payment.attemptId);
  const attempt = stored ?? readPurchase(payment, now);
  if (!attempt) return unchanged({ outcome: 'foreign' });
  const isRebuilt = !stored;
  if (event && !(await rememberEvent(trx, event, now))) return unchanged({ outcome: 'repeated' });
  if (isRebuilt) {
    if (!isMoving(payment)) return unchanged({ outcome: 'unpaid' });
    await insertAttempt(trx, attempt);
  }
  const known = await findOrderByAttempt(trx, attempt.id);
  await settleAttempt(trx, attempt, payment, now);

  const progress = decideProgress(known, payment.state);
  // Whoever learns another buyer's payment id must not send that buyer's boxes elsewhere.
  const own = isSameBuyer(attempt, given) ? given : NO_DETAILS;
  const facts = {
    payment,
    // Not an order that there is already: what was erased from it must not come back from Stripe.
    details: known ? fillDetails(known, attempt, own) : fillDetails(attempt, paymentDetails(payment), own),
    catalogue: deps.getCatalogue(),
    now,
  };
  let order: Order;
  if (!known) {
    if (!progress) return unchanged({ outcome: 'unpaid' });
    const draw = deps.drawOrderNumber ?? deriveOrderNumber;
    order = await createOrder(trx, { ...facts, attempt, progress, isRebuilt }, draw);
  } else if (isAnotherPayment(known, payment)) order = await flagSecondPayment(trx, { ...facts, known });
  else order = await advanceOrder(trx, { ...facts, known, progress });
  if (order.payment_intent_id === payment.id) order = await recordMoneyBack(trx, order, payment, now);

  const isHistory = isRebuilt && isDeliveredSince(order, now);
  const hasMails = order.payment_status === 'succeeded' && order !== known && !isHistory;
  // Who has all the money back is not told that the boxes are coming.
  if (hasMails && !isFullyRefunded(order)) await deps.enqueueOrderMails(trx, order, now);
  const refunded = order.refunded_pence - (known?.refunded_pence ?? 0);
  if (hasMails && refunded > 0) await deps.enqueueRefundMail(trx, order, refunded, now);
  const isNews = !known || (order.flag !== null && order.flag !== known.flag);
  return { recorded: { outcome: 'recorded', order }, isNews, hasMails, isRebuilt };
}

function unchanged(recorded: Recorded): Change {
  return { recorded, isNews: false, hasMails: false, isRebuilt: false };
}

/** The console notification of the admin page's delivery card (section 2), without the buyer. */
function announce(log: Log, order: Order, isRebuilt: boolean): void {
  const boxes = order.quantity === 1 ? '1 box' : `${order.quantity} boxes`;
  const total = formatPrice(order.total_pence as Pence);
  const flagged = order.flag === null ? '' : ' (needs a look)';
  const rebuilt = isRebuilt ? ', made again from Stripe' : '';
  log(
    `order ${order.order_number}: ${boxes}, ${total}, week of ${order.week ?? 'unknown'}, ${order.status}${rebuilt}${flagged}`,
  );
}
