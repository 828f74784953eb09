import type { Transaction } from 'kysely';
import { formatPrice, toPence } from '#domain/money.ts';
import type { OrderFlag } from '#domain/orders/order-flags.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Database } from '../db/schema.ts';
import type { Attempt } from './attempts-repository.ts';
import { changeOrder, notePayment } from './change-order.ts';
import { addFlag } from './flags.ts';
import {
  addOtherPayments,
  type FurtherPayment,
  insertFurtherPayment,
  updateFurtherPayment,
} from './further-payments.ts';
import type { Order, OrderChanges } from './orders-repository.ts';
import type { RecordDependencies, Report } from './payment-report.ts';
import { compareRefunds } from './refunded-boxes.ts';
import { decideDoubts, decideMoneyBack, flagSecondPayment } from './reported-changes.ts';
import { hasRoom } from './reservations.ts';

export interface Addition {
  readonly attempt: Attempt;
  /** The order that it adds boxes to. */
  readonly known: Order;
  readonly report: Pick<Report, 'payment' | 'isFraudWarned'>;
}

/**
 * Records a card payment for boxes that are added to an order, its refunds and its doubts. The order gets the boxes
 * once they are paid, however often that is reported.
 * @returns the order as it is now, or why it has no more boxes
 */
export async function recordAddition(
  trx: Transaction<Database>,
  deps: Pick<RecordDependencies, 'getCatalogue' | 'enqueueChangeMails' | 'enqueueRefundMail'>,
  { attempt, known, report }: Addition,
  now: Date,
): Promise<Order | 'unpaid' | 'not_taken'> {
  const { payment } = report;
  const stored = known.furtherPayments.find(({ id }) => id === attempt.id);
  const by = { actor: 'payment', now } as const;
  if (stored && stored.paymentIntentId !== payment.id) {
    if (payment.state === 'authorised') return 'not_taken';
    const flagged = flagSecondPayment(known, payment);
    return flagged === null ? known : changeOrder(trx, known, flagged, by);
  }
  const place = { attempt, week: known.week, quantity: attempt.quantity };
  const fits = await hasRoom(trx, place, deps.getCatalogue().weeks, now);
  if (payment.state === 'authorised') return takesMoreBoxes(known) && fits ? known : 'not_taken';
  if (!stored && payment.state !== 'succeeded') return 'unpaid';
  const added = stored
    ? known
    : await addBoxes(
        trx,
        known,
        {
          id: attempt.id,
          method: 'card',
          paymentIntentId: payment.id,
          boxes: attempt.quantity,
          paidPence: toPence(payment.amount),
        },
        { pricePence: attempt.totalPence, fits, change: by },
      );
  if (!stored) await deps.enqueueChangeMails(trx, { before: known, after: added, actor: 'payment', now });
  const order = await recordMoneyBack(trx, added, attempt.id, report, now);
  const refund = compareRefunds(added, order);
  if (refund.pence > 0) await deps.enqueueRefundMail(trx, order, refund, now);
  return order;
}

/** Whether boxes can be added to an order: it is paid, and not sent or cancelled. */
export function takesMoreBoxes({ status, paymentStatus, paidCurrency }: Order): boolean {
  return status === 'processing' && paymentStatus === 'succeeded' && paidCurrency === 'gbp';
}

interface AddedBoxes {
  /** What the boxes cost. */
  readonly pricePence: number;
  /** Whether their week still has them. */
  readonly fits: boolean;
  readonly change: Parameters<typeof changeOrder>[3];
}

/** Stores a payment for more boxes, and adds them to the order. If it came too late, the order is flagged. */
export async function addBoxes(
  trx: Transaction<Database>,
  known: Order,
  paid: Omit<FurtherPayment, 'refundedPence' | 'refundFailedPence' | 'goodwillPence'>,
  { pricePence, fits, change }: AddedBoxes,
): Promise<Order> {
  const isInTime = takesMoreBoxes(known);
  const payment = {
    ...paid,
    boxes: isInTime ? paid.boxes : 0,
    refundedPence: toPence(0),
    refundFailedPence: toPence(0),
    goodwillPence: toPence(0),
  };
  await insertFurtherPayment(trx, known.id, payment, change.now);
  await notePayment(trx, known.id, { method: paid.method, pence: paid.paidPence }, change);
  const late = [formatPrice(paid.paidPence), formatBoxes(paid.boxes), paid.id];
  const flags = isInTime && !fits ? addFlag(known.flags, 'week_full') : known.flags;
  const changes: OrderChanges = {
    paidAmount: known.paidAmount + paid.paidPence,
    ...(isInTime && {
      quantity: known.quantity + paid.boxes,
      totalPence: toPence(known.totalPence + pricePence),
    }),
    flags: isInTime ? flags : addFlag(flags, 'late_payment', ...late),
  };
  const order = { ...known, furtherPayments: [...known.furtherPayments, payment] };
  return changeOrder(trx, order, changes, change);
}

/** Refunds, disputes and doubts of a stored further payment. */
async function recordMoneyBack(
  trx: Transaction<Database>,
  known: Order,
  id: string,
  { payment, isFraudWarned = false }: Addition['report'],
  now: Date,
): Promise<Order> {
  const paid = known.furtherPayments.find((each) => each.id === id);
  if (!paid) throw new Error(`The order ${known.id} has no further payment ${id}`);
  const failed = Math.max(paid.refundFailedPence, payment.failedRefunds);
  const ever = Math.max(
    paid.refundedPence + paid.refundFailedPence,
    payment.refunded + payment.failedRefunds,
  );
  const isOutdated = ever > payment.refunded + payment.failedRefunds || failed > payment.failedRefunds;
  const fresh = {
    ...paid,
    refundedPence: toPence(ever - failed),
    refundFailedPence: toPence(failed),
    goodwillPence: isOutdated ? paid.goodwillPence : toPence(payment.goodwill),
  };
  // The order's sums include the other payments.
  const moneyBack = decideMoneyBack(known, addOtherPayments(payment, known));
  // Another payment's review may be closed already.
  const isReviewed = known.review === 'closed' && payment.review === 'open';
  const before = { ...known, ...moneyBack, ...(isReviewed && { review: null }) };
  const doubts = decideDoubts(before, payment, isFraudWarned);
  if (moneyBack === null && doubts === null) return known;
  await updateFurtherPayment(trx, fresh);
  const changes = { ...moneyBack, ...doubts };
  const flags = settleLatePayment(changes.flags ?? known.flags, fresh);
  const furtherPayments = known.furtherPayments.map((each) => (each.id === id ? fresh : each));
  return changeOrder(trx, { ...known, furtherPayments }, { ...changes, flags }, { actor: 'payment', now });
}

/** A payment that came too late needs no look once it has gone back. */
export function settleLatePayment(
  flags: readonly OrderFlag[],
  { id, paidPence, refundedPence }: FurtherPayment,
): readonly OrderFlag[] {
  if (refundedPence < paidPence) return flags;
  return flags.filter(({ code, details }) => code !== 'late_payment' || details[2] !== id);
}
