import type { OrderChange } from '#domain/orders/order-changes.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { isSignedOut } from '../../../browser/admin-calls.ts';
import { changeOrder, readFailure } from '../../../browser/admin-order-calls.ts';
import { FailureAlert } from './FailureAlert.tsx';
import { useOrderMutation } from './use-order-mutation.ts';

/** The farm's decision to send an order in spite of a fraud warning. */
export function SendAnyway({ order }: { readonly order: OrderListItem }) {
  const { mutation, isBusy, show } = useOrderMutation<OrderChange>({
    order,
    send: (change) => changeOrder(order.id, change),
    preview: () => order,
  });
  const { error } = mutation;
  const failure = error !== null && !isSignedOut(error) ? readFailure(error) : null;
  return (
    <>
      {failure && <FailureAlert failure={failure} onShow={show} />}
      <p className="actions">
        <button
          className="button quiet"
          type="button"
          disabled={isBusy}
          onClick={() => mutation.mutate({ version: order.version, ignoresFraudWarning: true })}
        >
          Send it all the same
        </button>
      </p>
    </>
  );
}
