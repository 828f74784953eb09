import { memo, useContext } from 'react';
import { describeBoxes } from '#domain/orders/describe-order.ts';
import './order-table.css';
import { formatOrderDate, formatOrderTime } from '#domain/orders/order-history.ts';
import type { OrderListItem } from '#domain/orders/order-list.ts';
import { statusBadge, statusLabel } from '#domain/orders/order-status.ts';
import { isSelectable, type OrderSelection } from './bulk/SelectionBar.tsx';
import { OrderDelivery } from './OrderDelivery.tsx';
import { RoleContext } from './order/session.ts';
import { TableHead } from './TableHead.tsx';
import { Tooltip } from './Tooltip.tsx';

const COLUMNS = ['Order', 'Customer', 'Items', 'Total', 'Status', 'Date', 'Tracking'];

/** Packers are told no sums. */
function useColumns(): readonly string[] {
  const role = useContext(RoleContext);
  return COLUMNS.filter((name) => role === 'owner' || name !== 'Total');
}

interface OrderTableProps {
  readonly orders: readonly OrderListItem[];
  /** Whether the orders are still those of the previous query. */
  readonly isOld: boolean;
  readonly selection: Omit<OrderSelection, 'selectable'>;
}

/** The Recent Orders table of section 2. On a narrow screen each order is a card that includes the column names. */
export function OrderTable({ orders, isOld, selection }: OrderTableProps) {
  const columns = useColumns();
  const selected = new Set(selection.selected.map(({ id }) => id));
  return (
    <table className={isOld ? 'admin-table old' : 'admin-table'}>
      <TableHead caption="Recent Orders" columns={columns} />
      {orders.map((order) => (
        <OrderGroup
          key={order.id}
          order={order}
          isSelected={selected.has(order.id)}
          select={selection.select}
        />
      ))}
    </table>
  );
}

interface OrderGroupProps {
  readonly order: OrderListItem;
  readonly isSelected: boolean;
  readonly select: OrderSelection['select'];
}

/** Drawn again only when its order changes, because a change of many orders draws the list once for each. */
const OrderGroup = memo(function OrderGroup({ order, isSelected, select }: OrderGroupProps) {
  return (
    <tbody>
      <OrderRow order={order} isSelected={isSelected} onSelect={(isChosen) => select([order], isChosen)} />
      <tr>
        <td colSpan={useColumns().length}>
          <OrderDelivery order={order} />
        </td>
      </tr>
    </tbody>
  );
});

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
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

function OrderRow({ order, isSelected, onSelect }: OrderRowProps) {
  const { id, customerName, recipientName, customerEmail, customerPhone, status } = order;
  const { trackingNumber, parcels } = order;
  const hasSums = useColumns().includes('Total');
  const createdAt = new Date(order.createdAt);
  return (
    <tr>
      <th scope="row" data-label="Order">
        <label className="admin-select">
          <input
            type="checkbox"
            aria-label={`Select ${order.orderNumber}`}
            checked={isSelected}
            disabled={!isSelectable(order)}
            onChange={(event) => onSelect(event.target.checked)}
          />
          <span className="admin-number">{order.orderNumber}</span>
        </label>
        <Tooltip text={id}>
          <button className="admin-id" type="button">
            {id.slice(-8)}
          </button>
        </Tooltip>
      </th>
      <td data-label="Customer">
        <span className="admin-name">{customerName}</span>
        {recipientName !== null && <span className="admin-for"> for {recipientName}</span>}
        {customerEmail !== '' && (
          <a href={`mailto:${customerEmail}`}>
            <MailAddress address={customerEmail} />
          </a>
        )}
        {customerPhone !== null && <a href={`tel:${customerPhone.replace(/\s/g, '')}`}>{customerPhone}</a>}
      </td>
      <td data-label="Items">
        <span>{describeBoxes(order.boxes)}</span>
        {hasSums && <small>£{order.unitPrice} each</small>}
      </td>
      {hasSums && (
        <td data-label="Total">
          <span>£{order.totalAmount}</span>
          {order.refundedAmount !== '0.00' && <small>£{order.refundedAmount} refunded</small>}
        </td>
      )}
      <td data-label="Status">
        <span className={`admin-badge ${statusBadge(status)} ${status}`}>{statusLabel(status)}</span>
      </td>
      <td data-label="Date">
        <time dateTime={order.createdAt}>
          <span>{formatOrderDate(createdAt)}</span> <small>{formatOrderTime(createdAt)}</small>
        </time>
      </td>
      <td data-label="Tracking">
        {trackingNumber === null ? (
          <>Manual processing {order.labelProblem !== null && <small>{order.labelProblem}</small>}</>
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
