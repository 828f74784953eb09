import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Log } from '../http/log.ts';
import type { ReportRun } from '../jobs/report-run.ts';
import { createTimedJob, type TimedJob } from '../jobs/timed-job.ts';
import { countGivenUp } from './mail-list-repository.ts';

export interface FailedMailsDependencies {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly reportRun: ReportRun;
}

const MINUTE_MS = 60_000;
/** Not for good: nobody can clear up a mail whose right address nobody knows, and the next one must be told as well. */
const COUNTS_FOR_MS = 24 * 60 * MINUTE_MS;

/**
 * Looks once a minute whether a mail has been given up, and not sent again. What it reports is written down, so it
 * also notices within a minute that the database takes nothing any more.
 */
export function createFailedMailsCheck({ db, clock, log, reportRun }: FailedMailsDependencies): TimedJob {
  return createTimedJob({
    async run() {
      const failed = await countGivenUp(db, new Date(clock().getTime() - COUNTS_FOR_MS));
      const reason = `${failed} in the last 24 hours`;
      await reportRun(failed === 0 ? { ok: true } : { ok: false, reason });
    },
    onFailure: (error) => log('the failed mails could not be counted', error),
    intervalMs: MINUTE_MS,
  });
}
