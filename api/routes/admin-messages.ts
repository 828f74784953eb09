import { Hono } from 'hono';
import { z } from 'zod';
import { MESSAGES_SLOT } from '#domain/admin-slots.ts';
import { PAGES } from '#domain/pages.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import type { AdminSessions } from '../admin/sessions.ts';
import { parseCursor, takePage } from '../db/cursor.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readFormAs } from '../http/request-body.ts';
import { findMailsOfMessages } from '../mail/mail-list-repository.ts';
import { changeMark, type MarkingDependencies } from '../messages/mark-message.ts';
import { linkTo, type MessagesPage, renderMessages, titleMessages } from '../messages/messages-page.ts';
import {
  countMessages,
  findMessage,
  findMessages,
  MESSAGE_LISTS,
  MESSAGE_MARKS,
} from '../messages/messages-repository.ts';
import { countNeedsLook } from '../orders/order-list-repository.ts';
import { type ReadBuiltPage, sendFilledPage } from '../site/fill-page.ts';

export interface AdminMessageDependencies extends MarkingDependencies {
  readonly sessions: AdminSessions;
  readonly readBuiltPage: ReadBuiltPage;
}

/** As many as a person would read. A message can be two pages long. */
const MESSAGES_PER_PAGE = 20;

/** A mistyped URL shows the nearest page instead of an error. */
const viewSchema = z.object({
  show: z.enum(MESSAGE_LISTS).catch('new'),
  after: z.string().catch('').transform(parseCursor),
});
const querySchema = viewSchema.extend({
  done: z.enum(MESSAGE_MARKS).optional().catch(undefined),
  of: z.string().catch(''),
});
const markSchema = viewSchema.extend({ mark: z.enum(MESSAGE_MARKS) });

type View = z.output<typeof querySchema>;

/** Mounted at `/admin/messages`: visitors' messages, for signed-in people. It works without script. */
export function createAdminMessageRoutes(deps: AdminMessageDependencies): Hono {
  return new Hono()
    .use(requireAdminPage(deps.sessions))
    .get('/', async (c) => {
      const page = await readPage(deps, querySchema.parse(c.req.query()));
      return sendFilledPage(c, deps.readBuiltPage, {
        path: PAGES['admin/messages'].path,
        slot: MESSAGES_SLOT,
        markup: renderMessages(page),
        title: titleMessages(page),
        status: 200,
        needsLook: await countNeedsLook(deps.db),
      });
    })
    .post('/:id', async (c) => {
      const body = await readFormAs(c, markSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { mark, show, after } = body.value;
      const id = c.req.param('id');
      await changeMark(deps, id, mark);
      // If the message has left the list, the anchor does not exist, and the browser shows the top of the page.
      const anchor = `message-${encodeURIComponent(id)}`;
      return c.redirect(`${linkTo({ list: show, after }, { done: mark, of: id })}#${anchor}`, 303);
    });
}

async function readPage(
  { db }: AdminMessageDependencies,
  { show: list, after, done, of }: View,
): Promise<MessagesPage> {
  const found = await findMessages(db, { list, after, limit: MESSAGES_PER_PAGE + 1 });
  const { page: messages, next } = takePage(found, MESSAGES_PER_PAGE);
  const ids = messages.map(({ id }) => id);
  return {
    list,
    after,
    counts: await countMessages(db),
    messages,
    next,
    mails: await findMailsOfMessages(db, ids),
    done: done === undefined ? null : { mark: done, message: await findMessage(db, of) },
  };
}
