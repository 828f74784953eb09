import { Hono } from 'hono';
import { z } from 'zod';
import type { ScanWeek } from '#domain/orders/scans.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson, validate } from '../http/request-body.ts';
import { weekSchema } from '../orders/list/order-list-repository.ts';
import { readScanOrders } from '../packing/scan-orders.ts';
import { sendScan } from '../packing/send-scan.ts';
import type { RouteContext } from '../shop.ts';

const RULE = 'Please scan it again.';
const querySchema = z.strictObject({ week: weekSchema });

const scanSchema = z.strictObject({
  id: z.uuid(RULE),
  orderNumber: z.string(RULE).max(20, RULE),
  trackingNumber: z.string(RULE).max(100, RULE),
  digest: z.string(RULE).max(8, RULE).nullable(),
  isUndone: z.boolean(RULE),
});

/** `/api/admin/packing`, behind the sign-in: the calls of the scan page. */
export function createScanRoutes(shop: RouteContext): Hono {
  return new Hono()
    .get('/scan', async (c) => {
      const query = validate(querySchema, c.req.query());
      if (!query.ok) return sendProblem(c, query.problem);
      const { week } = query.value;
      const now = shop.clock();
      const orders = await readScanOrders(shop.db, week, c.var.person.role, now);
      const found: ScanWeek = { week, readAt: now.toISOString(), orders };
      return c.json(found);
    })
    .post('/scans', async (c) => {
      const body = await readJson(c, scanSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      return c.json(await sendScan(shop, body.value, c.var.person));
    });
}
