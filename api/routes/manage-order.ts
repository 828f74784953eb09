import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { parseDay } from '#domain/dates.ts';
import { renderWeekCalendar } from '#domain/delivery/week-calendar.ts';
import { OWN_FIELDS } from '#domain/orders/order-changes.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { correctEntries } from '#domain/plain-text.ts';
import {
  findExpectedWeek,
  MANAGE_ORDER_FIELDS,
  MANAGE_ORDER_PATH,
  MANAGE_ORDER_SLOT,
  type ManagedOrder,
  type ManageOrderEntries,
  type ManageOrderField,
  type ManageOrderProblem,
  type ManageOrderView,
  readStored,
  renderManageOrder,
  titleManageOrder,
} from '#forms/manage-order-page.ts';
import { sendProblem, showProblemsAsPage } from '../http/http-errors.ts';
import { messageOf, type Problem, type Result, refuse, statusOf } from '../http/problems.ts';
import { type Entries, readForm } from '../http/request-body.ts';
import {
  cancelManageOrder,
  changeManageOrder,
  describeManageOrder,
  hasLinkEnded,
  type OwnDetails,
} from '../orders/change/manage-order.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import type { RouteContext } from '../shop.ts';
import { sendFilledPage } from '../site/fill-page.ts';

const CHANGED = 'Your changes have been saved.';

/** The statuses for links without an order. */
const MISSING = { unknown: 404, ended: 410 } as const;

const CHOOSE_WEEK = 'Please choose one of the weeks that are still open.';

/**
 * `/order?key=…`: a buyer's own order, by the secret link in their mails. The key is in the query, which is never
 * logged, and in the forms' bodies. The page works without script.
 */
export function createManageOrderRoutes(shop: RouteContext): Hono {
  return new Hono()
    .get('/', async (c) => {
      const key = c.req.query('key') ?? '';
      const found = await findByKey(shop, key);
      if (!found.order) return send(c, shop, found, key === '' ? 200 : MISSING[found.state]);
      const { order } = found;
      // A cancelled order says so itself.
      const done = c.req.query('done') === 'changed' ? CHANGED : undefined;
      return send(c, shop, { state: 'known', order: await describeManageOrder(shop, order, key), done }, 200);
    })
    .get('/week.ics', async (c) => {
      const key = c.req.query('key') ?? '';
      const found = await findByKey(shop, key);
      if (!found.order) return send(c, shop, found, MISSING[found.state]);
      const { order } = found;
      // An old page may still have the button. The order says what has become of its week.
      const week = findExpectedWeek(order);
      if (week === null) return c.redirect(`${MANAGE_ORDER_PATH}?key=${key}`, 303);
      const { name: farmName, website } = shop.getMailSettings().farm;
      const calendar = renderWeekCalendar(
        { week, orderNumber: order.orderNumber, farmName, website },
        shop.clock(),
      );
      return c.body(calendar, 200, {
        'Cache-Control': 'no-store',
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `attachment; filename="${order.orderNumber}.ics"`,
      });
    })
    .post('/change', (c) =>
      handleForm(c, shop, 'changed', async (order, entries, version) => {
        const details = readDetails(entries, order);
        if (!details.ok) return details;
        if (entries.deliveryWeek === '' && order.week !== null) {
          return refuse({ code: 'invalid_fields', fields: { deliveryWeek: CHOOSE_WEEK } });
        }
        const week = parseDay(entries.deliveryWeek ?? '');
        const change = { version, week, details: details.value };
        return changeManageOrder(shop, order.id, change);
      }),
    )
    .post('/cancel', (c) =>
      handleForm(c, shop, 'cancelled', (order, _entries, version) =>
        cancelManageOrder(shop, order.id, version),
      ),
    );
}

async function handleForm(
  c: Context,
  shop: RouteContext,
  done: 'changed' | 'cancelled',
  change: (order: Order, entries: Entries, version: number) => Promise<Result<Order>>,
): Promise<Response> {
  const body = await readForm(c);
  const entries = body.ok ? body.value : {};
  const key = entries.key ?? '';
  const found = await findByKey(shop, key);
  if (!found.order) return send(c, shop, found, MISSING[found.state]);
  const { order } = found;
  showProblemsAsPage(c, async (problem) => {
    const known = (await findOrder(shop.db, order.id)) ?? order;
    const shown = await describeManageOrder(shop, known, key);
    const described = describeProblem(problem, done === 'changed' ? entries : null, shown);
    return send(c, shop, { state: 'known', order: shown, problem: described }, statusOf(problem));
  });
  const result = await change(order, entries, Number(entries.version));
  if (!result.ok) return sendProblem(c, result.problem);
  // A redirect, so that reloading the page does not send the form again.
  return c.redirect(`${MANAGE_ORDER_PATH}?key=${key}&done=${done}`, 303);
}

/** The page's messages about a problem, with all entries kept. @param entries null if the form had none */
function describeProblem(problem: Problem, entries: Entries | null, shown: ManagedOrder): ManageOrderProblem {
  const { code } = problem;
  const message = messageOf(problem);
  if (entries === null || shown.weeks.length === 0) return { message, fields: {} };
  const stored = readStored(shown);
  const corrected = correctEntries(DELIVERY_RULES, entries);
  const read = (field: ManageOrderField) => corrected[field] ?? stored[field];
  const kept = Object.fromEntries(
    MANAGE_ORDER_FIELDS.map((field) => [field, read(field)]),
  ) as ManageOrderEntries;
  const isWeekGone = kept.deliveryWeek !== '' && !shown.weeks.some((week) => week === kept.deliveryWeek);
  const isAboutWeek = code === 'week_full' || code === 'week_not_on_sale';
  const fields: ManageOrderProblem['fields'] = {
    ...(isWeekGone && { deliveryWeek: CHOOSE_WEEK }),
    ...(isAboutWeek && { deliveryWeek: message }),
    ...problem.fields,
  };
  const isAboutFields = isAboutWeek || problem.fields !== undefined;
  return { message: isAboutFields ? undefined : message, fields, entries: kept };
}

type Found =
  | { readonly state: 'known'; readonly order: Order }
  | { readonly state: keyof typeof MISSING; readonly order?: undefined };

async function findByKey(shop: RouteContext, key: string): Promise<Found> {
  const id = shop.orderLinks.readKey(key);
  const order = id === null ? undefined : await findOrder(shop.db, id);
  if (!order) return { state: 'unknown' };
  return hasLinkEnded(shop, order) ? { state: 'ended' } : { state: 'known', order };
}

/** A form from before a page had a field does not delete what is in it. */
function readDetails(entries: Entries, order: Order): Result<OwnDetails> {
  const read = OWN_FIELDS.map(
    (field) => [field, DELIVERY_RULES[field](entries[field] ?? order[field])] as const,
  );
  const fields = read.flatMap(([field, reading]) => ('message' in reading ? [[field, reading.message]] : []));
  if (fields.length > 0) return refuse({ code: 'invalid_fields', fields: Object.fromEntries(fields) });
  const values = read.map(([field, reading]) => [field, 'value' in reading ? reading.value : '']);
  return { ok: true, value: Object.fromEntries(values) as OwnDetails };
}

function send(
  c: Context,
  { readBuiltPage, getMailSettings }: RouteContext,
  view: ManageOrderView,
  status: ContentfulStatusCode,
): Promise<Response> {
  return sendFilledPage(c, readBuiltPage, {
    path: MANAGE_ORDER_PATH,
    slot: MANAGE_ORDER_SLOT,
    markup: renderManageOrder(view, getMailSettings().farm.phone),
    title: titleManageOrder(view),
    status,
  });
}
