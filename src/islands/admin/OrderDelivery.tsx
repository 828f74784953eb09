import { labelWeek } from '#domain/delivery/weeks.ts';
import { describePlace, listWords } from '#domain/orders/order-fields.ts';
import '../../styles/forms.css';
import './order/order-actions.css';
import { useContext, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatEventTime } from '#domain/orders/order-history.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { trackingUrl } from '#domain/orders/parcels.ts';
import { METHOD_WORDS } from '#domain/orders/payment-method.ts';
import { TELEPHONE_PATH } from '#forms/telephone-path.ts';
import { buildSlipUrl } from '../../browser/admin-order-calls.ts';
import { ChangeForm } from './order/ChangeForm.tsx';
import { FlagNotice } from './order/FlagNotice.tsx';
import { OrderEditing } from './order/OrderEditing.tsx';
import { OrderHistory } from './order/OrderHistory.tsx';
import { RefundForm } from './order/RefundForm.tsx';
import { needsLook } from './order/refund-facts.ts';
import { RoleContext } from './order/session.ts';
import { Undelivered } from './order/Undelivered.tsx';

/** The details that the packer needs beside the table's columns: address, warnings and actions. */
export function OrderDelivery({ order }: { readonly order: OrderListItem }) {
  const frame = useRef<HTMLDivElement>(null);
  const role = useContext(RoleContext);
  const [isOpen, setOpen] = useState(false);
  const [boxes, setBoxes] = useState(1);
  const { internalNote, flags, paymentStatus } = order;
  const week = labelWeek(order.deliveryWeek);
  // Rendered first, because only an element in the page can take the focus.
  const goTo = (field: 'deliveryWeek' | 'trackingNumbers' | 'boxes') => {
    flushSync(() => setOpen(true));
    frame.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };
  return (
    <div className="admin-delivery" ref={frame}>
      {(needsLook(order) || (isOpen && flags.length > 0)) && (
        <FlagNotice
          order={order}
          onMove={() => goTo('deliveryWeek')}
          onTrack={() => goTo('trackingNumbers')}
          onRefund={(left) => {
            setBoxes(left);
            goTo('boxes');
          }}
        />
      )}
      <Undelivered orderId={order.id} />
      {paymentStatus === 'processing' && order.paymentMethod === 'bank' && order.status === 'pending' && (
        <p className="callout trouble lead">
          The bank transfer has not arrived yet: do not send it. When it has,{' '}
          <a href={`${TELEPHONE_PATH}#waiting`}>say so here</a>.
        </p>
      )}
      {paymentStatus === 'processing' && order.paymentMethod === 'card' && (
        <p className="callout trouble lead">The payment is still being processed: do not send it yet.</p>
      )}
      {paymentStatus === 'failed' && (
        <p className="callout trouble lead">The payment has failed: do not send it.</p>
      )}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {/* First, because the end of a long line is cut off. */}
          <span className="visually-hidden">{order.orderNumber}: </span>
          {week} · {describePlace(order)}
          {listWords(order, 'farmLabel').map(([name]) => ` · with ${name.toLowerCase()}`)}
          {internalNote !== null && ' · with a note of ours'}
        </summary>
        <OrderFacts order={order} week={week} />
        {/* A page has fifty orders, and few of them are opened. */}
        {isOpen && (
          <div className="admin-order">
            <ChangeForm order={order} />
            {role === 'owner' && <OrderEditing order={order} />}
            {role === 'owner' && (
              <p className="actions">
                <a className="button quiet" href={`${TELEPHONE_PATH}?order=${order.id}`}>
                  Take another order for this buyer
                </a>
              </p>
            )}
            {role === 'owner' && <RefundForm order={order} boxes={boxes} onBoxes={setBoxes} />}
            {role === 'owner' && <OrderHistory order={order} />}
          </div>
        )}
      </details>
    </div>
  );
}

interface OrderFactsProps {
  readonly order: OrderListItem;
  /** `Week of 1 Dec` */
  readonly week: string;
}

/** The delivery address, the payment, and the packing slip. */
function OrderFacts({ order, week }: OrderFactsProps) {
  const { deliveryWeek } = order;
  return (
    <dl>
      <div>
        <dt>Delivery week</dt>
        <dd>{week}</dd>
        {deliveryWeek !== null && (
          <dd>
            <a href={buildSlipUrl(deliveryWeek, order.orderNumber)}>Packing slip</a>
          </dd>
        )}
      </div>
      <div>
        <dt>Deliver to</dt>
        <dd>{order.address.join('\n') || describePlace(order)}</dd>
      </div>
      {listWords(order, 'farmLabel').map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
      <div>
        <dt>Payment</dt>
        <dd>{describePayment(order).join('\n')}</dd>
      </div>
      {order.parcels.length > 0 && (
        <div>
          <dt>{order.parcels.length === 1 ? 'Parcel' : 'Parcels'}</dt>
          {order.parcels.map(({ trackingNumber, sentAt }) => (
            <dd key={trackingNumber}>
              <a href={trackingUrl(trackingNumber)} rel="noreferrer">
                {trackingNumber}
              </a>
              , {formatEventTime(new Date(sentAt))}
            </dd>
          ))}
        </div>
      )}
      <div>
        <dt>Order id</dt>
        <dd>{order.id}</dd>
      </div>
    </dl>
  );
}

const PAYMENTS = { processing: 'Still being processed', failed: 'Failed' } as const;

function describePayment(order: OrderListItem): string[] {
  const { paymentStatus, paidAmount, refundedAmount, isDisputed } = order;
  // Packers are told no sums.
  const known = paidAmount === '' ? 'Paid' : `£${paidAmount} paid`;
  const paid = paidAmount === null ? 'Paid in another currency' : known;
  return [
    paymentStatus === 'succeeded' ? `${paid} ${METHOD_WORDS[order.paymentMethod]}` : describeUnpaid(order),
    ...(refundedAmount === '0.00' || refundedAmount === '' ? [] : [`£${refundedAmount} refunded`]),
    ...(order.takenBy === null ? [] : [`Taken by ${order.takenBy}, by telephone`]),
    ...(isDisputed ? ['Disputed by the buyer’s bank'] : []),
  ];
}

function describeUnpaid({ paymentStatus, paymentMethod }: OrderListItem): string {
  if (paymentMethod === 'bank') return 'Bank transfer, not arrived';
  return paymentStatus === 'failed' ? PAYMENTS.failed : PAYMENTS.processing;
}
