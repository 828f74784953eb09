import type { Kysely } from 'kysely';
import { londonDay } from '#domain/dates.ts';
import { isOnSale, type WeekAvailability } from '#domain/delivery/weeks.ts';
import type { Database } from '../db/schema.ts';
import type { Catalogue } from '../site/catalogue.ts';
import { countBoxes } from './reservations-repository.ts';

/** How every week of the shop stands now. Boxes that somebody may be paying for count as gone. */
export async function readWeekAvailability(
  db: Kysely<Database>,
  { weeks }: Pick<Catalogue, 'weeks'>,
  now: Date,
): Promise<WeekAvailability[]> {
  const counts = await countBoxes(db, now.toISOString());
  return weeks.map((week) => {
    const { sold, reserved } = counts.get(week.id) ?? { sold: 0, reserved: 0 };
    const boxesLeft = week.boxes === undefined ? null : Math.max(0, week.boxes - sold - reserved);
    const state = !isOnSale(week, londonDay(now)) ? 'closed' : boxesLeft === 0 ? 'full' : 'open';
    return { id: week.id, state, boxesLeft };
  });
}
