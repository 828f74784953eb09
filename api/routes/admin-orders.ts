import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { londonDay } from '#domain/dates.ts';
import { LONGEST_WORDS, SETTLED_FLAGS } from '#domain/orders/order-changes.ts';
import type { NewOrders, OrderListItem } from '#domain/orders/order-list.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { describeTooLong } from '#domain/orders/tracking-list.ts';
import { readLine, readText } from '#domain/plain-text.ts';
import { pounds } from '#domain/schemas/order.ts';
import { mayChange } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import type { Problem } from '../http/problems.ts';
import { readJson, validate } from '../http/request-body.ts';
import { undoOrder } from '../mail/undo-order.ts';
import { fulfilOrder } from '../orders/change/fulfil-order.ts';
import { previewTracking } from '../orders/change/tracking-preview.ts';
import { readWeekTotals, showTo, toListItem } from '../orders/list/order-list.ts';
import { countOrdersSince, filterSchemas } from '../orders/list/order-list-repository.ts';
import { monthSchema, writePaymentsCsv } from '../orders/list/payments-csv.ts';
import { streamOrdersCsv } from '../orders/list/stream-orders.ts';
import { refundOrder } from '../orders/refund/refund-order.ts';
import type { RouteContext } from '../shop.ts';

const REASON_RULE = 'Please keep the reason below 500 characters.';
export const reason = z.string(REASON_RULE).overwrite(readLine).max(500, REASON_RULE).optional();
export const version = z.int('Please reload the page.').positive('Please reload the page.');

const WORDS_RULE = `Please keep your words to the buyer below ${LONGEST_WORDS} characters.`;
/** The farm's own words, at the top of the buyer's e-mail. */
const note = z
  .string(WORDS_RULE)
  .overwrite((typed) => readText(typed).trim())
  .max(LONGEST_WORDS, WORDS_RULE)
  .optional();

/** More than one order's parcels ever are. */
const MOST_PARCELS = 200;
const trackingNumbers = z
  .array(z.string('Please enter the tracking number.').max(100, 'That’s too long.'))
  .max(MOST_PARCELS, 'That’s too many numbers.');

const changeSchema = z.strictObject({
  version,
  status: z.enum(ORDER_STATUSES, 'There’s no such status.').optional(),
  trackingNumbers: trackingNumbers.optional(),
  deliveryWeek: z
    .string('Please choose a delivery week.')
    .max(10, 'Please choose a delivery week.')
    .optional(),
  ignoresFraudWarning: z.boolean('Please reload the page.').optional(),
  settles: z.enum(SETTLED_FLAGS, 'Please reload the page.').optional(),
  reason,
  note,
});

const BOXES_RULE = 'Please choose how many boxes.';

export const refundSchema = z
  .strictObject({
    boxes: z.int(BOXES_RULE).positive(BOXES_RULE).optional(),
    goodwill: pounds.optional(),
    requestId: z.uuid('Please reload the page.'),
    version,
    reason,
    note,
  })
  .refine(({ boxes, goodwill }) => (boxes === undefined) !== (goodwill === undefined), {
    error: BOXES_RULE,
    path: ['boxes'],
  })
  .refine(({ goodwill, reason: why = '' }) => goodwill === undefined || why !== '', {
    error: 'Please say what it’s for, for the books.',
    path: ['reason'],
  });

const sinceSchema = z.strictObject({
  // In the stored form of instants, because they are compared as strings.
  since: z.iso.datetime('Please say since when.').transform((instant) => new Date(instant).toISOString()),
});

const csvQuerySchema = z.strictObject(filterSchemas);

const undoSchema = z.strictObject({ version });

/** For a list of `MOST_BYTES` as JSON. */
const LIST_LIMIT_BYTES = 128 * 1024;

const listSchema = z.strictObject({
  list: z.string('Please paste the list.').min(1, 'Please paste the list.'),
});

/** `/api/admin/orders` and `/api/admin/weeks`, behind the sign-in: the farm's calls about orders. */
export function createAdminOrderRoutes(shop: RouteContext): Hono {
  return new Hono()
    .get('/weeks', async (c) => c.json(await readWeekTotals(shop.db, shop.getCatalogue(), c.var.person.role)))
    .get('/orders/count', async (c) => {
      const query = validate(sinceSchema, c.req.query());
      if (!query.ok) return sendProblem(c, query.problem);
      return c.json((await countOrdersSince(shop.db, query.value.since)) satisfies NewOrders);
    })
    .post('/orders/tracking/preview', async (c) => {
      const body = await readJson(c, listSchema, LIST_LIMIT_BYTES);
      if (!body.ok) return sendProblem(c, body.problem);
      const error = describeTooLong(body.value.list);
      if (error !== null) return sendProblem(c, { code: 'body_too_large', error });
      return c.json(await previewTracking(shop.db, body.value.list));
    })
    .get('/orders.csv', async (c) => {
      const query = validate(csvQuerySchema, c.req.query());
      if (!query.ok) return sendProblem(c, query.problem);
      const { week } = query.value;
      return c.body(
        await streamOrdersCsv(shop.db, { filter: query.value, now: shop.clock(), role: c.var.person.role }),
        200,
        {
          'Content-Type': 'text/csv; charset=utf-8; header=present',
          'Content-Disposition': `attachment; filename="branch-boxes${week === undefined ? '' : `-${week}`}.csv"`,
        },
      );
    })
    .get('/payments.csv', async (c) => {
      const month = validate(monthSchema, c.req.query('month') ?? londonDay(shop.clock()).slice(0, 7));
      if (!month.ok) return sendProblem(c, month.problem);
      return c.body(await writePaymentsCsv(shop.db, month.value), 200, {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="payments-${month.value}.csv"`,
      });
    })
    .post('/orders/:id/refunds', async (c) => {
      const body = await readJson(c, refundSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const done = await refundOrder(shop, c.req.param('id'), body.value, c.var.person);
      return done.ok ? c.json(toListItem(done.value)) : sendProblem(c, done.problem);
    })
    .post('/orders/:id/undo', async (c) => {
      const body = await readJson(c, undoSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const done = await undoOrder(shop, c.req.param('id'), body.value.version, c.var.person);
      if (!done.ok) return refuseChange(c, done.problem);
      const { order, wasTold } = done.value;
      return c.json({ order: showTo(c.var.person.role, order), wasTold });
    })
    .patch('/orders/:id', async (c) => {
      const body = await readJson(c, changeSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { person } = c.var;
      if (!mayChange(person.role, body.value)) return sendProblem(c, { code: 'owner_only' });
      const done = await fulfilOrder(shop, c.req.param('id'), body.value, person);
      return done.ok ? c.json(showTo(person.role, toListItem(done.value))) : refuseChange(c, done.problem);
    });
}

/** The refusal may have the order as it is now. */
function refuseChange(c: Context, problem: Problem): Response | Promise<Response> {
  const order = problem.details?.order as OrderListItem | undefined;
  const shown = order && { details: { ...problem.details, order: showTo(c.var.person.role, order) } };
  return sendProblem(c, { ...problem, ...shown });
}
