import { CHECKOUT_PATH } from '../../browser/stored-order.ts';

/** For a buyer who returns with an order that is paid for but not completed: that one comes first. */
export function LastOrder() {
  return (
    <div className="callout" role="status">
      <p>Your last order has been paid for, and needs one more step before you order again.</p>
      <a className="button" href={CHECKOUT_PATH}>
        Complete your last order
      </a>
    </div>
  );
}
