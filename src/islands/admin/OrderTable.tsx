import './order-table.css';
import { memo, useContext, useDeferredValue, useEffect } from 'react';
import { labelWeek } from '#domain/delivery/weeks.ts';
import { toHref } from '#domain/links.ts';
import { pathOfOrder } from '#domain/office.ts';
import { describeBoxes } from '#domain/orders/describe-order.ts';
import { describePlace } from '#domain/orders/order-fields.ts';
import { describeFlags } from '#domain/orders/order-flags.ts';
import { formatOrderDate, formatOrderTime } from '#domain/orders/order-history.ts';
import { needsLook, type OrderListItem, type UndeliveredMail } from '#domain/orders/order-list.ts';
import { type OrderStatus, statusBadge, statusLabel } from '#domain/orders/order-status.ts';
import { describeWait } from '#domain/orders/payment-method.ts';
import { isSelectable } from './bulk/bulk-actions.ts';
import { RoleContext } from './role.ts';
import { Tooltip } from './Tooltip.tsx';

const COLUMNS = ['Order', 'Customer', 'Items', 'Total', 'Status', 'Date', 'Tracking'];

/** All but the sums for packers, who are told none. */
function useOrderColumns(): readonly string[] {
  const role = useContext(RoleContext);
  return COLUMNS.filter((name) => role === 'owner' || name !== 'Total');
}

/** For those who do not see the colour of a status. */
const MARKS: Record<OrderStatus, string> = {
  pending: '○',
  processing: '■',
  shipped: '→',
  delivered: '✓',
  cancelled: '×',
};

/** More than fit on any screen. */
const FIRST_DRAWN = 50;

type Select = (orders: readonly OrderListItem[], isSelected: boolean) => void;

interface OrderTableProps {
  readonly orders: readonly OrderListItem[];
  /** Of buyers' e-mails that were given up, on the page. */
  readonly undelivered: readonly UndeliveredMail[];
  /** The query of the list, to which an order's page leads back. */
  readonly query: string;
  /** Whether the orders are still those of the previous query. */
  readonly isOld: boolean;
  readonly selected: readonly OrderListItem[];
  readonly select: Select;
}

