import type { Transaction } from 'kysely';
import { formatPrice } from '#domain/money.ts';
import { describeFlags } from '#domain/orders/order-flags.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Database } from '../../db/schema.ts';
import type { Log } from '../../http/log.ts';
import type { Result } from '../../http/problems.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentGateway } from '../../payments/payment-gateway.ts';
import type { Shop } from '../../shop.ts';
import { type Attempt, findAttempt, insertAttempt, updateAttempt } from '../attempts-repository.ts';
import { changeOrder, storeNewOrder } from '../change-order.ts';
import { fillDetails, isSameBuyer, NO_DETAILS, type OrderDetails, paymentDetails } from '../details.ts';
import { findOrder, isSecondPaymentSettled, type Order } from '../orders-repository.ts';
import { recordFailedCards } from './card-testing.ts';
import { decidePayment, isMoving, type PaymentDecision } from './decide-payment.ts';
import { readPurchase } from './purchase-record.ts';
import { hasRoom } from './reservations.ts';
import { endPayment } from './store-attempt.ts';

/**
 * The only place where a payment becomes an order. The browser's completion call, the webhook and the reconciliation
 * all end here, in any order, concurrently and repeatedly. The result is one order and one set of mails. Refunds and
 * disputes end here too. An authorised payment is captured once its order is stored with its boxes; if there are no
 * boxes left, it is cancelled, and no money was taken. If the shop has lost its own record of a purchase, it is rebuilt
 * from Stripe's.
 */
export async function recordPayment(shop: RecordingShop, report: Report): Promise<Recorded> {
  const { recorded, next } = await record(shop, report);
  if (next === undefined) return recorded;
  await next(shop.gateway);
  // The step also fails if a concurrent report has done it, so ask Stripe for the state. If Stripe does not answer,
  // the attempt stays open for the reconciliation.
  const after = await shop.gateway.retrievePayment(report.payment.id);
  if (recorded.outcome === 'recorded' && (!after.ok || after.value.state === 'authorised')) {
    return { ...recorded, isUncaptured: true };
  }
  if (!after.ok) return recorded;
  const last = await record(shop, { payment: after.value, given: report.given ?? NO_DETAILS });
  return recorded.outcome === 'not_taken' ? recorded : last.recorded;
}

async function record(shop: RecordingShop, report: Report): Promise<Change> {
  const now = shop.clock();
  const change = await shop.db.transaction().execute((trx) => recordIn(trx, shop, report, now));
  if (change.isNews && 'order' in change.recorded)
    announce(shop.serviceLog.log, change.recorded.order, change.isRebuilt);
  if (change.hasMails) shop.wakeOutbox();
  return change;
}

interface Change {
  readonly recorded: Recorded;
  /** Whether the log announces it: a new order, or a new reason to look at one. */
  readonly isNews: boolean;
  readonly hasMails: boolean;
  readonly isRebuilt?: boolean;
  readonly next?: StripeStep | undefined;
}

type StripeStep = (gateway: PaymentGateway) => Promise<Result<unknown>>;

async function recordIn(
  trx: Transaction<Database>,
  shop: RecordingShop,
  report: Report,
  now: Date,
): Promise<Change> {
  const { payment, given = NO_DETAILS } = report;
  const stored = payment.attemptId === null ? undefined : await findAttempt(trx, payment.attemptId);
  const attempt = stored ?? readPurchase(payment, shop.mode, now);
  const isRebuilt = !stored;
  if (!attempt || !isOwnMode(shop, attempt, payment)) return unchanged({ outcome: 'foreign' });
  if (isRebuilt) {
    if (!isMoving(payment)) return unchanged({ outcome: 'unpaid' });
    await insertAttempt(trx, attempt);
  }
  await settleAttempt(trx, attempt, payment, now);
  const known = await findOrder(trx, attempt.id, 'attemptId');
  const isSettledByHand = known !== undefined && (await isSecondPaymentSettled(trx, known.id, payment.id));

  // Knowing another buyer's payment id must not be enough to redirect that buyer's boxes.
  const own = isSameBuyer(attempt, given) ? given : NO_DETAILS;
  // Not for an existing order, because erased details must not come back from Stripe.
  const details = known
    ? fillDetails(known, attempt, own)
    : fillDetails(attempt, paymentDetails(payment), own);
  const catalogue = shop.getCatalogue();
  const decision = decidePayment({
    attempt,
    known,
    payment,
    details,
    isFromBuyer: report.given !== undefined,
    isFraudWarned: report.isFraudWarned ?? false,
    isSettledByHand,
    isRebuilt,
    catalogue,
    hasRoom: await hasRoom(trx, attempt, details.week, catalogue.weeks, now),
    now,
  });
  if (decision.outcome === 'unpaid') return recordUnpaid(trx, shop, attempt, payment, now);
  if (decision.outcome === 'not_taken') {
    return { ...unchanged({ outcome: 'not_taken' }), next: (gateway) => gateway.cancelPayment(payment.id) };
  }
  const order = await store(trx, decision, { now, isRebuilt });
  const { isConfirmed, refund } = decision.mails;
  if (isConfirmed) await shop.mails.confirm(trx, order, now);
  if (refund.pence > 0) await shop.mails.refund(trx, order, refund, now);
  const isFlagged =
    order.flags.length > 0 && describeFlags(order.flags) !== describeFlags(known?.flags ?? []);
  return {
    recorded: { outcome: 'recorded', order },
    isNews: !known || isFlagged,
    hasMails: isConfirmed || refund.pence > 0,
    isRebuilt,
    next: decideCapture(order, payment),
  };
}

