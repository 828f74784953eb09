import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
import { CONTACT_RULES } from '#domain/contact/contact-message.ts';
import { CONTACT_FAILED } from '#domain/contact/messages.ts';
import { correctEntries } from '#domain/plain-text.ts';
import { CONTACT_FORM_SLOT, CONTACT_THANKS_PATH, renderContactForm } from '#forms/contact-form.ts';
import type { Database } from '../db/schema.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { limitRequests, type RateLimiter } from '../http/limits.ts';
import { messageOf, type Problem, statusOf } from '../http/problems.ts';
import { type Entries, isForm, readForm } from '../http/request-body.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { CONTACT_LIMIT_BYTES, readFormSubmission, readJsonSubmission } from '../messages/read-submission.ts';
import { type ContactSubmission, storeMessage } from '../messages/store-message.ts';
import { type ReadBuiltPage, sendFilledPage } from '../site/fill-page.ts';

export interface ContactDependencies {
  db: Kysely<Database>;
  getMailSettings: () => MailSettings;
  readBuiltPage: ReadBuiltPage;
  /** Called after a message and its mail have been stored. */
  wakeOutbox: () => void;
  clock: () => Date;
  rateLimiter: RateLimiter;
}

const CONTACT_PAGE = '/contact-us';

/** Mounted at `/api/contact-submit` (section 7): JSON from the page's script, or the form itself without it. */
export function createContactRoutes(deps: ContactDependencies): Hono {
  return new Hono().post(
    '/',
    (c, next) => (isForm(c) ? answerForm(c, deps) : next()),
    limitRequests(deps.rateLimiter),
    (c) => answerJson(c, deps),
  );
}

async function answerJson(c: Context, deps: ContactDependencies): Promise<Response> {
  const submission = await readJsonSubmission(c);
  if (!submission.ok) return sendProblem(c, submission.problem);
  await store(submission.value, deps);
  return c.json({ success: true }, 200, { 'Cache-Control': 'no-store' });
}

/** Every answer is a page, because the visitor has no script that could show anything else. */
async function answerForm(c: Context, deps: ContactDependencies): Promise<Response> {
  const entries = await readForm(c, CONTACT_LIMIT_BYTES);
  showProblemsAsPage(c, (problem) => sendPage(c, deps, problem, entries.ok ? entries.value : {}));
  if (!entries.ok) return sendProblem(c, entries.problem);
  const tooMany = await deps.rateLimiter(c);
  if (tooMany !== null) return sendProblem(c, tooMany);
  const submission = readFormSubmission(entries.value);
  if (!submission.ok) return sendProblem(c, submission.problem);
  await store(submission.value, deps);
  c.header('Cache-Control', 'no-store');
  return c.redirect(CONTACT_THANKS_PATH, 303);
}

async function store(submission: ContactSubmission, deps: ContactDependencies): Promise<void> {
  await storeMessage(deps.db, submission, deps.getMailSettings(), deps.clock());
  deps.wakeOutbox();
}

/** The form with every entry kept, and messages beside its fields or, for any other problem, above them. */
function sendPage(
  c: Context,
  { readBuiltPage }: ContactDependencies,
  problem: Problem,
  typed: Entries,
): Promise<Response> {
  const entries = correctEntries(CONTACT_RULES, typed);
  // Section 8's message, and then advice.
  const failure = {
    heading: CONTACT_FAILED.title,
    messages: [CONTACT_FAILED.description, messageOf(problem)],
  };
  const { fields: errors } = problem;
  return sendFilledPage(c, readBuiltPage, {
    path: CONTACT_PAGE,
    slot: CONTACT_FORM_SLOT,
    markup: renderContactForm(errors ? { entries, errors } : { entries, errors: {}, failure }),
    title: 'Error',
    status: statusOf(problem),
  });
}
