import { toPence } from '#domain/money.ts';
import type { Attempt } from '../attempts-repository.ts';
import type { NewOrder } from '../change-order.ts';
import type { OrderDetails } from '../details.ts';
import { deriveOrderId } from '../order-identity.ts';
import type { Progress } from '../reported-changes.ts';

/** How an order is, or will be, paid for. */
export interface DraftPayment extends Progress {
  /** Null if it is not paid by card. */
  readonly paymentIntentId: string | null;
  /** In the smallest unit of the currency. */
  readonly paidAmount: number;
  readonly paidCurrency: string;
}

/** The order that an attempt becomes, without its flags. */
export function draftOrder(
  attempt: Attempt,
  details: OrderDetails,
  payment: DraftPayment,
  { orderedAt, now }: { readonly orderedAt: Date; readonly now: Date },
): Omit<NewOrder, 'flags'> {
  return {
    ...details,
    ...payment,
    id: deriveOrderId(attempt.id),
    attemptId: attempt.id,
    paymentMethod: attempt.paymentMethod,
    takenBy: attempt.takenBy,
    takenById: attempt.takenById,
    quantity: attempt.quantity,
    unitPricePence: attempt.unitPricePence,
    totalPence: attempt.totalPence,
    refundedPence: toPence(0),
    refundFailedPence: toPence(0),
    goodwillPence: toPence(0),
    dispute: null,
    review: null,
    fraudWarning: null,
    parcels: [],
    labelProblem: null,
    internalNote: null,
    createdAt: orderedAt.toISOString(),
    updatedAt: now.toISOString(),
  };
}
