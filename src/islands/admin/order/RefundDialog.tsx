import { type RefObject, useId } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { describeHandBack } from './refund-facts.ts';

interface RefundDialogProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly order: OrderListItem;
  /** 0 for goodwill, which takes no box out of the order. */
  readonly boxes: number;
  /** Whether nothing of the payment is left then. */
  readonly isRest: boolean;
  /** `£39.99` */
  readonly amount: string;
  readonly onConfirm: () => void;
}

/** The last confirmation before a refund. Escape and the first button cancel. */
export function RefundDialog({ dialog, order, boxes, isRest, amount, onConfirm }: RefundDialogProps) {
  const id = useId();
  const byHand = describeHandBack(order);
  const isCancelled = isRest && (order.status === 'pending' || order.status === 'processing');
  return (
    <dialog className="admin-dialog" ref={dialog} aria-labelledby={id}>
      <h3 id={id}>
        Refund {amount} of {order.orderNumber}?
      </h3>
      <p>
        {boxes > 0 && `${formatBoxes(boxes)}: `}
        {amount} goes back to {order.customerName || 'the buyer'}
        {order.customerEmail === '' ? '. Please tell them yourself' : ', who is told by e-mail'}. This cannot
        be undone.
        {boxes === 0 && !isRest && ' The order keeps all its boxes.'}
        {isCancelled && ' That leaves nothing to send, so the order is cancelled.'}
      </p>
      {byHand !== null && <p>{byHand}</p>}
      <div className="actions">
        <button className="button quiet" type="button" onClick={() => dialog.current?.close()}>
          No, go back
        </button>
        <button className="button" type="button" onClick={onConfirm}>
          Yes, refund {amount}
        </button>
      </div>
    </dialog>
  );
}
