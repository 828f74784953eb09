import type { Kysely } from 'kysely';
import type { Person } from '#domain/people.ts';
import type { Database, Instant } from '../../db/schema.ts';
import type { Catalogue } from '../../site/catalogue.ts';

/**
 * The catalogue with the weeks marked that the farm has closed, so that whoever asks for the weeks sees it: prices,
 * availability, payments, the buyer's own page. Asked for at each call, because a second process of the service may have
 * closed one.
 */
export function createCatalogueReader<T extends Pick<Catalogue, 'weeks'>>(
  getCatalogue: () => T,
  listClosedWeeks: () => readonly string[],
): () => T {
  return () => {
    const catalogue = getCatalogue();
    const closed = listClosedWeeks();
    if (closed.length === 0) return catalogue;
    const weeks = catalogue.weeks.map((week) =>
      closed.includes(week.id) ? { ...week, isClosed: true } : week,
    );
    return { ...catalogue, weeks };
  };
}

/** Closes a week to new orders. It may be closed already. */
export async function closeWeek(
  db: Kysely<Database>,
  week: string,
  person: Person,
  now: Date,
): Promise<void> {
  await db
    .insertInto('closedWeeks')
    .values({ week, person: person.name, personId: person.id, closedAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('week').doNothing())
    .execute();
}

/** When a week was closed; undefined if it is not. */
export async function findWeekClosed(db: Kysely<Database>, week: string): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('closedWeeks')
    .select('closedAt')
    .where('week', '=', week)
    .executeTakeFirst();
  return row?.closedAt;
}

/** Opens a week again. Its cut-off still counts. */
export async function openWeek(db: Kysely<Database>, week: string): Promise<void> {
  await db.deleteFrom('closedWeeks').where('week', '=', week).execute();
}
