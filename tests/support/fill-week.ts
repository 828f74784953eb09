import type { Database as Connection } from 'better-sqlite3';
import { madeUpId, makeUpOrders, toColumn, trackOrders } from '../api/orders/made-up-orders.ts';
import { flagOrders } from './flag-orders.ts';
import { costOf } from './sample-order.ts';

/** Fields of an order that differ; `flag` is a note to look at. */
export type OrderChanges = Record<string, string | number | null>;

export const PACKED_WEEK = '2025-12-01';

/**
 * Fills PACKED_WEEK with paid orders that wait to be packed, of one box each, and changes each as the list says.
 * @returns the orders' numbers, in the list's order
 */
export function fillWeek(sqlite: Connection, orders: readonly OrderChanges[]): string[] {
  makeUpOrders(sqlite, orders.length);
  sqlite.exec('DELETE FROM parcels');
  const plain = {
    week: PACKED_WEEK,
    status: 'processing',
    quantity: 1,
    recipientName: null,
    giftMessage: null,
    specialInstructions: null,
  };
  return orders.map(({ flag, trackingNumber, ...changes }, index) => {
    if (typeof flag === 'string') {
      flagOrders(sqlite, 'note', { where: `id = '${madeUpId(index)}'`, details: [flag] });
    }
    const row: OrderChanges = { ...plain, ...changes };
    row.totalPence = Math.round(Number(costOf(Number(row.quantity))) * 100);
    const names = Object.keys(row);
    const number = String(
      sqlite
        .prepare(
          `UPDATE orders SET ${names.map((name) => `${toColumn(name)} = @${name}`)} WHERE id = @id RETURNING order_number`,
        )
        .pluck()
        .get({ ...row, id: madeUpId(index) }),
    );
    if (typeof trackingNumber === 'string') trackOrders(sqlite, trackingNumber, `order_number = '${number}'`);
    return number;
  });
}
