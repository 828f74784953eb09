import { Hono } from 'hono';
import { z } from 'zod';
import type { BulkResult, OrderEvent } from '#domain/order-changes.ts';
import type { NewOrders } from '#domain/order-list.ts';
import { ORDER_STATUSES } from '#domain/order-status.ts';
import { readTrackingList } from '#domain/tracking-list.ts';
import { sendProblem } from '../http-errors.ts';
import { type FulfilmentDependencies, fulfilOrder } from '../orders/fulfil-order.ts';
import { findOrderEvents } from '../orders/order-events-repository.ts';
import { toListItem, weekSchema } from '../orders/order-list.ts';
import { countOrdersSince } from '../orders/order-list-repository.ts';
import { streamOrdersCsv } from '../orders/orders-csv.ts';
import { findOrder, findOrderByNumber, type Order } from '../orders/orders-repository.ts';
import { type RefundDependencies, refundOrder } from '../orders/refund-order.ts';
import { readWeekTotals } from '../orders/week-totals.ts';
import { mayGive } from '../people/permissions.ts';
import { PROBLEMS } from '../problems.ts';
import { type Result, readJson, validate } from '../request-body.ts';

const REASON_RULE = 'Please keep the reason below 500 characters.';
const reason = z.string(REASON_RULE).trim().max(500, REASON_RULE).optional();
const version = z.int('Please reload the page.').positive('Please reload the page.');

const changeSchema = z.strictObject({
  version,
  status: z.enum(ORDER_STATUSES, 'There is no such status.').optional(),
  trackingNumber: z.string('Please enter the tracking number.').max(100, 'That is too long.').optional(),
  deliveryWeek: z
    .string('Please choose a delivery week.')
    .max(10, 'Please choose a delivery week.')
    .optional(),
  reason,
});

const refundSchema = z.strictObject({
  boxes: z.int('Please choose how many boxes.').positive('Please choose how many boxes.'),
  requestId: z.uuid('Please reload the page.'),
  version,
  reason,
});

/** As many as a page of the list can hold. */
const MOST_AT_ONCE = 200;

const shipSchema = z.strictObject({
  orders: z
    .array(z.strictObject({ id: z.string('Please select orders.'), version }), 'Please select orders.')
    .min(1, 'Please select orders.')
    .max(MOST_AT_ONCE, `Please select at most ${MOST_AT_ONCE} orders at a time.`),
});

const sinceSchema = z.strictObject({
  // In the form in which instants are stored, as they are compared by their signs.
  since: z.iso.datetime('Please say since when.').transform((instant) => new Date(instant).toISOString()),
});

const csvQuerySchema = z.strictObject({ week: weekSchema.optional() });

/** 2,000 lines of a carrier's list. */
const LIST_LIMIT_BYTES = 256 * 1024;

const trackingSchema = z.strictObject({
  list: z.string('Please paste the list.').min(1, 'Please paste the list.'),
  /** Whether the orders are marked as shipped in the same step. */
  markShipped: z.boolean('Please say whether they are shipped.').default(false),
});

/** `/api/admin/orders` and `/api/admin/weeks`, behind the sign-in: what the farm does with its orders. */
export function createAdminOrderRoutes(deps: FulfilmentDependencies & RefundDependencies): Hono {
  const noStore = { 'Cache-Control': 'no-store' };
  return new Hono()
    .get('/weeks', async (c) => c.json(await readWeekTotals(deps.db, deps.getCatalogue()), 200, noStore))
    .get('/orders/count', async (c) => {
      const query = validate(sinceSchema, c.req.query());
      if (!query.ok) return sendProblem(c, query.problem);
      const news: NewOrders = await countOrdersSince(deps.db, query.value.since);
      return c.json(news, 200, noStore);
    })
    .post('/orders/ship', async (c) => {
      const body = await readJson(c, shipSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const results: BulkResult[] = [];
      for (const { id, version } of body.value.orders) {
        const done = await fulfilOrder(deps, id, { version, status: 'shipped' }, c.var.person.name);
        const orderNumber = (await findOrder(deps.db, id))?.order_number ?? id;
        results.push(describeResult(orderNumber, done));
      }
      return c.json({ results }, 200, noStore);
    })
    .post('/orders/tracking', async (c) => {
      const body = await readJson(c, trackingSchema, LIST_LIMIT_BYTES);
      if (!body.ok) return sendProblem(c, body.problem);
      const { lines, mistakes } = readTrackingList(body.value.list);
      const results: BulkResult[] = [];
      for (const { orderNumber, trackingNumber } of lines) {
        results.push(
          await enterTracking(deps, orderNumber, trackingNumber, body.value.markShipped, c.var.person.name),
        );
      }
      return c.json({ results, mistakes }, 200, noStore);
    })
    .get('/orders.csv', async (c) => {
      const query = validate(csvQuerySchema, c.req.query());
      if (!query.ok) return sendProblem(c, query.problem);
      const { week } = query.value;
      return c.body(await streamOrdersCsv(deps.db, week), 200, {
        ...noStore,
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="branch-boxes${week === undefined ? '' : `-${week}`}.csv"`,
      });
    })
    .get('/orders/:id/history', async (c) => {
      const events = await findOrderEvents(deps.db, c.req.param('id'));
      const history: OrderEvent[] = events.map(({ created_at, order_id: _, ...event }) => ({
        ...event,
        at: created_at,
      }));
      return c.json({ history }, 200, noStore);
    })
    .post('/orders/:id/refunds', async (c) => {
      const body = await readJson(c, refundSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const done = await refundOrder(deps, c.req.param('id'), body.value, c.var.person.name);
      return done.ok ? c.json(toListItem(done.value), 200, noStore) : sendProblem(c, done.problem);
    })
    .patch('/orders/:id', async (c) => {
      const body = await readJson(c, changeSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { person } = c.var;
      if (!mayGive(person.role, body.value.status)) return sendProblem(c, { code: 'owner_only' });
      const done = await fulfilOrder(deps, c.req.param('id'), body.value, person.name);
      return done.ok ? c.json(toListItem(done.value), 200, noStore) : sendProblem(c, done.problem);
    });
}

/** A list is about order numbers and not about what a page has shown, so the order as it is now is changed. */
async function enterTracking(
  deps: FulfilmentDependencies,
  orderNumber: string,
  trackingNumber: string,
  markShipped: boolean,
  person: string,
): Promise<BulkResult> {
  const known = await findOrderByNumber(deps.db, orderNumber);
  if (!known) return { orderNumber, ok: false, error: PROBLEMS.order_not_found[1] };
  const status = markShipped && known.status === 'processing' ? 'shipped' : undefined;
  const { version } = known;
  return describeResult(
    orderNumber,
    await fulfilOrder(deps, known.id, { version, status, trackingNumber }, person),
  );
}

function describeResult(orderNumber: string, result: Result<Order>): BulkResult {
  if (result.ok) return { orderNumber, ok: true, order: toListItem(result.value) };
  const { code, error, fields } = result.problem;
  const sentence = error ?? Object.values(fields ?? {})[0] ?? PROBLEMS[code][1];
  return { orderNumber, ok: false, error: sentence };
}
