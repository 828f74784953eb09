import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { SANDBOX_MOUNT } from '#domain/payments/payment-provider.ts';
import { readBrowserFile } from './browser/assemble.ts';
import { payForSession, paymentForm } from './checkout-payment.ts';
import { readHiddenSession, refreshSession } from './checkout-sessions.ts';
import { Failure, hasTooManyFields } from './failures.ts';
import {
  answerBank,
  askForAuthentication,
  goTo,
  MISSING_PAGE,
  PAGE_HEADERS,
  type PayPage,
  type Reply,
  renderNotice,
  renderPayPage,
  show,
} from './pay-page.ts';
import type { Session } from './store.ts';
import type { Work } from './work.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
const PAGES_CSS = readBrowserFile('pages.css');

/** Runs work that no call asks for (a page, a timer, a switch) in one transaction. */
export type RunWork = <T>(work: (work: Work) => T) => T;

/** The pages that a buyer sees at Stripe: to pay on, and to authenticate. They need no JavaScript. */
export function createPageRoutes(run: RunWork): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES }));

  app.get('/pages.css', (c) => c.body(PAGES_CSS, 200, { 'Content-Type': 'text/css; charset=utf-8' }));

  /** A page whose answer one transaction gives. @param work also gets the page's id, and the form's entries of a post */
  const page = (
    method: 'GET' | 'POST',
    path: string,
    work: (work: Work, id: string, entries: Record<string, string>, clientSecret: string) => Reply,
  ) =>
    app.on(method, path, async (c) => {
      const entries = method === 'POST' ? await readEntries(c) : {};
      const secret = c.req.query('payment_intent_client_secret') ?? '';
      const reply = run((each) => work(each, String(c.req.param('id')), entries, secret));
      if ('location' in reply) return c.redirect(reply.location, 303);
      return c.html(reply.page, reply.status, PAGE_HEADERS);
    });
  page('GET', '/pay/:id', (work, id) => showPayPage(work, id));
  page('POST', '/pay/:id', pay);
  page('GET', '/pay/:id/return', comeBack);
  page('GET', '/authenticate/:id', (work, id, _, secret) => askForAuthentication(work, id, secret));
  page('POST', '/authenticate/:id', (work, id, { outcome }, secret) =>
    answerBank(work, id, secret, outcome === 'succeed'),
  );
  return app;
}

async function readEntries(c: Context): Promise<Record<string, string>> {
  const text = await c.req.text();
  return hasTooManyFields(text) ? {} : Object.fromEntries(new URLSearchParams(text));
}

/** The page of a session, or what there is to say of one that can no longer be paid. */
function showPayPage(
  work: Work,
  id: string,
  state: Partial<Pick<PayPage, 'entries' | 'problem' | 'problems'>> = {},
): Reply {
  const session = work.store.get('checkout.session', id);
  if (!session) return MISSING_PAGE;
  const { status } = refreshSession(work, session);
  if (status === 'complete') {
    const link = { href: successUrl(session), text: 'Continue' };
    return show(renderNotice('Your order has been received', 'There is nothing left to pay.', link));
  }
  if (status === 'expired') {
    const link = session.cancel_url ? { href: session.cancel_url, text: 'Go back to the shop' } : undefined;
    const message = 'The time to pay on this page is over. Nothing has been taken from your card.';
    return show(renderNotice('This page has expired', message, link), 410);
  }
  const { entries = { email: session.customer_email ?? '' }, problems = {}, problem } = state;
  const page = { session, items: readHiddenSession(work, id).lineItems, entries, problems, problem };
  const isRefused = problem !== undefined || Object.keys(problems).length > 0;
  return show(renderPayPage(page), isRefused ? 422 : 200);
}

/** Takes the form of that page: on to the shop or the bank, or back to the form with everything kept. */
function pay(work: Work, id: string, entries: Record<string, string>): Reply {
  const session = work.store.get('checkout.session', id);
  if (session?.status !== 'open') return showPayPage(work, id);
  const form = paymentForm.safeParse(entries);
  if (!form.success) {
    const problems: Record<string, string> = {};
    for (const { path, message } of form.error.issues) problems[String(path[0])] ??= message;
    return showPayPage(work, id, { entries, problems });
  }
  const returnUrl = new URL(`${SANDBOX_MOUNT}/pay/${id}/return`, String(session.success_url));
  const intent = payForSession(work, session, form.data, returnUrl.href);
  if (intent instanceof Failure) return showPayPage(work, id, { entries, problem: intent.error.message });
  return goTo(intent.next_action?.redirect_to_url?.url ?? successUrl(session));
}

/** After the bank's page. */
function comeBack(work: Work, id: string): Reply {
  const session = work.store.get('checkout.session', id);
  if (session?.status === 'complete') return goTo(successUrl(session));
  const intent = session && work.store.get('payment_intent', String(session.payment_intent));
  return showPayPage(work, id, { problem: intent?.last_payment_error?.message });
}

function successUrl({ id, success_url: url }: Session): string {
  return String(url).replaceAll('{CHECKOUT_SESSION_ID}', id);
}
