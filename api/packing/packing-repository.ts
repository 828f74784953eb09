import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { FLAGS, type Order, PARCELS, readLists } from '../orders/orders-repository.ts';
import { BOXES_SENT_IN_PART, BOXES_TO_PACK } from '../orders/refunded-boxes.ts';

/**
 * What packing needs of an order, with its `quantity` without boxes that are refunded or sent already. No price, e-mail
 * address or phone number.
 */
export interface PackingOrder extends PackedFields {
  /** Of an order that is sent in part. Its other boxes count on from them. */
  readonly boxesSent: number;
}

type PackedFields = Pick<
  Order,
  | 'orderNumber'
  | 'week'
  | 'version'
  | 'status'
  | 'paymentStatus'
  | 'quantity'
  | 'flags'
  | 'parcels'
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
  const rows = await selectPacking(db)
    .where('week', '=', week)
    .where(({ eb, or }) => or([eb(BOXES_TO_PACK, '>', 0), eb('status', '=', 'cancelled')]))
    .execute();
  return rows.map(readLists);
}

export async function findPackingOrder(
  db: Kysely<Database>,
  orderNumber: string,
): Promise<PackingOrder | undefined> {
  const row = await selectPacking(db).where('orderNumber', '=', orderNumber).executeTakeFirst();
  return row && readLists(row);
}

function selectPacking(db: Kysely<Database>) {
  return db
    .selectFrom('orders')
    .select([
      'orderNumber',
      'week',
      'version',
      'status',
      'paymentStatus',
      BOXES_TO_PACK.as('quantity'),
      BOXES_SENT_IN_PART.as('boxesSent'),
      FLAGS.as('flags'),
      PARCELS.as('parcels'),
      'customerName',
      'recipientName',
      'giftMessage',
      'shippingAddress',
      'shippingCity',
      'shippingPostcode',
      'shippingCountry',
      'specialInstructions',
    ]);
}
