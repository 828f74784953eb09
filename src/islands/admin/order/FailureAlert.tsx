import type { OrderListItem } from '#domain/orders/order-list.ts';
import type { OrderFailure } from '../../../browser/admin-order-calls.ts';

interface FailureAlertProps {
  readonly failure: OrderFailure;
  /** Shows the order that the failure has come with. */
  readonly onShow: (current: OrderListItem) => void;
}

/** Why something was not done, and the order as it is now where somebody else has changed it. */
export function FailureAlert({ failure, onShow }: FailureAlertProps) {
  const { message, current } = failure;
  return (
    <div className="callout trouble" role="alert">
      <p className="lead">{message}</p>
      {current && (
        <>
          <p>Nothing was done. What you entered stays here.</p>
          <button className="button" type="button" onClick={() => onShow(current)}>
            Show the order as it is now
          </button>
        </>
      )}
    </div>
  );
}
