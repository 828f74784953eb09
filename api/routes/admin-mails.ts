import { type Context, Hono } from 'hono';
import { PAGES } from '#domain/pages.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readFormAs } from '../http/request-body.ts';
import { countUnsentMails, findOrdersOfMails, findUnsentMails } from '../mail/mail-list-repository.ts';
import { MAIL_DONE, type MailDone, type MailProblem, renderMails, titleMails } from '../mail/mails-page.ts';
import { mailFormSchema, sendAgain } from '../mail/send-again.ts';
import { readDone, sendOfficePage } from '../office/office-page.ts';
import type { RouteContext } from '../shop.ts';

/** Mounted at `/admin/mails`: the mails that failed or wait, for signed-in people. */
export function createAdminMailRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .get('/', (c) => sendPage(c, shop, { done: readDone(c, MAIL_DONE), problem: null }))
    .post('/:id', async (c) => {
      const body = await readFormAs(c, mailFormSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const mailId = c.req.param('id');
      const outcome = await sendAgain(shop, mailId, { ...body.value, person: c.var.person });
      if (outcome.done === 'refused') {
        const { address: typed, correctsOrder } = body.value;
        const problem = { mailId, typed, correctsOrder, message: outcome.message };
        return sendPage(c, shop, { done: null, problem });
      }
      return c.redirect(`${PAGES['admin/mails'].path}?done=${outcome.done}`, 303);
    });
}

async function sendPage(
  c: Context,
  shop: RouteContext,
  { done, problem }: { done: MailDone | null; problem: MailProblem | null },
): Promise<Response> {
  const { db } = shop;
  const unsent = await findUnsentMails(db);
  const orders = await findOrdersOfMails(db, [...unsent.failed, ...unsent.waiting]);
  const counts = {
    failed: await countUnsentMails(db, 'failed'),
    waiting: await countUnsentMails(db, 'waiting'),
  };
  const page = { ...unsent, counts, orders, done, problem };
  const status = problem ? 422 : 200;
  return sendOfficePage(c, shop, {
    page: 'admin/mails',
    markup: renderMails(page),
    title: titleMails(page),
    status,
  });
}
