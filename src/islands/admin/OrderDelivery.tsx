import { parseDay } from '#domain/dates.ts';
import type { OrderListItem } from '#domain/order-list.ts';
import { weekLabel } from '#domain/weeks.ts';

/** What whoever packs the box needs beside the table's columns: when, where to, and what to look at first. */
export function OrderDelivery({ order }: { readonly order: OrderListItem }) {
  const { specialInstructions, flag, paymentStatus } = order;
  const week = describeWeek(order);
  const lines = listAddress(order);
  const place = [order.shippingCity, order.shippingPostcode].filter(Boolean).join(' ') || 'No address yet';
  return (
    <div className="admin-delivery">
      {flag !== null && <p className="callout trouble lead">Look at this first: {flag}</p>}
      {paymentStatus === 'processing' && (
        <p className="callout trouble lead">The payment is still being processed: do not send it yet.</p>
      )}
      {paymentStatus === 'failed' && (
        <p className="callout trouble lead">The payment has failed: do not send it.</p>
      )}
      <details>
        <summary>
          {week} · {place}
          {specialInstructions !== null && ' · with instructions'}
        </summary>
        <dl>
          <div>
            <dt>Delivery week</dt>
            <dd>{week}</dd>
          </div>
          <div>
            <dt>Deliver to</dt>
            <dd>{lines.join('\n')}</dd>
          </div>
          {specialInstructions !== null && (
            <div>
              <dt>Instructions</dt>
              <dd>{specialInstructions}</dd>
            </div>
          )}
          <div>
            <dt>Order id</dt>
            <dd>{order.id}</dd>
          </div>
        </dl>
      </details>
    </div>
  );
}

function describeWeek({ deliveryWeek }: OrderListItem): string {
  const id = parseDay(deliveryWeek ?? '');
  return id === null ? 'Week to be agreed' : weekLabel({ id });
}

function listAddress(order: OrderListItem): string[] {
  const { customerName, shippingAddress, shippingCity, shippingPostcode, shippingCountry } = order;
  const lines = [shippingAddress, shippingCity, shippingPostcode].filter((line) => line !== null);
  if (lines.length === 0) return ['No address yet'];
  // What goes to the United Kingdom, as everything should, says so nowhere on a parcel.
  const country = shippingCountry === 'GB' ? null : shippingCountry;
  return [customerName, ...lines, country].filter((line) => line !== null && line !== '') as string[];
}
