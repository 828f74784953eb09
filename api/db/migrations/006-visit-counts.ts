import { type Kysely, sql } from 'kysely';

/**
 * Counts events by day, instead of storing a row for each. The old table stays, empty, because the previous version
 * writes to it for some more seconds. Its rows are counted by UTC days, because SQLite has no time zones, and within
 * that day's row limit.
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
