import { useContext, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { parseDay } from '#domain/dates.ts';
import { weekLabel } from '#domain/delivery/weeks.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { RoleContext } from '../ui/role.ts';
import { ChangeForm } from './order/ChangeForm.tsx';
import { FlagNotice } from './order/FlagNotice.tsx';
import { OrderFacts } from './order/OrderFacts.tsx';
import { OrderHistory } from './order/OrderHistory.tsx';
import { RefundForm } from './order/RefundForm.tsx';
import '../../styles/forms.css';
import './order/order-actions.css';

/** The details that the packer needs beside the table's columns: address, warnings and actions. */
export function OrderDelivery({ order }: { readonly order: OrderListItem }) {
  const frame = useRef<HTMLDivElement>(null);
  const role = useContext(RoleContext);
  const [isOpen, setOpen] = useState(false);
  const [boxes, setBoxes] = useState(1);
  const { specialInstructions, flags, paymentStatus } = order;
  const week = describeWeek(order);
  const place = [order.shippingCity, order.shippingPostcode].filter(Boolean).join(' ') || 'No address yet';
  // Rendered first, because only an element in the page can take the focus.
  const goTo = (field: 'deliveryWeek' | 'boxes') => {
    flushSync(() => setOpen(true));
    frame.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };
  return (
    <div className="admin-delivery" ref={frame}>
      {flags.length > 0 && (
        <FlagNotice
          order={order}
          onMove={() => goTo('deliveryWeek')}
          onRefund={(left) => {
            setBoxes(left);
            goTo('boxes');
          }}
        />
      )}
      {paymentStatus === 'processing' && (
        <p className="callout trouble lead">The payment is still being processed: do not send it yet.</p>
      )}
      {paymentStatus === 'failed' && (
        <p className="callout trouble lead">The payment has failed: do not send it.</p>
      )}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {week} · {place}
          {specialInstructions !== null && ' · with instructions'}
        </summary>
        <OrderFacts order={order} week={week} />
        {/* A page has fifty orders, and few of them are opened. */}
        {isOpen && (
          <div className="admin-order">
            <ChangeForm order={order} />
            {role === 'owner' && <RefundForm order={order} boxes={boxes} onBoxes={setBoxes} />}
            <OrderHistory order={order} />
          </div>
        )}
      </details>
    </div>
  );
}

function describeWeek({ deliveryWeek }: OrderListItem): string {
  const id = parseDay(deliveryWeek ?? '');
  return id === null ? 'Week to be agreed' : weekLabel({ id });
}
