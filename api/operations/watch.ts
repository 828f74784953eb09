import type { Kysely, Transaction } from 'kysely';
import { londonDay } from '#domain/dates.ts';
import type { Database, WatchedJob } from '../db/schema.ts';
import type { Background, ReportRun, RunOutcome } from '../jobs/job.ts';
import { countUnsentMails } from '../mail/mail-list-repository.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { dropUnsentMail, enqueueMail } from '../mail/outbox-repository.ts';
import type { Template } from '../mail/template.ts';
import {
  type FailingJob,
  type JobState,
  writeFailureNotice,
  writeMendingNotice,
  writeUndeliveredNotice,
} from './notices.ts';

export interface Watch {
  follow(job: WatchedJob): ReportRun;
  /** The state of the watched jobs that have run at least once, including before a restart. */
  listJobs(): Promise<JobState[]>;
  /** Mails the farm that a mail has been given up, once a day. */
  tellUndelivered(): Promise<void>;
  /**
   * Problems that do not stop visitors: jobs that keep failing, `database` if it cannot be written to, and `failed_mails`
   * if one has been given up since yesterday and not sent again.
   */
  listWarnings(): Promise<string[]>;
}

interface WatchDependencies extends Pick<Background, 'db' | 'clock' | 'log'> {
  readonly getMailSettings: () => MailSettings;
  readonly wakeOutbox: () => void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** One failure means little, and a job that runs rarely may not run again for hours. So both limits must be reached. */
const FAILURES_IN_A_ROW = 3;
const PATIENCE_MS: Record<WatchedJob, number> = {
  backup: 30 * MINUTE_MS,
  mail: 60 * MINUTE_MS,
  reconciliation: 10 * MINUTE_MS,
  labels: 60 * MINUTE_MS,
};

/**
 * Stores the state of the service's jobs. Mails the farm once when a job keeps failing, and once when it works again,
 * across restarts and processes.
 */
export function createWatch(deps: WatchDependencies): Watch {
  const { db, clock, log, wakeOutbox } = deps;
  const followed: WatchedJob[] = [];
  let canWrite = true;

  async function report(name: WatchedJob, outcome: RunOutcome): Promise<void> {
    try {
      // Reads and writes in one transaction, so that of two processes only one sees the change.
      const isNews = await db.transaction().execute(async (trx) => {
        const before = await findJob(trx, name);
        const after = judge(before, outcome, clock());
        await saveJob(trx, after);
        if (isAlerted(after) && !isAlerted(before)) await tellFailure(trx, after);
        if (isAlerted(before) && !isAlerted(after)) await tellMending(trx, before);
        return isAlerted(before) !== isAlerted(after);
      });
      canWrite = true;
      if (isNews) wakeOutbox();
    } catch (error) {
      canWrite = false;
      log(`the outcome of the job ${name} could not be stored`, error);
    }
  }

  async function tellFailure(trx: Transaction<Database>, job: FailingJob): Promise<void> {
    log(`the job ${job.name} keeps failing, since ${job.failingSince}`, new Error(job.reason));
    const template = writeFailureNotice(job, deps.getMailSettings().farm);
    if (template !== null) await enqueueNotice(trx, nameMail(job, 'failed'), template);
  }

  async function tellMending(trx: Transaction<Database>, job: FailingJob): Promise<void> {
    log(`the job ${job.name} works again; it had failed since ${job.failingSince}`);
    // If mails could not be sent meanwhile, it could arrive after the all-clear.
    await dropUnsentMail(trx, 'service_notice', nameMail(job, 'failed'));
    const template = writeMendingNotice(job, clock(), deps.getMailSettings().farm);
    await enqueueNotice(trx, nameMail(job, 'mended'), template);
  }

  async function enqueueNotice(
    trx: Transaction<Database>,
    subjectId: string,
    template: Template,
  ): Promise<void> {
    const settings = deps.getMailSettings();
    const mail = { kind: 'service_notice', subjectId, address: null, template } as const;
    await enqueueMail(trx, mail, settings, clock());
  }

  return {
    follow(job) {
      followed.push(job);
      return (outcome) => report(job, outcome);
    },
    async tellUndelivered() {
      const template = writeUndeliveredNotice(deps.getMailSettings().farm);
      const name = `undelivered/${londonDay(clock())}`;
      await db.transaction().execute((trx) => enqueueNotice(trx, name, template));
    },
    listJobs: () => findJobs(db, followed),
    async listWarnings() {
      const jobs = await findJobs(db, followed);
      const yesterday = new Date(clock().getTime() - DAY_MS);
      return [
        ...((await countUnsentMails(db, 'failed', yesterday)) > 0 ? ['failed_mails'] : []),
        ...jobs.filter(isAlerted).map(({ name }) => name),
        ...(canWrite ? [] : ['database']),
      ];
    },
  };
}

function judge(before: JobState, outcome: RunOutcome, now: Date): JobState {
  if (outcome.ok && outcome.isProof === false && before.failures > 0) return before;
  if (outcome.ok) {
    const lastGoodAt = (outcome.at ?? now).toISOString();
    return { ...before, lastGoodAt, failingSince: null, failures: 0, reason: null, alertedAt: null };
  }
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? now.toISOString();
  const isLasting = now.getTime() - Date.parse(failingSince) >= PATIENCE_MS[before.name];
  const isAlert = isLasting && failures >= FAILURES_IN_A_ROW;
  const alertedAt = before.alertedAt ?? (isAlert ? now.toISOString() : null);
  return { ...before, failingSince, failures, reason: outcome.reason, alertedAt };
}

/** Whether the farm has been told that the job keeps failing, and not yet that it works again. */
export function isAlerted(job: JobState): job is FailingJob {
  return job.alertedAt !== null;
}

/** Unique for each failure and recovery. It becomes part of a Message-ID, which must not contain colons. */
function nameMail({ name, failingSince }: FailingJob, event: 'failed' | 'mended'): string {
  return `${name}/${failingSince.replaceAll(':', '')}/${event}`;
}

async function findJob(db: Kysely<Database>, name: WatchedJob): Promise<JobState> {
  const [known] = await findJobs(db, [name]);
  const unknown = { lastGoodAt: null, failingSince: null, failures: 0, reason: null, alertedAt: null };
  return known ?? { name, ...unknown };
}

async function findJobs(db: Kysely<Database>, names: readonly WatchedJob[]): Promise<JobState[]> {
  if (names.length === 0) return [];
  return db.selectFrom('watchedJobs').selectAll().where('name', 'in', names).orderBy('name').execute();
}

async function saveJob(db: Kysely<Database>, job: JobState): Promise<void> {
  const { name, ...state } = job;
  await db
    .insertInto('watchedJobs')
    .values(job)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(state))
    .execute();
}
