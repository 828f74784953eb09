import { useId, useState } from 'react';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { TELEPHONE_PATH } from '#forms/telephone-path.ts';
import { Field } from './Field.tsx';

interface ChangeBoxesProps {
  readonly order: OrderListItem;
  /** Called with the number of boxes to refund. */
  readonly onFewer: (boxes: number) => void;
}

/** The number of boxes of an order: fewer are refunded below, and more are paid for on the page for telephone orders. */
export function ChangeBoxes({ order, onFewer }: ChangeBoxesProps) {
  const id = useId();
  const left = order.boxes.left;
  const [typed, setTyped] = useState<string | null>(null);
  const isOpen = order.status === 'processing' && order.paymentStatus === 'succeeded';
  if (!isOpen || order.paidAmount === null || left === 0) return null;
  const wanted = typed !== null && /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : left;
  const more = wanted - left;
  const query = new URLSearchParams({ order: order.id, boxes: String(more) });
  return (
    <div className="form admin-form">
      <h3>Change boxes</h3>
      <div className="admin-fields">
        <Field id={id} label="Boxes to send">
          <input
            id={id}
            className="short"
            type="number"
            inputMode="numeric"
            min="0"
            step="1"
            autoComplete="off"
            value={typed ?? left}
            onChange={(event) => setTyped(event.target.value)}
            onWheel={(event) => event.currentTarget.blur()}
          />
        </Field>
      </div>
      <div className="actions">
        {more > 0 && (
          <a className="button quiet" href={`${TELEPHONE_PATH}?${query}`}>
            Add {formatBoxes(more)} by link, cash or bank
          </a>
        )}
        {more < 0 && (
          <button
            className="button quiet"
            type="button"
            onClick={() => {
              setTyped(null);
              onFewer(-more);
            }}
          >
            Refund {formatBoxes(-more)}
          </button>
        )}
      </div>
    </div>
  );
}
