import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { parseDay } from '#domain/dates.ts';
import {
  PAY_NOT_PAID_ID,
  PAY_PATH,
  PAY_SLOT,
  PAY_TITLES,
  type PaymentLink,
  type PayView,
  renderPay,
} from '#forms/pay-page.ts';
import { THANK_YOU_PATH } from '#forms/thank-you-page.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { messageOf, statusOf } from '../http/problems.ts';
import { readForm } from '../http/request-body.ts';
import { formatEnd } from '../mail/request-templates.ts';
import type { Attempt } from '../orders/attempts-repository.ts';
import type { RouteContext } from '../shop.ts';
import { sendFilledPage } from '../site/fill-page.ts';
import { findLink, openLink } from '../telephone/payment-links.ts';

const STATUSES = { unknown: 404, paid: 200, over: 410, open: 200 } as const;

/**
 * `/pay?key=…`: the page behind a payment link. Its button leads to Stripe's own page. The key is in the query, which is
 * never logged. It works without script.
 */
export function createPayRoutes(shop: RouteContext): Hono {
  return new Hono()
    .get('/', async (c) => {
      const key = c.req.query('key') ?? '';
      const view = await describeLink(shop, key);
      return send(c, shop, view, key === '' ? 200 : STATUSES[view.state]);
    })
    .post('/', async (c) => {
      const body = await readForm(c);
      const key = body.ok ? (body.value.key ?? '') : '';
      showProblemsAsPage(c, async (problem) => {
        const view = await describeLink(shop, key);
        const shown = view.state === 'open' ? { ...view, problem: messageOf(problem) } : view;
        return send(c, shop, shown, statusOf(problem));
      });
      const tooMany = await shop.intentLimiter(c);
      if (tooMany !== null) return sendProblem(c, tooMany);
      const found = await findByKey(shop, key);
      if (found?.state !== 'open') {
        const state = found?.state ?? 'unknown';
        return send(c, shop, { state }, STATUSES[state]);
      }
      const opened = await openLink(
        shop,
        found.attempt,
        shop.clients.network(c),
        shop.getCheckoutUrls(c, `${PAY_PATH}?key=${key}#${PAY_NOT_PAID_ID}`),
      );
      if (!opened.ok) return sendProblem(c, opened.problem);
      if (opened.value.state === 'open') return c.redirect(opened.value.url, 303);
      return c.redirect(`${THANK_YOU_PATH}?session_id=${opened.value.sessionId}`, 303);
    });
}

function findByKey(shop: RouteContext, key: string): ReturnType<typeof findLink> {
  const id = shop.orderLinks.readKey(key);
  return id === null ? Promise.resolve(undefined) : findLink(shop, id);
}

async function describeLink(shop: RouteContext, key: string): Promise<PayView> {
  const found = await findByKey(shop, key);
  if (found === undefined) return { state: 'unknown' };
  if (found.state !== 'open') return { state: found.state };
  return { state: 'open', link: describe(found.attempt, key) };
}

function describe(attempt: Attempt, key: string): PaymentLink {
  const { customerName, shippingCity, shippingPostcode, week } = attempt;
  return {
    key,
    quantity: attempt.quantity,
    total: attempt.totalPence,
    week: parseDay(week ?? ''),
    recipient: [customerName, shippingCity, shippingPostcode].filter(Boolean).join(', '),
    until: formatEnd(attempt.endsAt),
  };
}

function send(
  c: Context,
  { readBuiltPage, getMailSettings }: RouteContext,
  view: PayView,
  status: ContentfulStatusCode,
): Promise<Response> {
  return sendFilledPage(c, readBuiltPage, {
    path: PAY_PATH,
    slot: PAY_SLOT,
    markup: renderPay(view, getMailSettings().farm.phone),
    title: PAY_TITLES[view.state],
    status,
  });
}
