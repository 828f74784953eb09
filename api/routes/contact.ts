import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { CONTACT_RULES } from '#domain/contact/contact-message.ts';
import { CONTACT_FAILED } from '#domain/contact/messages.ts';
import { correctEntries } from '#domain/plain-text.ts';
import { CONTACT_FORM_SLOT, CONTACT_THANKS_PATH, renderContactForm } from '#forms/contact-form.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { limitRequests } from '../http/limits.ts';
import { messageOf, type Problem, statusOf } from '../http/problems.ts';
import { type Entries, isForm, readForm, readJson } from '../http/request-body.ts';
import {
  CONTACT_LIMIT_BYTES,
  type ContactSubmission,
  readSubmission,
  storeMessage,
} from '../messages/store-message.ts';
import type { RouteContext } from '../shop.ts';
import { sendFilledPage } from '../site/fill-page.ts';

type ContactShop = Pick<
  RouteContext,
  'db' | 'getMailSettings' | 'readBuiltPage' | 'wakeOutbox' | 'clock' | 'contactLimiter'
>;

const CONTACT_PAGE = '/contact-us';

/** Mounted at `/api/contact-submit` (section 7): JSON from the page's script, or the form itself without it. */
export function createContactRoutes(shop: ContactShop): Hono {
  return new Hono().post(
    '/',
    (c, next) => (isForm(c) ? answerForm(c, shop) : next()),
    limitRequests(shop.contactLimiter),
    (c) => answerJson(c, shop),
  );
}

async function answerJson(c: Context, shop: ContactShop): Promise<Response> {
  const body = await readJson(c, z.record(z.string(), z.unknown()), CONTACT_LIMIT_BYTES);
  if (!body.ok) return sendProblem(c, body.problem);
  const submission = readSubmission(body.value);
  if (!submission.ok) return sendProblem(c, submission.problem);
  await store(submission.value, shop);
  return c.json({ success: true });
}

/** Every answer is a page, because the visitor has no script that could show anything else. */
async function answerForm(c: Context, shop: ContactShop): Promise<Response> {
  const entries = await readForm(c, CONTACT_LIMIT_BYTES);
  showProblemsAsPage(c, (problem) => sendPage(c, shop, problem, entries.ok ? entries.value : {}));
  if (!entries.ok) return sendProblem(c, entries.problem);
  const tooMany = await shop.contactLimiter(c);
  if (tooMany !== null) return sendProblem(c, tooMany);
  const submission = readSubmission(entries.value);
  if (!submission.ok) return sendProblem(c, submission.problem);
  await store(submission.value, shop);
  return c.redirect(CONTACT_THANKS_PATH, 303);
}

async function store(submission: ContactSubmission, shop: ContactShop): Promise<void> {
  await storeMessage(shop.db, submission, shop.getMailSettings(), shop.clock());
  shop.wakeOutbox();
}

function sendPage(
  c: Context,
  { readBuiltPage }: ContactShop,
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
