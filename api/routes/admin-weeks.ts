import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { LONGEST_NOTE, WEEK_ACTIONS } from '#domain/orders/week-jobs.ts';
import { readText } from '#domain/plain-text.ts';
import { planWeek } from '../bulk/plan-week.ts';
import { previewMail } from '../bulk/preview-mail.ts';
import { continueJob, startJob, stopJob } from '../bulk/start-job.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson, validate } from '../http/request-body.ts';
import type { Result } from '../http/result.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { closeWeek, openWeek } from '../orders/closed-weeks.ts';
import type { FulfilmentDependencies } from '../orders/fulfil-order.ts';
import { weekSchema } from '../orders/order-list-repository.ts';
import { describeJob, listJobs, type StoredJob } from '../orders/week-jobs-repository.ts';

const NOTE_RULE = `Please keep your words to the buyers below ${LONGEST_NOTE} characters.`;

const mailSchema = z.strictObject({
  action: z.enum(WEEK_ACTIONS, 'Please choose what happens to the orders.'),
  toWeek: weekSchema.optional(),
  note: z
    .string(NOTE_RULE)
    .overwrite((typed) => readText(typed).trim())
    .min(1, 'Please write a few words to the buyers.')
    .max(LONGEST_NOTE, NOTE_RULE),
});
const jobSchema = mailSchema.extend({ id: z.uuid('Please reload the page.') });

/** How long a job that has ended is shown. */
const SHOWN_MS = 7 * 24 * 60 * 60_000;

export interface WeekRouteDependencies extends Pick<FulfilmentDependencies, 'db' | 'clock' | 'getCatalogue'> {
  readonly getMailSettings: () => MailSettings;
  readonly wakeWeekJobs: () => void;
}

/**
 * `/api/admin/weeks/:week/…` and `/api/admin/week-jobs`, for owners: closing a week to new orders, and moving or
 * refunding its orders.
 */
export function createAdminWeekRoutes(deps: WeekRouteDependencies): Hono {
  const { db, clock, getCatalogue } = deps;
  const noStore = { 'Cache-Control': 'no-store' };
  const plan = async (c: Context, change: (week: string) => Promise<void> = async () => {}) => {
    const week = validate(weekSchema, c.req.param('week'));
    if (!week.ok) return sendProblem(c, week.problem);
    await change(week.value);
    return c.json(await planWeek(db, week.value, getCatalogue()), 200, noStore);
  };
  const answer = async (c: Context, job: Result<StoredJob>) => {
    if (!job.ok) return sendProblem(c, job.problem);
    deps.wakeWeekJobs();
    return c.json(await describeJob(db, job.value), 200, noStore);
  };
  return new Hono()
    .get('/weeks/:week/plan', (c) => plan(c))
    .post('/weeks/:week/close', (c) => plan(c, (week) => closeWeek(db, week, c.var.person.name, clock())))
    .post('/weeks/:week/open', (c) => plan(c, (week) => openWeek(db, week)))
    .post('/weeks/:week/mail', async (c) => {
      const [week, body] = [validate(weekSchema, c.req.param('week')), await readJson(c, mailSchema)];
      if (!week.ok) return sendProblem(c, week.problem);
      if (!body.ok) return sendProblem(c, body.problem);
      const mail = await previewMail(db, week.value, body.value, deps.getMailSettings(), clock());
      return mail.ok ? c.json(mail.value, 200, noStore) : sendProblem(c, mail.problem);
    })
    .post('/weeks/:week/jobs', async (c) => {
      const [week, body] = [validate(weekSchema, c.req.param('week')), await readJson(c, jobSchema)];
      if (!week.ok) return sendProblem(c, week.problem);
      if (!body.ok) return sendProblem(c, body.problem);
      return answer(c, await startJob(deps, week.value, body.value, c.var.person.name));
    })
    .get('/week-jobs', async (c) => {
      const since = new Date(clock().getTime() - SHOWN_MS).toISOString();
      return c.json({ jobs: await listJobs(db, since) }, 200, noStore);
    })
    .post('/week-jobs/:id/stop', async (c) => answer(c, await stopJob(deps, c.req.param('id'))))
    .post('/week-jobs/:id/continue', async (c) => answer(c, await continueJob(deps, c.req.param('id'))));
}
