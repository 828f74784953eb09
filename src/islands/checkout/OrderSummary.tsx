import { nameCountry } from '#domain/country.ts';
import { parseDay } from '#domain/dates.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';
import { parsePounds } from '#domain/money.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import { describeVat, type Vat } from '#domain/vat.ts';

interface Props {
  readonly order: StoredOrder;
  /** Of a farm that is registered for it. */
  readonly vat?: Vat | undefined;
}

/** What is about to be paid for, so that a slip is seen before paying (section 2). */
export function OrderSummary({ order, vat }: Props) {
  const total = parsePounds(order.totalAmount);
  const week = parseDay(order.deliveryWeek);
  const address = [
    order.customerName,
    ...order.shippingAddress.split('\n'),
    order.shippingCity,
    order.shippingPostcode,
    nameCountry(order.shippingCountry),
  ];
  return (
    <section className="panel" aria-labelledby="checkout-summary">
      <h2 id="checkout-summary">Order Summary</h2>
      <dl className="checkout-facts">
        <div>
          <dt>Nordmann Fir branch boxes</dt>
          <dd className="checkout-money">
            {order.quantity} × £{order.unitPrice}
          </dd>
        </div>
        <div>
          <dt>Delivery</dt>
          <dd>Included</dd>
        </div>
        <div className="checkout-total">
          <dt>Total</dt>
          <dd className="checkout-money">£{order.totalAmount}</dd>
        </div>
        <div>
          <dt>Delivery week</dt>
          <dd>{week === null ? order.deliveryWeek : weekLabel({ id: week })}</dd>
        </div>
        <div>
          <dt>Delivery address</dt>
          <dd>
            <address>
              {address.map((line, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: The lines of an address do not move.
                <span key={place}>{line}</span>
              ))}
            </address>
          </dd>
        </div>
        <div>
          <dt>Confirmation to</dt>
          <dd>{order.customerEmail}</dd>
        </div>
        {order.customerPhone && (
          <div>
            <dt>Phone</dt>
            <dd>{order.customerPhone}</dd>
          </div>
        )}
        {order.specialInstructions && (
          <div>
            <dt>Special instructions</dt>
            <dd className="checkout-words">{order.specialInstructions}</dd>
          </div>
        )}
      </dl>
      {vat && total !== null && <p className="hint">{describeVat(total, vat)}.</p>}
    </section>
  );
}
