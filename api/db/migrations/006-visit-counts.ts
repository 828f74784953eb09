import { type Kysely, sql } from 'kysely';

/**
 * How often each event came in a day, in place of a row for each. The old table stays, empty, for the version before
 * this one, which writes into it for some seconds more. What was in it is counted by days of UTC, because SQLite has no
 * time zones, and under the ceiling of that day's rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE visit_counts (
      day TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('view', 'click', 'search')),
      path TEXT NOT NULL,
      category TEXT NOT NULL,
      label TEXT NOT NULL,
      value TEXT NOT NULL,
      region TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (day, kind, path, category, label, value, region)
    ) WITHOUT ROWID, STRICT`.execute(db);
  await sql`
    INSERT INTO visit_counts
    WITH counts AS (
      SELECT substr(created_at, 1, 10) AS day, kind, path, ifnull(category, '') AS category,
        ifnull(label, '') AS label, ifnull(value, '') AS value, region, count(*) AS count
      FROM analytics_events GROUP BY 1, 2, 3, 4, 5, 6, 7
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY day ORDER BY count DESC) <= 497 AS is_kept FROM counts
    )
    SELECT day, kind, iif(is_kept, path, 'other'), iif(is_kept, category, ''), iif(is_kept, label, 'other'),
      iif(is_kept, value, ''), region, sum(count)
    FROM ranked GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(db);
  await sql`DELETE FROM analytics_events`.execute(db);
}
