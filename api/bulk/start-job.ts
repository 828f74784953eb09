import { parseDay } from '#domain/dates.ts';
import type { WeekJobRequest } from '#domain/orders/week-jobs.ts';
import { type Result, refuse } from '../http/result.ts';
import { closeWeek } from '../orders/closed-weeks.ts';
import type { FulfilmentDependencies } from '../orders/fulfil-order.ts';
import {
  endJob,
  findJob,
  findRunningJob,
  insertJob,
  resumeJob,
  type StoredJob,
} from '../orders/week-jobs-repository.ts';
import { listRefundable, sortOrders } from './plan-week.ts';

type JobDependencies = Pick<FulfilmentDependencies, 'db' | 'clock' | 'getCatalogue'>;

/**
 * Closes a week to new orders, and begins to move or refund its orders. The same request again is the same job; a week
 * has one running job.
 * @param person by name
 */
export function startJob(
  { db, clock, getCatalogue }: JobDependencies,
  week: string,
  { id, action, toWeek, note }: WeekJobRequest,
  person: string,
): Promise<Result<StoredJob>> {
  return db.transaction().execute(async (trx): Promise<Result<StoredJob>> => {
    const known = await findJob(trx, id);
    if (known) return { ok: true, value: known };
    if (await findRunningJob(trx, week)) return refuse({ code: 'week_job_under_way' });
    const target = getCatalogue().weeks.find((each) => each.id === parseDay(toWeek ?? ''));
    if (action === 'move' && (!target || target.id === week || target.isClosed)) {
      return refuse({ code: 'invalid_fields', fields: { toWeek: 'Please choose another delivery week.' } });
    }
    const sorted = await sortOrders(trx, week);
    const taken = action === 'refund' ? listRefundable(sorted.taken) : sorted.taken;
    if (taken.length === 0) return refuse({ code: 'week_job_empty' });
    const now = clock();
    await closeWeek(trx, week, person, now);
    const job = {
      id,
      week,
      action,
      toWeek: action === 'move' ? (target?.id ?? null) : null,
      note,
      person,
      createdAt: now.toISOString(),
    };
    await insertJob(
      trx,
      job,
      taken.map((order) => order.id),
    );
    return found(await findJob(trx, id));
  });
}

/** Stops a job after its current order. One that has ended stays as it is. */
export function stopJob({ db, clock }: JobDependencies, id: string): Promise<Result<StoredJob>> {
  return db.transaction().execute(async (trx) => {
    await endJob(trx, id, 'stopped', clock());
    return found(await findJob(trx, id));
  });
}

/** Has a job go on, with its refused orders as well. */
export function continueJob({ db }: JobDependencies, id: string): Promise<Result<StoredJob>> {
  return db.transaction().execute(async (trx) => {
    const job = await findJob(trx, id);
    if (job?.state === 'running') return { ok: true, value: job };
    if (job && (await findRunningJob(trx, job.week))) return refuse({ code: 'week_job_under_way' });
    await resumeJob(trx, id);
    return found(await findJob(trx, id));
  });
}

function found(job: StoredJob | undefined): Result<StoredJob> {
  return job ? { ok: true, value: job } : refuse({ code: 'week_job_not_found' });
}
