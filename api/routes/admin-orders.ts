import { Hono } from 'hono';
import { z } from 'zod';
import { londonDay } from '#domain/dates.ts';
import type { NewOrders } from '#domain/orders/order-list.ts';
import { describeTooLong } from '#domain/orders/tracking-list.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson, validate } from '../http/request-body.ts';
import { previewTracking } from '../orders/change/tracking-preview.ts';
import { readWeekTotals } from '../orders/list/order-list.ts';
import { countOrdersSince, filterSchemas } from '../orders/list/order-list-repository.ts';
import { monthSchema, writePaymentsCsv } from '../orders/list/payments-csv.ts';
import { streamOrdersCsv } from '../orders/list/stream-orders.ts';
import type { RouteContext } from '../shop.ts';

const sinceSchema = z.strictObject({
  // In the stored form of instants, because they are compared as strings.
  since: z.iso.datetime('Please say since when.').transform((instant) => new Date(instant).toISOString()),
});

const csvQuerySchema = z.strictObject(filterSchemas);

/** For a list of `MOST_BYTES` as JSON. */
const LIST_LIMIT_BYTES = 128 * 1024;

const listSchema = z.strictObject({
  list: z.string('Please paste the list.').min(1, 'Please paste the list.'),
});

/** `/api/admin/orders` and `/api/admin/weeks`, behind the sign-in: what the list of orders reads. */
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
    });
}
