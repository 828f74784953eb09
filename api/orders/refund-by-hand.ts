import type { Transaction } from 'kysely';
import { toPence } from '#domain/money.ts';
import type { Database } from '../db/schema.ts';
import { changeOrder } from './change-order.ts';
import { updateFurtherPayment } from './further-payments.ts';
import type { Order } from './orders-repository.ts';
import { settleLatePayment } from './record-addition.ts';
import type { RefundPart } from './refund-parts.ts';
import { decideMoneyBack } from './reported-changes.ts';

interface ByHand {
  readonly isGoodwill: boolean;
  readonly person: string | undefined;
  readonly now: Date;
}

/** Records that the farm gives back money that did not come by card. */
export async function recordByHand(
  trx: Transaction<Database>,
  known: Order,
  parts: readonly RefundPart[],
  { isGoodwill, person, now }: ByHand,
): Promise<Order> {
  const furtherPayments = known.furtherPayments.map((payment) => {
    const part = parts.find(({ id }) => id === payment.id);
    if (!part) return payment;
    const goodwill = isGoodwill ? part.pence : 0;
    return {
      ...payment,
      refundedPence: toPence(payment.refundedPence + part.pence),
      goodwillPence: toPence(payment.goodwillPence + goodwill),
    };
  });
  for (const payment of furtherPayments) await updateFurtherPayment(trx, payment);
  const pence = parts.reduce((sum, part) => sum + part.pence, 0);
  const changes = decideMoneyBack(known, {
    refunded: known.refundedPence + pence,
    goodwill: known.goodwillPence + (isGoodwill ? pence : 0),
    failedRefunds: known.refundFailedPence,
    dispute: null,
  });
  const flags = furtherPayments.reduce(settleLatePayment, changes?.flags ?? known.flags);
  return changeOrder(
    trx,
    { ...known, furtherPayments },
    { ...changes, flags },
    { actor: 'admin', person, now },
  );
}
