import type { OrderListItem } from '#domain/orders/order-list.ts';
import type { OrderFailure } from '../../../browser/admin-order-calls.ts';

interface FailureAlertProps {
  readonly failure: OrderFailure;
  /** Shows the order that the failed response contained. */
  readonly onShow: (current: OrderListItem) => void;
}

/** Why an action failed, and the current order if somebody else has changed it. */
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
