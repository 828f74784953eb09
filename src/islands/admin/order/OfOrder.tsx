import type { OrderListItem } from '#domain/orders/order-list.ts';

/** Ends the name of a fold, of which the list has the same for every order. */
export function OfOrder({ order }: { readonly order: OrderListItem }) {
  return <span className="visually-hidden"> of order {order.orderNumber}</span>;
}
