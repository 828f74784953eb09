import type { Transaction } from 'kysely';
import { formatPrice, toPence } from '#domain/money.ts';
import type { Database } from '../db/schema.ts';
import type { Log } from '../http/http-errors.ts';
import type { Payment } from '../payments/payment.ts';
import {
  advanceOrder,
  createOrder,
  flagSecondPayment,
  isAnotherPayment,
  isMoving,
  settleAttempt,
} from './apply-payment.ts';
import { type Attempt, findAttempt, insertAttempt } from './attempts-repository.ts';
import { decideCapture, isYoung, mayTakeMoney, type StripeStep } from './authorised-payment.ts';
import { recordFailedCards } from './card-testing.ts';
import { fillDetails, isSameBuyer, NO_DETAILS, paymentDetails } from './details.ts';
import { recordDoubts } from './doubts.ts';
import { endPayment } from './end-payment.ts';
import { deriveOrderNumber } from './order-identity.ts';
import { findOrderByAttempt, type Order } from './orders-repository.ts';
import { decideProgress } from './payment-progress.ts';
import type { RecordDependencies, Recorded, RecordPayment, Report } from './payment-report.ts';
import { isDeliveredSince, readPurchase } from './purchase-record.ts';
import { recordMoneyBack } from './record-money-back.ts';
import { isFullyRefunded } from './refunded-boxes.ts';
import { rememberEvent } from './stripe-events-repository.ts';

/**
 * The one place where a payment becomes an order. The browser's completion call, the webhook and the reconciliation
 * all end here, in any order, at the same time and as often as they like: one order comes of it, and one set of mails.
 * So do refunds and disputes, whoever made them. An authorised payment is captured once its order, and with it its
 * boxes, are stored; where none are left it is cancelled, and no money was taken. Where the shop has lost its own record
 * of a purchase, it is made again from Stripe's.
 */
export function createPaymentRecorder(deps: RecordDependencies): RecordPayment {
  const record = async (report: Report): Promise<Change> => {
    const now = deps.clock();
    const change = await deps.db.transaction().execute((trx) => recordIn(trx, deps, report, now));
    if (change.isNews && 'order' in change.recorded)
      announce(deps.log, change.recorded.order, change.isRebuilt);
    if (change.hasMails) deps.wakeOutbox();
    return change;
  };
  return async (report) => {
    const { recorded, next } = await record(report);
    if (next === undefined) return recorded;
    await next(deps.gateway);
    // Refused too where another report has done it at the same time: what Stripe says now is what counts. While it
    // cannot be asked, the attempt stays open and the reconciliation goes on.
    const after = await deps.gateway.retrievePayment(report.payment.id);
    if (recorded.outcome === 'recorded' && (!after.ok || after.value.state === 'authorised')) {
      return { ...recorded, isUncaptured: true };
    }
    if (!after.ok) return recorded;
    const last = await record({ payment: after.value, given: report.given ?? NO_DETAILS });
    return recorded.outcome === 'not_taken' ? recorded : last.recorded;
  };
}

interface Change {
  readonly recorded: Recorded;
  /** Whether the farm has something to hear of: a new order, or a new reason to look at one. */
  readonly isNews: boolean;
  readonly hasMails: boolean;
  readonly isRebuilt?: boolean;
  /** What is to be done at Stripe after the commit. */
  readonly next?: StripeStep | undefined;
}

