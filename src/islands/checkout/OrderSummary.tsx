import type { ReactNode } from 'react';
import { nameCountry } from '#domain/country.ts';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { formatAmount, type Pence, parsePounds } from '#domain/money.ts';
import { listAddress, listWords } from '#domain/orders/order-fields.ts';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import { describeVat, type Vat } from '#domain/vat.ts';

interface Props {
  readonly order: StoredOrder;
  /** For a farm that is registered for VAT. */
  readonly vat?: Vat | undefined;
}

/** The order that the buyer is about to pay for, so that mistakes are noticed in time (section 2). */
export function OrderSummary({ order, vat }: Props) {
  const total = parsePounds(order.totalAmount);
  const address = [...listAddress(order), nameCountry(order.shippingCountry)];
  return (
    <section className="slip checkout-summary" aria-labelledby="checkout-summary">
      <h2 id="checkout-summary">Order Summary</h2>
      <dl className="receipt">
        <Fact name="Branch boxes">
          {order.quantity} × £{order.unitPrice}
        </Fact>
        <Fact name="Delivery week">{labelWeek(order.deliveryWeek)}</Fact>
        <Fact name="Total, with delivery" className="wide checkout-total">
          £{order.totalAmount}
        </Fact>
        <Fact name="Delivery address" className="wide">
          <address>
            {address.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The lines of an address do not move.
              <span key={place}>{line}</span>
            ))}
          </address>
        </Fact>
        {listWords(order, 'buyerLabel').map(([name, words]) => (
          <Fact key={name} name={name} className="wide">
            {words}
          </Fact>
        ))}
        {order.recipientName && (
          <Fact name="From" className="wide">
            {order.customerName}
          </Fact>
        )}
        <Fact name="Confirmation to" className="wide">
          {order.customerEmail}
        </Fact>
        {order.customerPhone && (
          <Fact name="Phone" className="wide">
            {order.customerPhone}
          </Fact>
        )}
      </dl>
      {vat && total !== null && <p className="hint">{describeVat(total, vat)}.</p>}
    </section>
  );
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The price differs from the one that the buyer knows, and is seen before paying. */
export function PriceChanged({ known, now }: { readonly known: Pence; readonly now: Pence }) {
  return (
    <p className="callout price-changed" role="status">
      The price has changed: a box now costs {formatAmount(now)}, not {formatAmount(known)}. Please check the
      new total. Nothing has been charged.
    </p>
  );
}
