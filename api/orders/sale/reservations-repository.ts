import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database, Instant } from '../../db/schema.ts';
import type { Attempt } from '../attempts-repository.ts';
import { STANDING_BOXES } from '../refunded-boxes.ts';

/**
 * Boxes of a week: sold ones in orders that are not cancelled, without refunded boxes, and those reserved at the
 * checkout.
 */
export interface BoxCount {
  readonly sold: number;
  readonly reserved: number;
}

/**
 * The boxes of each of these weeks that has any, by the week's Monday.
 * @param except the attempt whose own reservation does not count
 */
export async function countBoxes(
  db: Kysely<Database>,
  weeks: readonly string[],
  now: Instant,
  except = '',
): Promise<Map<string, BoxCount>> {
  const sold = await db
    .selectFrom('orders')
    .select(({ fn }) => ['week', fn.sum<number>(STANDING_BOXES).as('boxes')])
    .where('week', 'in', weeks)
    .where('status', '!=', 'cancelled')
    .groupBy('week')
    .execute();
  const reserved = await selectReserved(db, now)
    .select(({ fn }) => ['week', fn.sum<number>('quantity').as('boxes')])
    .where('week', 'in', weeks)
    .where('id', '!=', except)
    .groupBy('week')
    .execute();
  const counts = new Map<string, BoxCount>();
  for (const { week, boxes } of sold) counts.set(week ?? '', { sold: boxes, reserved: 0 });
  for (const { week, boxes } of reserved) {
    counts.set(week ?? '', { sold: counts.get(week ?? '')?.sold ?? 0, reserved: boxes });
  }
  return counts;
}

/** The boxes of a week that are reserved for one network. */
export async function countReservedBy(
  db: Kysely<Database>,
  { week, holder, now }: { week: string; holder: string; now: Instant },
): Promise<number> {
  const reserved = await selectReserved(db, now)
    .select(({ fn }) => fn.sum<number | null>('quantity').as('boxes'))
    .where('week', '=', week)
    .where('heldBy', '=', holder)
    .executeTakeFirst();
  return reserved?.boxes ?? 0;
}

/**
 * Ends the reservation of an attempt that the same page has replaced by another.
 * @returns the attempt, whose payment must be ended; undefined if it has an order, or has ended already
 */
export function replaceAttempt(
  db: Kysely<Database>,
  id: string,
  replacedBy: string,
): Promise<Attempt | undefined> {
  return db
    .updateTable('orderAttempts')
    .set({ heldUntil: null, replacedBy: replacedBy })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(hasNoOrder)
    .returningAll()
    .executeTakeFirst();
}

function selectReserved(db: Kysely<Database>, now: Instant) {
  return (
    db
      .selectFrom('orderAttempts')
      .where('state', '=', 'open')
      .where('heldUntil', '>', now)
      .where('week', 'is not', null)
      // The boxes of a pending order and its attempt must not count twice.
      .where(hasNoOrder)
  );
}

function hasNoOrder({ not, exists, selectFrom }: ExpressionBuilder<Database, 'orderAttempts'>) {
  return not(exists(selectFrom('orders').select('id').whereRef('orders.attemptId', '=', 'orderAttempts.id')));
}
