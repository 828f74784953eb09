import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Kysely } from 'kysely';
import { CONTACT_FAILED } from '#domain/contact/messages.ts';
import {
  CONTACT_FORM_SLOT,
  CONTACT_THANKS_PATH,
  type ContactFormState,
  renderContactForm,
} from '#forms/contact-form.ts';
import type { Database } from '../db/schema.ts';
import { isStorageFailure, type Log, sendProblem } from '../http/http-errors.ts';
import { PROBLEMS, type ProblemCode } from '../http/problems.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import {
  isFormPost,
  readFormEntries,
  readFormSubmission,
  readJsonSubmission,
} from '../messages/read-submission.ts';
import { type ContactSubmission, storeMessage } from '../messages/store-message.ts';
import { type ReadBuiltPage, sendFilledPage } from '../site/fill-page.ts';

export interface ContactDependencies {
  db: Kysely<Database>;
  getMailSettings: () => MailSettings;
  readBuiltPage: ReadBuiltPage;
  /** Called after a message and its mail have been stored. */
  wakeOutbox: () => void;
  clock: () => Date;
  log: Log;
  /** Answers 429 to an address that asks too often. */
  rateLimit: MiddlewareHandler;
}

const CONTACT_PAGE = '/contact-us';

/** Mounted at `/api/contact-submit` (section 7): JSON from the page's script, or the form itself without it. */
export function createContactRoutes(deps: ContactDependencies): Hono {
  return new Hono().post(
    '/',
    (c, next) => (isFormPost(c) ? answerForm(c, deps) : next()),
    deps.rateLimit,
    (c) => answerJson(c, deps),
  );
}

async function answerJson(c: Context, deps: ContactDependencies): Promise<Response> {
  const submission = await readJsonSubmission(c);
  if (!submission.ok) return sendProblem(c, submission.problem);
  await store(submission.value, deps);
  return c.json({ success: true }, 200, { 'Cache-Control': 'no-store' });
}

/** Every answer is a page: the visitor has no script that could make words of anything else. */
async function answerForm(c: Context, deps: ContactDependencies): Promise<Response> {
  const read = await readFormEntries(c);
  if (!read.ok) return sendFailure(c, deps, read.problem.code, {});
  const entries = read.value;
  try {
    const refusal = await deps.rateLimit(c, async () => {});
    if (refusal) {
      c.header('Retry-After', refusal.headers.get('Retry-After') ?? '60');
      return sendFailure(c, deps, 'too_many_requests', entries);
    }
    const submission = readFormSubmission(entries);
    if (!submission.ok) return sendPage(c, deps, 422, { entries, errors: submission.errors });
    await store(submission.value, deps);
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    deps.log('storage failed: a contact message', error);
    return sendFailure(c, deps, 'storage_unavailable', entries);
  }
  c.header('Cache-Control', 'no-store');
  return c.redirect(CONTACT_THANKS_PATH, 303);
}

async function store(submission: ContactSubmission, deps: ContactDependencies): Promise<void> {
  await storeMessage(deps.db, submission, deps.getMailSettings(), deps.clock());
  deps.wakeOutbox();
}

/** The words of section 8, and below them what may help. */
function sendFailure(
  c: Context,
  deps: ContactDependencies,
  code: ProblemCode,
  entries: Record<string, string>,
): Promise<Response> {
  const [status, advice] = PROBLEMS[code];
  return sendPage(c, deps, status, {
    entries,
    errors: {},
    failure: { heading: CONTACT_FAILED.title, messages: [CONTACT_FAILED.description, advice] },
  });
}

function sendPage(
  c: Context,
  { readBuiltPage }: ContactDependencies,
  status: ContentfulStatusCode,
  state: ContactFormState,
): Promise<Response> {
  return sendFilledPage(c, readBuiltPage, {
    path: CONTACT_PAGE,
    slot: CONTACT_FORM_SLOT,
    markup: renderContactForm(state),
    title: 'Error',
    status,
  });
}