async function recordIn(
  trx: Transaction<Database>,
  deps: RecordDependencies,
  report: Report,
  now: Date,
): Promise<Change> {
  const { payment, event, given = NO_DETAILS } = report;
  const stored = payment.attemptId === null ? undefined : await findAttempt(trx, payment.attemptId);
  const attempt = stored ?? readPurchase(payment, deps.mode, now);
  const isRebuilt = !stored;
  if (!attempt || !isOwnMode(deps, attempt, payment)) return unchanged({ outcome: 'foreign' });
  // Of an authorised payment the event is sent again until its money is taken.
  if (event && payment.state !== 'authorised' && !(await rememberEvent(trx, event, now))) {
    return unchanged({ outcome: 'repeated' });
  }
  if (isRebuilt) {
    if (!isMoving(payment)) return unchanged({ outcome: 'unpaid' });
    await insertAttempt(trx, attempt);
  }
  const known = await findOrderByAttempt(trx, attempt.id);
  await settleAttempt(trx, attempt, payment, now);

  const progress = decideProgress(known, payment.state);
  // Whoever learns another buyer's payment id must not send that buyer's boxes elsewhere.
  const own = isSameBuyer(attempt, given) ? given : NO_DETAILS;
  const catalogue = deps.getCatalogue();
  // Not an order that there is already: what was erased from it must not come back from Stripe.
  const details = known
    ? fillDetails(known, attempt, own)
    : fillDetails(attempt, paymentDetails(payment), own);
  const facts = { payment, details, catalogue, now };
  if (payment.state === 'authorised') {
    // The webhook is mostly first, and does not know the week that the page is about to send.
    if (details.week === null && report.given === undefined && isYoung(attempt, now)) {
      return unchanged({ outcome: 'unpaid' });
    }
    if (!(await mayTakeMoney(trx, { ...facts, attempt, known }))) {
      return { ...unchanged({ outcome: 'not_taken' }), next: (gateway) => gateway.cancelPayment(payment.id) };
    }
  }
  let order: Order;
  if (!known) {
    if (!progress) return recordUnpaid(trx, deps, attempt, payment, now);
    const draw = deps.drawOrderNumber ?? deriveOrderNumber;
    order = await createOrder(trx, { ...facts, attempt, progress, isRebuilt }, draw);
  } else if (isAnotherPayment(known, payment)) order = await flagSecondPayment(trx, { ...facts, known });
  else order = await advanceOrder(trx, { ...facts, attempt, known, progress });
  if (order.paymentIntentId === payment.id) {
    // What is not taken in the end is not refunded either.
    if (payment.state === 'succeeded') order = await recordMoneyBack(trx, order, payment, now);
    order = await recordDoubts(trx, order, payment, report.isFraudWarned ?? false, now);
  }

  const isHistory = isRebuilt && isDeliveredSince(order, now);
  const hasMails = order.paymentStatus === 'succeeded' && order !== known && !isHistory;
  // Fully refunded buyers get no confirmation.
  if (hasMails && !isFullyRefunded(order)) await deps.enqueueOrderMails(trx, order, now);
  const refunded = order.refundedPence - (known?.refundedPence ?? 0);
  if (hasMails && refunded > 0) await deps.enqueueRefundMail(trx, order, toPence(refunded), now);
  const isNews = !known || (order.flag !== null && order.flag !== known.flag);
  const next = decideCapture(order, payment);
  return { recorded: { outcome: 'recorded', order }, isNews, hasMails, isRebuilt, next };
}

/** Nothing has been paid; a payment on which one card after the other is tried out is ended. */
async function recordUnpaid(
  trx: Transaction<Database>,
  deps: RecordDependencies,
  attempt: Attempt,
  payment: Payment,
  now: Date,
): Promise<Change> {
  let hasMails = false;
  const isTested = await recordFailedCards(trx, attempt, payment, now, async (_, name) => {
    hasMails = true;
    await deps.enqueueCardNotice(trx, name, now);
  });
  const next: StripeStep | undefined = isTested
    ? (gateway) => endPayment(gateway, { ...attempt, paymentIntentId: payment.id })
    : undefined;
  return { recorded: { outcome: 'unpaid' }, isNews: false, hasMails, next };
}

/** Test money buys nothing in a live shop, and neither does what was begun in the sandbox. */
function isOwnMode({ mode, log }: RecordDependencies, attempt: Attempt, { id, isLive }: Payment): boolean {
  if (isLive === (mode === 'live') && (attempt.mode === null || attempt.mode === mode)) return true;
  log(`the payment ${id} is not of this ${mode} shop, and was left alone`);
  return false;
}

function unchanged(recorded: Recorded): Change {
  return { recorded, isNews: false, hasMails: false };
}

/** The console notification of the admin page's delivery card (section 2), without the buyer. */
function announce(log: Log, order: Order, isRebuilt = false): void {
  const boxes = order.quantity === 1 ? '1 box' : `${order.quantity} boxes`;
  const total = formatPrice(order.totalPence);
  const flagged = order.flag === null ? '' : ' (needs a look)';
  const rebuilt = isRebuilt ? ', made again from Stripe' : '';
  log(
    `order ${order.orderNumber}: ${boxes}, ${total}, week of ${order.week ?? 'unknown'}, ${order.status}${rebuilt}${flagged}`,
  );
}
