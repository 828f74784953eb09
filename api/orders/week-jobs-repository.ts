import { hash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { WeekJob } from '#domain/orders/week-jobs.ts';
import type { Database, Instant, WeekJobOrdersTable, WeekJobsTable } from '../db/schema.ts';
import { formatUuid } from './order-identity.ts';
import { type Order, readOrderRow, selectOrders } from './orders-repository.ts';
import { findRefundRequest } from './refund-requests-repository.ts';

export type StoredJob = Selectable<WeekJobsTable>;
export type JobOrder = Selectable<WeekJobOrdersTable>;

/** The orders of a week that are not cancelled, first come first. */
export async function findStandingOrders(db: Kysely<Database>, week: string): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where('week', '=', week)
    .where('status', '!=', 'cancelled')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(readOrderRow);
}

export function findJob(db: Kysely<Database>, id: string): Promise<StoredJob | undefined> {
  return db.selectFrom('weekJobs').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findRunningJob(db: Kysely<Database>, week: string): Promise<StoredJob | undefined> {
  return db
    .selectFrom('weekJobs')
    .selectAll()
    .where('week', '=', week)
    .where('state', '=', 'running')
    .executeTakeFirst();
}

/** Stores a job with its orders, in the order in which they are taken. */
export async function insertJob(
  db: Kysely<Database>,
  job: Pick<StoredJob, 'id' | 'week' | 'action' | 'toWeek' | 'note' | 'person' | 'createdAt'>,
  orderIds: readonly string[],
): Promise<void> {
  await db
    .insertInto('weekJobs')
    .values({ ...job, state: 'running', nextAttemptAt: null, trouble: null, endedAt: null })
    .execute();
  for (const [place, orderId] of orderIds.entries()) {
    await db.insertInto('weekJobOrders').values({ jobId: job.id, orderId, place, reason: null }).execute();
  }
}

/** The running job that has been due longest. */
export function findDueJob(db: Kysely<Database>, now: Date): Promise<StoredJob | undefined> {
  return db
    .selectFrom('weekJobs')
    .selectAll()
    .where('state', '=', 'running')
    .where(({ or, eb }) =>
      or([eb('nextAttemptAt', 'is', null), eb('nextAttemptAt', '<=', now.toISOString())]),
    )
    .orderBy('createdAt')
    .executeTakeFirst();
}

export function findNextOrder(db: Kysely<Database>, jobId: string): Promise<JobOrder | undefined> {
  return db
    .selectFrom('weekJobOrders')
    .selectAll()
    .where('jobId', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('place')
    .executeTakeFirst();
}

/** Stores what became of one order, and that the job is no longer waiting for anything. */
export async function recordStep(
  db: Kysely<Database>,
  { jobId, orderId }: JobOrder,
  step: Pick<JobOrder, 'state' | 'reason'>,
): Promise<void> {
  await db
    .updateTable('weekJobOrders')
    .set(step)
    .where('jobId', '=', jobId)
    .where('orderId', '=', orderId)
    .execute();
  await db
    .updateTable('weekJobs')
    .set({ attempts: 0, nextAttemptAt: null, trouble: null })
    .where('id', '=', jobId)
    .execute();
}

/** Stores that the job waits, and why. */
export async function postponeJob(
  db: Kysely<Database>,
  id: string,
  { trouble, nextAttemptAt }: { readonly trouble: string; readonly nextAttemptAt: Instant },
): Promise<void> {
  await db
    .updateTable('weekJobs')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), trouble, nextAttemptAt }))
    .where('id', '=', id)
    .execute();
}

/** Ends a running job: it is done, or a person has stopped it. @returns whether it was running */
export async function endJob(
  db: Kysely<Database>,
  id: string,
  state: 'stopped' | 'done',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('weekJobs')
    .set({ state, endedAt: now.toISOString(), attempts: 0, nextAttemptAt: null, trouble: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Has a job go on, and try its refused orders again. */
export async function resumeJob(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .updateTable('weekJobOrders')
    .set(({ eb }) => ({ state: 'waiting', reason: null, round: eb('round', '+', 1) }))
    .where('jobId', '=', id)
    .where('state', '=', 'refused')
    .execute();
  await db
    .updateTable('weekJobs')
    .set({ state: 'running', endedAt: null, attempts: 0, nextAttemptAt: null, trouble: null })
    .where('id', '=', id)
    .execute();
}

/** Jobs that are not done, or have ended since an instant, newest first. */
export async function listJobs(db: Kysely<Database>, endedSince: Instant): Promise<WeekJob[]> {
  const jobs = await db
    .selectFrom('weekJobs')
    .selectAll()
    .where(({ or, eb }) => or([eb('state', '=', 'running'), eb('endedAt', '>', endedSince)]))
    .orderBy('createdAt', 'desc')
    .execute();
  return Promise.all(jobs.map((job) => describeJob(db, job)));
}

/** A job and how far it is. */
export async function describeJob(db: Kysely<Database>, job: StoredJob): Promise<WeekJob> {
  const { total, done } = await db
    .selectFrom('weekJobOrders')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<number>`count(*) FILTER (WHERE state = 'done')`.as('done'),
    ])
    .where('jobId', '=', job.id)
    .executeTakeFirstOrThrow();
  const refused = await db
    .selectFrom('weekJobOrders')
    .innerJoin('orders', 'orders.id', 'weekJobOrders.orderId')
    .select(['orders.orderNumber', 'weekJobOrders.reason'])
    .where('jobId', '=', job.id)
    .where('state', '=', 'refused')
    .orderBy('place')
    .execute();
  const { id, week, action, toWeek, person, state, trouble } = job;
  return {
    ...{ id, week, action, toWeek, person, state, trouble, total, done },
    refused: refused.map(({ orderNumber, reason }) => ({ orderNumber, reason: reason ?? '' })),
  };
}

/**
 * The id of the refund request that a job makes for an order, the same after a crash, so that it is one refund.
 * @returns a UUID of version 8
 */
export function deriveRefundId({
  jobId,
  orderId,
  round,
}: Pick<JobOrder, 'jobId' | 'orderId' | 'round'>): string {
  return formatUuid(hash('sha256', `refund ${jobId} ${orderId} ${round}`, 'buffer'));
}

/**
 * The farm's words to the buyer, if the order's last refund is a job's; no matter whether the job, the webhook or the
 * daily comparison is the first to record that refund.
 */
export async function findRefundNote(db: Kysely<Database>, orderId: string): Promise<string | undefined> {
  const request = await findRefundRequest(db, orderId);
  if (request === undefined) return undefined;
  const rows = await db
    .selectFrom('weekJobOrders')
    .innerJoin('weekJobs', 'weekJobs.id', 'weekJobOrders.jobId')
    .select(['jobId', 'orderId', 'round', 'note'])
    .where('orderId', '=', orderId)
    .where('action', '=', 'refund')
    .execute();
  return rows.find((row) => deriveRefundId(row) === request.id)?.note;
}
