import { type RefObject, useId } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { describeHandBack } from './refund-facts.ts';

interface CancelDialogProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly order: OrderListItem;
  readonly onCancel: (money: 'refund' | 'later') => void;
}

/** Asks what happens to the money, before an order that is paid is cancelled. Escape and the first button do nothing. */
export function CancelDialog({ dialog, order, onCancel }: CancelDialogProps) {
  const id = useId();
  const byHand = describeHandBack(order);
  const canRefund = order.refundableAmount !== '0.00' && !order.isDisputed;
  const choose = (money: 'refund' | 'later') => {
    dialog.current?.close();
    onCancel(money);
  };
  return (
    <dialog className="admin-dialog" ref={dialog} aria-labelledby={id}>
      <h3 id={id}>Cancel {order.orderNumber}?</h3>
      <p>
        {canRefund
          ? `£${order.refundableAmount} of it can go back to ${order.customerName || 'the buyer'} at once. `
          : 'Its payment cannot go back from here just now. '}
        If you refund it later, the order stays in ‘Needs a look’ until you have.
        {order.customerEmail === ''
          ? ' The buyer has no e-mail address: please tell them yourself.'
          : ' The buyer is told by e-mail.'}
      </p>
      {canRefund && byHand !== null && <p>{byHand}</p>}
      <div className="actions">
        <button className="button quiet" type="button" onClick={() => dialog.current?.close()}>
          No, go back
        </button>
        {canRefund && (
          <button className="button" type="button" onClick={() => choose('refund')}>
            Cancel and refund £{order.refundableAmount}
          </button>
        )}
        <button className="button quiet" type="button" onClick={() => choose('later')}>
          Cancel, refund later
        </button>
      </div>
    </dialog>
  );
}
