import type { StoredOrder } from '#domain/orders/stored-order.ts';
import type { Offer } from './prepare-checkout.ts';

interface Props {
  readonly order: StoredOrder;
  readonly offer: Offer;
  readonly onAccept: () => void;
}

/** The price is another one than the order form had: the buyer sees it, and agrees to it, before paying. */
export function PriceChanged({ order, offer, onAccept }: Props) {
  return (
    <section className="panel narrow" aria-labelledby="checkout-price">
      <div role="alert">
        <h2 id="checkout-price">The price has changed</h2>
        <p>Since you filled in the order, the price of a box has changed to £{offer.unitPrice}.</p>
      </div>
      <table className="checkout-prices">
        <thead>
          <tr>
            <td />
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">One box</th>
            <td>£{order.unitPrice}</td>
            <td>£{offer.unitPrice}</td>
          </tr>
          <tr>
            <th scope="row">Total for {order.quantity}</th>
            <td>£{order.totalAmount}</td>
            <td>
              <strong>£{offer.totalAmount}</strong>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="actions">
        <button className="button" type="button" onClick={onAccept}>
          Continue with £{offer.totalAmount}
        </button>
      </p>
    </section>
  );
}
