import type { Database as Connection } from 'better-sqlite3';
import type { OrderFlagCode } from '../../src/domain/orders/order-flags.ts';

/** Flags the orders that an SQL condition finds. @param details in the order in which the flag's message has them */
export function flagOrders(
  sqlite: Connection,
  code: OrderFlagCode,
  { where = 'TRUE', details = [] }: { readonly where?: string; readonly details?: readonly string[] } = {},
): void {
  sqlite
    .prepare(`UPDATE orders SET flags = json_insert(flags, '$[#]', json(?)) WHERE ${where}`)
    .run(JSON.stringify({ code, details }));
}
