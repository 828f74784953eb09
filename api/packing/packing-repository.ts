import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { FLAGS, type Order, readFlags } from '../orders/orders-repository.ts';
import { STANDING_BOXES } from '../orders/refunded-boxes.ts';

/**
 * What packing needs of an order, with its `quantity` without refunded boxes. No price, e-mail address or phone number.
 */
export type PackingOrder = Pick<
  Order,
  | 'orderNumber'
  | 'status'
  | 'paymentStatus'
  | 'quantity'
  | 'flags'
  | 'customerName'
  | 'recipientName'
  | 'giftMessage'
  | 'shippingAddress'
  | 'shippingCity'
  | 'shippingPostcode'
  | 'shippingCountry'
  | 'specialInstructions'
>;

/**
 * Every order of a delivery week, with any status, in no particular order. Without shipped orders that were fully
 * refunded.
 * @param week its Monday
 */
export async function findOrdersOfWeek(db: Kysely<Database>, week: string): Promise<PackingOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select([
      'orderNumber',
      'status',
      'paymentStatus',
      STANDING_BOXES.as('quantity'),
      FLAGS.as('flags'),
      'customerName',
      'recipientName',
      'giftMessage',
      'shippingAddress',
      'shippingCity',
      'shippingPostcode',
      'shippingCountry',
      'specialInstructions',
    ])
    .where('week', '=', week)
    .where(({ eb, or }) => or([eb(STANDING_BOXES, '>', 0), eb('status', '=', 'cancelled')]))
    .execute();
  return rows.map(readFlags);
}
