import { randomUUIDv7 } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { readLine, readText } from '#domain/plain-text.ts';
import { LONGEST_QUERY } from '#forms/search-form.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { pageNumberSchema, readFormAs } from '../http/request-body.ts';
import { findMailsOfMessages } from '../mail/mail-list-repository.ts';
import { answerMessage, changeMark } from '../messages/answer-message.ts';
import {
  LONGEST_ANSWER,
  linkTo,
  MESSAGE_ACTIONS,
  type MessageAction,
  type MessagesPage,
  renderMessages,
  titleMessages,
} from '../messages/messages-page.ts';
import {
  countMessages,
  findAnswers,
  findMessage,
  findMessages,
  MESSAGE_LISTS,
  MESSAGE_MARKS,
} from '../messages/messages-repository.ts';
import { sendOfficePage } from '../office/office-page.ts';
import type { RouteContext } from '../shop.ts';

/** As many as a person would read. A message can be two pages long. */
const MESSAGES_PER_PAGE = 20;

/** A mistyped URL shows the nearest page instead of an error. */
const viewSchema = z.object({
  show: z.enum(MESSAGE_LISTS).catch('new'),
  q: z
    .string()
    .catch('')
    .transform((typed) => readLine(typed).slice(0, LONGEST_QUERY)),
  page: pageNumberSchema.catch(1),
});
const querySchema = viewSchema.extend({
  done: z.enum(MESSAGE_ACTIONS).optional().catch(undefined),
  of: z.string().catch(''),
  answer: z.string().optional().catch(undefined),
});
const markSchema = viewSchema.extend({ mark: z.enum(MESSAGE_MARKS) });
const answerSchema = viewSchema.extend({
  answerId: z.uuid(),
  text: z
    .string()
    .catch('')
    .transform((text) => readText(text).trim()),
});
type View = z.output<typeof viewSchema>;

/** Mounted at `/admin/messages`: visitors' messages, for signed-in people. It works without script. */
export function createAdminMessageRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .get('/', async (c) => {
      const query = querySchema.parse(c.req.query());
      const { answer: messageId } = query;
      const answerDraft = messageId === undefined ? null : { messageId, answerId: randomUUIDv7(), text: '' };
      return sendMessages(c, shop, query, answerDraft);
    })
    .post('/:id/answer', (c) => takeAnswer(c, shop, c.req.param('id')))
    .post('/:id', async (c) => {
      const body = await readFormAs(c, markSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const id = c.req.param('id');
      await changeMark(shop, id, body.value.mark);
      return redirectToMessage(c, body.value, body.value.mark, id);
    });
}

async function takeAnswer(c: Context, shop: RouteContext, id: string): Promise<Response> {
  const body = await readFormAs(c, answerSchema);
  if (!body.ok) return sendProblem(c, body.problem);
  const { answerId, text } = body.value;
  const draft = { messageId: id, answerId };
  const message = findTextProblem(text);
  if (message !== undefined) {
    return sendMessages(c, shop, body.value, { ...draft, text, message }, 422);
  }
  if (!(await answerMessage(shop, id, { id: answerId, text, person: c.var.person }))) {
    const again = { messageId: id, answerId: randomUUIDv7(), text, message: SENT_ANOTHER };
    return sendMessages(c, shop, body.value, again, 409);
  }
  return redirectToMessage(c, body.value, 'answered', id);
}

/** Somebody went back to a form that they had sent, and changed the answer. */
const SENT_ANOTHER =
  'You’ve sent another answer with this form already. To send this one too, press the button again.';

function findTextProblem(text: string): string | undefined {
  if (text === '') return 'Please write an answer.';
  if (text.length <= LONGEST_ANSWER) return undefined;
  return `Please shorten it to ${LONGEST_ANSWER.toLocaleString('en-GB')} characters.`;
}

function redirectToMessage(
  c: Context,
  { show: list, q, page: number }: View,
  done: MessageAction,
  id: string,
): Response {
  // If the message has left the list, the anchor does not exist, and the browser shows the top of the page.
  const anchor = `message-${encodeURIComponent(id)}`;
  return c.redirect(`${linkTo({ list, q, number }, { done, of: id })}#${anchor}`, 303);
}

async function sendMessages(
  c: Context,
  shop: RouteContext,
  view: View & { done?: MessageAction | undefined; of?: string },
  answerDraft: MessagesPage['answerDraft'],
  status: 200 | 409 | 422 = 200,
): Promise<Response> {
  const { db } = shop;
  const { show: list, q, page: number, done, of = '' } = view;
  const offset = (number - 1) * MESSAGES_PER_PAGE;
  const listed = await findMessages(db, { list, q, limit: MESSAGES_PER_PAGE, offset });
  const counts = await countMessages(db, q);
  // Whoever answers may have marked it meanwhile, and it has left the list.
  const isListed = answerDraft === null || listed.some(({ id }) => id === answerDraft.messageId);
  const answered = isListed ? undefined : await findMessage(db, answerDraft.messageId);
  const messages = answered ? [answered, ...listed] : listed;
  const ids = messages.map(({ id }) => id);
  const page: MessagesPage = {
    list,
    q,
    number,
    counts,
    messages,
    hasNext: counts[list] > offset + MESSAGES_PER_PAGE,
    mails: await findMailsOfMessages(db, ids),
    answers: await findAnswers(db, ids),
    mayAnswer: c.var.person.role === 'owner',
    answerDraft,
    done: done === undefined ? null : { action: done, message: await findMessage(db, of) },
  };
  return sendOfficePage(c, shop, {
    page: 'admin/messages',
    markup: renderMessages(page),
    title: titleMessages(page),
    status,
  });
}
