import type { Kysely } from 'kysely';
import type { Database, Instant } from '../db/schema.ts';
import { STANDING_BOXES } from './refunded-boxes.ts';

/** Boxes of a week: those of orders that stand, but for refunded ones, and those kept for buyers who are at the checkout. */
export interface BoxCount {
  readonly sold: number;
  readonly held: number;
}

/** Boxes of every week that has any, by the week's Monday. */
export async function countBoxes(db: Kysely<Database>, now: Instant): Promise<Map<string, BoxCount>> {
  const sold = await db
    .selectFrom('orders')
    .select(({ fn }) => ['week', fn.sum<number>(STANDING_BOXES).as('boxes')])
    .where('week', 'is not', null)
    .where('status', '!=', 'cancelled')
    .groupBy('week')
    .execute();
  const held = await selectHeld(db, now)
    .select(({ fn }) => ['week', fn.sum<number>('quantity').as('boxes')])
    .groupBy('week')
    .execute();
  const counts = new Map<string, BoxCount>();
  for (const { week, boxes } of sold) counts.set(week ?? '', { sold: boxes, held: 0 });
  for (const { week, boxes } of held) {
    counts.set(week ?? '', { sold: counts.get(week ?? '')?.sold ?? 0, held: boxes });
  }
  return counts;
}

/** Boxes of a week that one connection keeps for itself. */
export async function countHeldBy(
  db: Kysely<Database>,
  { week, holder, now }: { week: string; holder: string; now: Instant },
): Promise<number> {
  const held = await selectHeld(db, now)
    .select(({ fn }) => fn.sum<number | null>('quantity').as('boxes'))
    .where('week', '=', week)
    .where('held_by', '=', holder)
    .executeTakeFirst();
  return held?.boxes ?? 0;
}

/** Lets go what the same buyer on the same connection has begun before: an order that was changed is held once. */
export async function releaseEarlierHolds(
  db: Kysely<Database>,
  { holder, email }: { holder: string; email: string | null },
): Promise<void> {
  await db
    .updateTable('order_attempts')
    .set({ held_until: null })
    .where('state', '=', 'open')
    .where('held_until', 'is not', null)
    .where('held_by', '=', holder)
    .where('customer_email', email === null ? 'is' : '=', email)
    .execute();
}

function selectHeld(db: Kysely<Database>, now: Instant) {
  return (
    db
      .selectFrom('order_attempts')
      .where('state', '=', 'open')
      .where('held_until', '>', now)
      .where('week', 'is not', null)
      // A pending order and its attempt are the same boxes.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('orders').select('id').whereRef('orders.attempt_id', '=', 'order_attempts.id')),
        ),
      )
  );
}
