import { type Context, Hono } from 'hono';
import { parseDay } from '#domain/dates.ts';
import { DELIVERY_RULES } from '#domain/delivery.ts';
import {
  ADDRESS_FIELDS,
  type AddressField,
  OWN_ORDER_ADDRESS,
  OWN_ORDER_SLOT,
  OWN_ORDER_TITLES,
  type OwnOrderView,
  renderOwnOrder,
} from '#domain/own-order.ts';
import { renderWeekCalendar } from '#domain/week-calendar.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { type Entries, readFormEntries } from '../orders/checkout-form.ts';
import type { OrderLinks } from '../orders/order-links.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import {
  cancelOwnOrder,
  changeOwnOrder,
  describeOwnOrder,
  type OwnOrderDependencies,
} from '../orders/own-order.ts';
import { PROBLEMS, type Problem } from '../problems.ts';
import type { Result } from '../request-body.ts';
import { type ReadBuiltPage, sendFilledPage } from '../site/fill-page.ts';

export interface OwnOrderRouteDependencies extends OwnOrderDependencies {
  readonly orderLinks: OrderLinks;
  readonly readBuiltPage: ReadBuiltPage;
  readonly getMailSettings: () => MailSettings;
}

const DONE = {
  changed: 'Your changes are saved.',
  cancelled: 'Your order is cancelled.',
} as const;

/**
 * `/order?key=…`: an order for the person who placed it, by the secret link of their mails. The key stands in the
 * query, which is never logged, and in the bodies of the forms; the page works without script.
 */
export function createOwnOrderRoutes(deps: OwnOrderRouteDependencies): Hono {
  return new Hono()
    .get('/', async (c) => {
      const key = c.req.query('key') ?? '';
      const order = await findByKey(deps, key);
      if (!order) return send(c, deps, { state: 'unknown' }, key === '' ? 200 : 404);
      const done = DONE[c.req.query('done') as keyof typeof DONE];
      return send(c, deps, { state: 'known', order: await describeOwnOrder(deps, order, key), done }, 200);
    })
    .get('/week.ics', async (c) => {
      const order = await findByKey(deps, c.req.query('key') ?? '');
      const week = parseDay(order?.week ?? '');
      if (!order || week === null) return send(c, deps, { state: 'unknown' }, 404);
      const { name: farmName, website } = deps.getMailSettings().farm;
      const calendar = renderWeekCalendar(
        { week, orderNumber: order.order_number, farmName, website },
        deps.clock(),
      );
      return c.body(calendar, 200, {
        'Cache-Control': 'no-store',
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `attachment; filename="${order.order_number}.ics"`,
      });
    })
    .post('/change', (c) =>
      handleForm(c, deps, 'changed', async (order, entries, version) => {
        const address = readAddress(entries);
        if (!address.ok) return address;
        const week = parseDay(entries.deliveryWeek ?? '');
        return changeOwnOrder(deps, order.id, { version, week, address: address.value });
      }),
    )
    .post('/cancel', (c) =>
      handleForm(c, deps, 'cancelled', (order, _entries, version) => cancelOwnOrder(deps, order.id, version)),
    );
}

async function handleForm(
  c: Context,
  deps: OwnOrderRouteDependencies,
  done: keyof typeof DONE,
  change: (order: Order, entries: Entries, version: number) => Promise<Result<Order>>,
): Promise<Response> {
  const body = await readFormEntries(c);
  const entries = body.ok ? body.value : {};
  const key = entries.key ?? '';
  const order = await findByKey(deps, key);
  if (!order) return send(c, deps, { state: 'unknown' }, 404);
  const result = await change(order, entries, Number(entries.version));
  // Seen by a page of its own, so that a reload does not send the form again.
  if (result.ok) return c.redirect(`${OWN_ORDER_ADDRESS}?key=${key}&done=${done}`, 303);
  const known = (await findOrder(deps.db, order.id)) ?? order;
  return sendProblemPage(c, deps, { order: known, key, entries, problem: result.problem });
}

async function sendProblemPage(
  c: Context,
  deps: OwnOrderRouteDependencies,
  { order, key, entries, problem }: { order: Order; key: string; entries: Entries; problem: Problem },
): Promise<Response> {
  const shown = await describeOwnOrder(deps, order, key);
  const fields = problem.fields ?? {};
  const typed = Object.fromEntries(
    ADDRESS_FIELDS.map((field) => [field, entries[field] ?? shown.address[field]]),
  );
  const address = { ...shown.address, ...typed };
  const isAboutFields = ADDRESS_FIELDS.some((field) => field in fields);
  const sentence = problem.error ?? Object.values(fields)[0] ?? PROBLEMS[problem.code][1];
  const view: OwnOrderView = {
    state: 'known',
    order: { ...shown, address: isAboutFields ? address : shown.address },
    problem: isAboutFields ? { fields } : { sentence, fields: {} },
  };
  return send(c, deps, view, PROBLEMS[problem.code][0]);
}

async function findByKey(
  { db, orderLinks }: OwnOrderRouteDependencies,
  key: string,
): Promise<Order | undefined> {
  const id = orderLinks.readKey(key);
  return id === null ? undefined : findOrder(db, id);
}

function readAddress(entries: Entries): Result<Record<AddressField, string>> {
  const read = ADDRESS_FIELDS.map((field) => [field, DELIVERY_RULES[field](entries[field])] as const);
  const fields = read.flatMap(([field, reading]) => ('message' in reading ? [[field, reading.message]] : []));
  if (fields.length > 0)
    return { ok: false, problem: { code: 'invalid_fields', fields: Object.fromEntries(fields) } };
  const values = read.map(([field, reading]) => [field, 'value' in reading ? reading.value : '']);
  return { ok: true, value: Object.fromEntries(values) };
}

function send(
  c: Context,
  { readBuiltPage, getMailSettings }: OwnOrderRouteDependencies,
  view: OwnOrderView,
  status: (typeof PROBLEMS)[keyof typeof PROBLEMS][0] | 200,
): Promise<Response> {
  return sendFilledPage(c, readBuiltPage, {
    path: OWN_ORDER_ADDRESS,
    slot: OWN_ORDER_SLOT,
    markup: renderOwnOrder(view, getMailSettings().farm.phone),
    title: OWN_ORDER_TITLES[view.state],
    status,
  });
}
