import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Catalogue } from '../site/catalogue.ts';
import type { Attempt } from './attempts-repository.ts';
import { countBoxes } from './reservations-repository.ts';

interface Place {
  readonly attempt: Attempt | undefined;
  readonly week: string | null;
  readonly quantity: number;
}

/**
 * Whether a paid order has its boxes: those that are reserved for it, or others that neither anybody has bought nor
 * reserved. Asked in the transaction that stores the order.
 */
export async function hasRoom(
  trx: Transaction<Database>,
  { attempt, week: id, quantity }: Place,
  weeks: Catalogue['weeks'],
  now: Date,
): Promise<boolean> {
  const week = weeks.find((each) => each.id === id);
  if (week?.boxes === undefined) return true;
  const instant = now.toISOString();
  const count = (await countBoxes(trx, instant, attempt?.id)).get(week.id) ?? { sold: 0, reserved: 0 };
  const isReserved = attempt?.week === id && attempt.heldUntil !== null && attempt.heldUntil > instant;
  return count.sold + (isReserved ? 0 : count.reserved) + quantity <= week.boxes;
}
