import type { OrderListItem } from '#domain/orders/order-list.ts';
import { buildSlipUrl } from '../../../browser/admin-order-calls.ts';

interface OrderFactsProps {
  readonly order: OrderListItem;
  /** `Week of 1 Dec` */
  readonly week: string;
}

/** The delivery address, the payment, and the packing slip. */
export function OrderFacts({ order, week }: OrderFactsProps) {
  const { specialInstructions, deliveryWeek } = order;
  return (
    <dl>
      <div>
        <dt>Delivery week</dt>
        <dd>{week}</dd>
        {deliveryWeek !== null && (
          <dd>
            <a href={buildSlipUrl(deliveryWeek, order.orderNumber)}>Packing slip</a>
          </dd>
        )}
      </div>
      <div>
        <dt>Deliver to</dt>
        <dd>{listAddress(order).join('\n')}</dd>
      </div>
      {specialInstructions !== null && (
        <div>
          <dt>Instructions</dt>
          <dd>{specialInstructions}</dd>
        </div>
      )}
      <div>
        <dt>Payment</dt>
        <dd>{describePayment(order).join('\n')}</dd>
      </div>
      <div>
        <dt>Order id</dt>
        <dd>{order.id}</dd>
      </div>
    </dl>
  );
}

const PAYMENTS = { processing: 'Still being processed', failed: 'Failed' } as const;

function describePayment(order: OrderListItem): string[] {
  const { paymentStatus, paidAmount, refundedAmount, isDisputed } = order;
  const paid = paidAmount === null ? 'Paid in another currency' : `£${paidAmount} paid`;
  return [
    paymentStatus === 'succeeded' ? paid : PAYMENTS[paymentStatus],
    ...(refundedAmount === '0.00' ? [] : [`£${refundedAmount} refunded`]),
    ...(isDisputed ? ['Disputed by the buyer’s bank'] : []),
  ];
}

function listAddress(order: OrderListItem): string[] {
  const { customerName, shippingAddress, shippingCity, shippingPostcode, shippingCountry } = order;
  const lines = [shippingAddress, shippingCity, shippingPostcode].filter((line) => line !== null);
  if (lines.length === 0) return ['No address yet'];
  // Parcels within the United Kingdom, which all should be, do not name the country.
  const country = shippingCountry === 'GB' ? null : shippingCountry;
  return [customerName, ...lines, country].filter((line) => line !== null && line !== '') as string[];
}