/** The Recent Orders table of section 2. On a narrow screen each order is a card. */
export function OrderTable({ orders, undelivered, query, isOld, selected, select }: OrderTableProps) {
  const columns = useOrderColumns();
  const chosen = new Set(selected.map(({ id }) => id));
  // The rest follows, so that a phone has something to read sooner. Whoever comes back may be among the rest.
  const drawn = useDeferredValue(orders.length, location.hash === '' ? FIRST_DRAWN : orders.length);
  // Whoever comes back from the page of an order finds it where it was.
  useEffect(() => {
    const row = document.getElementById(location.hash.slice(1));
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('a')?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="admin-room">
      <table className={isOld ? 'admin-table old' : 'admin-table'}>
        <caption className="visually-hidden">Recent Orders</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {orders.slice(0, drawn).map((order) => (
          <OrderGroup
            key={order.id}
            order={order}
            news={undelivered
              .filter(({ orderId }) => orderId === order.id)
              .map(({ message }) => message)
              .join(' ')}
            query={query}
            isSelected={chosen.has(order.id)}
            select={select}
          />
        ))}
      </table>
    </div>
  );
}

interface OrderGroupProps {
  readonly order: OrderListItem;
  /** What did not reach its buyer; empty for most. */
  readonly news: string;
  readonly query: string;
  readonly isSelected: boolean;
  readonly select: Select;
}

/** Drawn again only when its order changes, because a change of many orders draws the list once for each. */
const OrderGroup = memo(function OrderGroup({ order, news, query, isSelected, select }: OrderGroupProps) {
  const columns = useOrderColumns().length;
  const notes = [...listNotes(order), ...(news === '' ? [] : [news])];
  // They may be why the service found it, and nothing else of its row shows them.
  const isSearched = new URLSearchParams(query).has('q');
  return (
    <tbody id={order.orderNumber}>
      <OrderRow
        order={order}
        query={query}
        isSelected={isSelected}
        onSelect={(isChosen) => select([order], isChosen)}
      />
      {notes.length > 0 && (
        <tr>
          <td className="alert" colSpan={columns}>
            {notes.join(' ')}
          </td>
        </tr>
      )}
      {isSearched && order.specialInstructions && (
        <tr>
          <td colSpan={columns}>
            <small>Instructions: {order.specialInstructions}</small>
          </td>
        </tr>
      )}
    </tbody>
  );
});

/** What to know before it is sent. Its page says what can be done about it. */
function listNotes(order: OrderListItem): string[] {
  const { flags, labelProblem, status, paymentStatus, paymentMethod, createdAt, owedAmount } = order;
  const isLabel = labelProblem !== null && status === 'processing';
  const isOwed = flags.length === 0 && Number(owedAmount) > 0;
  const unpaid = {
    succeeded: [],
    failed: ['The payment failed: don’t send it.'],
    processing: [
      paymentMethod === 'bank'
        ? `The bank transfer hasn’t arrived: waiting ${describeWait(createdAt, new Date())}.`
        : 'The payment hasn’t come through yet.',
    ],
  }[paymentStatus];
  return [
    ...(needsLook(order) && flags.length > 0 ? [describeFlags(flags)] : []),
    ...(isLabel ? [`Buy its label by hand. ${labelProblem}`] : []),
    ...(status === 'cancelled' ? [] : unpaid),
    ...(isOwed ? [`£${owedAmount} is to go back to the buyer.`] : []),
  ];
}

/** An e-mail address that a narrow screen breaks before its @ and not within a word. */
function MailAddress({ address }: { readonly address: string }) {
  const sign = address.lastIndexOf('@');
  return (
    <span>
      {address.slice(0, sign)}
      <wbr />
      {address.slice(sign)}
    </span>
  );
}

interface OrderRowProps {
  readonly order: OrderListItem;
  readonly query: string;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

function OrderRow({ order, query, isSelected, onSelect }: OrderRowProps) {
  const { id, orderNumber, customerName, recipientName, customerEmail, customerPhone, status } = order;
  const { trackingNumber, parcels } = order;
  const hasSums = useOrderColumns().includes('Total');
  const createdAt = new Date(order.createdAt);
  const href = `${pathOfOrder(orderNumber)}${query === '' ? '' : `?${new URLSearchParams({ list: query })}`}`;
  // So that the browser's Back leads to it.
  const remember = () => history.replaceState(history.state, '', `#${orderNumber}`);
  return (
    <tr>
      <th scope="row" data-label="Order">
        <label className="admin-select">
          <input
            type="checkbox"
            aria-label={`Select ${orderNumber}`}
            checked={isSelected}
            disabled={!isSelectable(order)}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </label>
        <a className="admin-number" href={href} onClick={remember}>
          {orderNumber}
        </a>
        <Tooltip text={id}>
          <button className="admin-id" type="button">
            {id.slice(-8)}
          </button>
        </Tooltip>
      </th>
      <td data-label="Customer">
        <span>
          <span className="admin-name">{customerName}</span>
          {recipientName !== null && <span className="admin-for"> for {recipientName}</span>}
        </span>
        {customerEmail !== '' && (
          <a href={`mailto:${customerEmail}`}>
            <MailAddress address={customerEmail} />
          </a>
        )}
        <span>
          {customerPhone !== null && <a href={toHref(`tel:${customerPhone}`)}>{customerPhone}</a>}{' '}
          <small>{describePlace(order)}</small>
        </span>
      </td>
      <td data-label="Items">
        <span>{describeBoxes(order.boxes)}</span>
        {hasSums && <small>£{order.unitPrice} each</small>} <small>{labelWeek(order.deliveryWeek)}</small>
      </td>
      {hasSums && (
        <td data-label="Total">
          <span>£{order.totalAmount}</span>
          {order.refundedAmount !== '0.00' && <small>£{order.refundedAmount} refunded</small>}
        </td>
      )}
      <td data-label="Status">
        <span className={`admin-badge ${statusBadge(status)}`} data-mark={MARKS[status]}>
          {statusLabel(status)}
        </span>
      </td>
      <td data-label="Date">
        <time dateTime={order.createdAt}>
          <span>{formatOrderDate(createdAt)}</span> <small>{formatOrderTime(createdAt)}</small>
        </time>
      </td>
      <td data-label="Tracking">
        {trackingNumber === null ? (
          'Manual processing'
        ) : (
          <>
            <span className="admin-number">{trackingNumber}</span>
            {parcels.length > 1 && <span>+{parcels.length - 1}</span>}
            <small>Royal Mail</small>
          </>
        )}
      </td>
    </tr>
  );
}
