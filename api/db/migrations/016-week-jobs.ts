import { type Kysely, sql } from 'kysely';

/**
 * Weeks that the farm has closed to new orders, and the jobs that move or refund a week's orders one after another. Of
 * two people who begin at the same moment, the index refuses the second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE closed_weeks (
      week TEXT PRIMARY KEY,
      person TEXT NOT NULL,
      closed_at TEXT NOT NULL
    ) STRICT`.execute(db);
  await sql`
    CREATE TABLE week_jobs (
      id TEXT PRIMARY KEY,
      week TEXT NOT NULL,
      action TEXT NOT NULL CHECK (action IN ('move', 'refund')),
      to_week TEXT CHECK ((to_week IS NOT NULL) = (action = 'move')),
      note TEXT NOT NULL,
      person TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
      attempts INTEGER NOT NULL DEFAULT 0,
      next_attempt_at TEXT,
      trouble TEXT,
      created_at TEXT NOT NULL,
      ended_at TEXT
    ) STRICT`.execute(db);
  await sql`CREATE UNIQUE INDEX week_jobs_running ON week_jobs (week) WHERE state = 'running'`.execute(db);
  await sql`
    CREATE TABLE week_job_orders (
      job_id TEXT NOT NULL REFERENCES week_jobs (id) ON DELETE CASCADE,
      order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'refused')),
      reason TEXT,
      round INTEGER NOT NULL DEFAULT 1,
      PRIMARY KEY (job_id, order_id)
    ) STRICT`.execute(db);
  await sql`CREATE INDEX week_job_orders_by_order ON week_job_orders (order_id)`.execute(db);
}
