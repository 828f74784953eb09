import type { Kysely, Selectable } from 'kysely';
import type { Database, WatchedJob, WatchedJobsTable } from '../db/schema.ts';

export type JobState = Selectable<WatchedJobsTable>;

/** A job whose last run failed. */
export type FailingJob = JobState & { failingSince: string; reason: string };

/** A job's state. If it has never run, an empty one. */
export async function findJob(db: Kysely<Database>, name: WatchedJob): Promise<JobState> {
  const [known] = await findJobs(db, [name]);
  const unknown = { lastGoodAt: null, failingSince: null, failures: 0, reason: null, alertedAt: null };
  return known ?? { name, ...unknown };
}

/** Those of the jobs that have run at least once. */
export async function findJobs(db: Kysely<Database>, names: readonly WatchedJob[]): Promise<JobState[]> {
  if (names.length === 0) return [];
  return db.selectFrom('watchedJobs').selectAll().where('name', 'in', names).orderBy('name').execute();
}

export async function saveJob(db: Kysely<Database>, job: JobState): Promise<void> {
  const { name, ...state } = job;
  await db
    .insertInto('watchedJobs')
    .values(job)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
    .execute();
}
