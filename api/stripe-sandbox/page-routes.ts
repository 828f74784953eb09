import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { answerBank, askForAuthentication } from './authentication-page.ts';
import { readBrowserFile } from './browser/assemble.ts';
import { hasTooManyFields } from './form-body.ts';
import { PAGE_HEADERS, type Reply } from './page-shell.ts';
import { comeBack, pay, showPayPage } from './pay-replies.ts';
import type { Work } from './work.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
const PAGES_CSS = readBrowserFile('pages.css');

/** Runs work that no call asks for (a page, a timer, a switch) in one transaction. */
export type RunWork = <T>(work: (work: Work) => T) => T;

/** The pages that a buyer sees at Stripe: to pay on, and to authenticate. They need no JavaScript. */
export function createPageRoutes(run: RunWork): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES }));
  const secretOf = (c: Context) => c.req.query('payment_intent_client_secret') ?? '';

  app.get('/pages.css', (c) => c.body(PAGES_CSS, 200, { 'Content-Type': 'text/css; charset=utf-8' }));

  app.get('/pay/:id', (c) =>
    send(
      c,
      run((work) => showPayPage(work, c.req.param('id'))),
    ),
  );
  app.post('/pay/:id', async (c) => {
    const entries = await readEntries(c);
    return send(
      c,
      run((work) => pay(work, c.req.param('id'), entries)),
    );
  });
  app.get('/pay/:id/return', (c) =>
    send(
      c,
      run((work) => comeBack(work, c.req.param('id'))),
    ),
  );

  app.get('/authenticate/:id', (c) =>
    send(
      c,
      run((work) => askForAuthentication(work, c.req.param('id'), secretOf(c))),
    ),
  );
  app.post('/authenticate/:id', async (c) => {
    const { outcome } = await readEntries(c);
    return send(
      c,
      run((work) => answerBank(work, c.req.param('id'), secretOf(c), outcome === 'succeed')),
    );
  });
  return app;
}

async function readEntries(c: Context): Promise<Record<string, string>> {
  const text = await c.req.text();
  return hasTooManyFields(text) ? {} : Object.fromEntries(new URLSearchParams(text));
}

function send(c: Context, reply: Reply): Response | Promise<Response> {
  if ('location' in reply) return c.redirect(reply.location, 303);
  return c.html(reply.page, reply.status, PAGE_HEADERS);
}
