import type { Kysely } from 'kysely';
import { EVENT_KINDS } from '#domain/analytics.ts';
import { type IsoDay, londonDay } from '#domain/dates.ts';
import type { AnalyticsEvent } from '#domain/schemas/analytics-event.ts';
import type { Database } from '../db/schema.ts';

/** The most rows for one day, so that nobody can fill the disk. */
export const ROWS_A_DAY = 500;

/** The row, one for each kind, that counts everything beyond the limit. No page has this path: it has no slash. */
const OTHER = { path: 'other', category: '', label: 'other', value: '' };

/**
 * Counts an event on its day in Europe/London.
 * @param now when the event arrived
 */
export async function countEvent(db: Kysely<Database>, event: AnalyticsEvent, now: Date): Promise<void> {
  const { kind, path, category = '', label = '', value = '', region } = event;
  const row = { day: londonDay(now), kind, path, category, label, value, region };
  await db.transaction().execute(async (trx) => {
    const isCounted = await trx
      .selectFrom('visitCounts')
      .select('count')
      .where((where) => where.and(row))
      .executeTakeFirst();
    const hasRoom =
      isCounted !== undefined || (await countRows(trx, row.day)) < ROWS_A_DAY - EVENT_KINDS.length;
    await trx
      .insertInto('visitCounts')
      .values({ ...row, ...(hasRoom ? {} : OTHER), count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'kind', 'path', 'category', 'label', 'value', 'region'])
          .doUpdateSet(({ eb }) => ({ count: eb('visitCounts.count', '+', 1) })),
      )
      .execute();
  });
}

async function countRows(db: Kysely<Database>, day: IsoDay): Promise<number> {
  const { rows } = await db
    .selectFrom('visitCounts')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return rows;
}