/** `settled` is final, and an older payment that failed does not close the attempt. */
async function settleAttempt(
  trx: Transaction<Database>,
  attempt: Attempt,
  payment: Payment,
  now: Date,
): Promise<void> {
  // A payment that came to nothing does not end a payment link.
  if (attempt.endsAt !== null && !isMoving(payment)) return;
  const isItsOwn = attempt.paymentIntentId === null || attempt.paymentIntentId === payment.id;
  if (attempt.state === 'settled' || (!isItsOwn && !isMoving(payment))) return;
  const state = payment.state === 'succeeded' ? 'settled' : payment.state === 'cancelled' ? 'closed' : 'open';
  if (state === attempt.state && attempt.paymentIntentId === payment.id) return;
  const changes = { state, paymentIntentId: payment.id, updatedAt: now.toISOString() } as const;
  await updateAttempt(trx, attempt.id, changes);
}

async function store(
  trx: Transaction<Database>,
  decision: Extract<PaymentDecision, { outcome: 'new' | 'known' }>,
  by: { readonly now: Date; readonly isRebuilt: boolean },
): Promise<Order> {
  if (decision.outcome === 'new') return storeNewOrder(trx, decision, by);
  const { known, changes } = decision;
  return changes === null ? known : changeOrder(trx, known, changes, { actor: 'payment', now: by.now });
}

/** An authorised payment is captured, or cancelled if its order has been cancelled meanwhile. */
function decideCapture(order: Order, { id, state }: Payment): StripeStep | undefined {
  if (state !== 'authorised' || order.paymentIntentId !== id) return undefined;
  return (gateway) => (order.status === 'cancelled' ? gateway.cancelPayment(id) : gateway.capturePayment(id));
}

/** Nothing has been paid. A payment used for card testing is ended. */
async function recordUnpaid(
  trx: Transaction<Database>,
  shop: RecordingShop,
  attempt: Attempt,
  payment: Payment,
  now: Date,
): Promise<Change> {
  const { isEnded, notice } = await recordFailedCards(trx, attempt, payment, now);
  if (notice !== null) await shop.mails.warnOfCards(trx, notice, now);
  const next: StripeStep | undefined = isEnded
    ? (gateway) => endPayment(gateway, { ...attempt, paymentIntentId: payment.id })
    : undefined;
  return { recorded: { outcome: 'unpaid' }, isNews: false, hasMails: notice !== null, next };
}

/** Test payments buy nothing in a live shop, and neither do purchases started in the sandbox. */
function isOwnMode({ mode, serviceLog }: RecordingShop, attempt: Attempt, { id, isLive }: Payment): boolean {
  if (isLive === (mode === 'live') && attempt.mode === mode) return true;
  serviceLog.log(`the payment ${id} does not belong to this ${mode} shop and was ignored`);
  return false;
}

function unchanged(recorded: Recorded): Change {
  return { recorded, isNews: false, hasMails: false };
}

/** The console notification of the admin page's delivery card (section 2), without the buyer. */
function announce(log: Log, order: Order, isRebuilt = false): void {
  const boxes = formatBoxes(order.quantity);
  const total = formatPrice(order.totalPence);
  const flagged = order.flags.length === 0 ? '' : ' (needs a look)';
  const rebuilt = isRebuilt ? ', made again from Stripe' : '';
  log(
    `order ${order.orderNumber}: ${boxes}, ${total}, week of ${order.week ?? 'unknown'}, ${order.status}${rebuilt}${flagged}`,
  );
}

/** What recording a payment takes of the shop. */
export type RecordingShop = Pick<
  Shop,
  'db' | 'gateway' | 'mode' | 'clock' | 'getCatalogue' | 'mails' | 'wakeOutbox'
> & { readonly serviceLog: Pick<Shop['serviceLog'], 'log'> };

interface Report {
  /** Freshly read from Stripe. The body of a webhook or a browser's request is only a reason to ask. */
  readonly payment: Payment;
  /** The delivery details from the buyer's page. They only fill in unknown details. */
  readonly given?: OrderDetails;
  /** Whether the card network has warned that the payment is fraudulent. */
  readonly isFraudWarned?: boolean;
}

type Recorded =
  | {
      readonly outcome: 'recorded';
      readonly order: Order;
      /** The payment could not be captured yet. The same report tries it again. */
      readonly isUncaptured?: boolean;
    }
  /** There is no order, because nothing has been paid. */
  | { readonly outcome: 'unpaid' }
  /** The card was authorised but not charged: the last boxes were sold meanwhile, or the order has another payment. */
  | { readonly outcome: 'not_taken' }
  /** The payment has no mark of this shop, or another mode. */
  | { readonly outcome: 'foreign' };
