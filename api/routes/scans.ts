import { Hono } from 'hono';
import { z } from 'zod';
import { MOST_SCANS, type ScanWeek } from '#domain/orders/scans.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson, validate } from '../http/request-body.ts';
import type { FulfilmentDependencies } from '../orders/fulfil-order.ts';
import { weekSchema } from '../orders/order-list-repository.ts';
import { readScanOrders } from '../packing/scan-orders.ts';
import { sendScans } from '../packing/send-scans.ts';

const RULE = 'Please scan it again.';
const SCANS_RULE = `Please hand in 1 to ${MOST_SCANS} scans at a time.`;
/** For `MOST_SCANS` as JSON. */
const LIMIT_BYTES = 64 * 1024;

const querySchema = z.strictObject({ week: weekSchema });

const scansSchema = z.strictObject({
  scans: z
    .array(
      z.strictObject({
        id: z.uuid(RULE),
        orderNumber: z.string(RULE).max(20, RULE),
        trackingNumber: z.string(RULE).max(100, RULE),
        digest: z.string(RULE).max(8, RULE).nullable(),
        isWhole: z.boolean(RULE),
        isUndone: z.boolean(RULE),
      }),
      SCANS_RULE,
    )
    .min(1, SCANS_RULE)
    .max(MOST_SCANS, SCANS_RULE),
});

/** `/api/admin/packing`, behind the sign-in: the calls of the scan page. */
export function createScanRoutes(deps: FulfilmentDependencies): Hono {
  return new Hono()
    .get('/scan', async (c) => {
      const query = validate(querySchema, c.req.query());
      if (!query.ok) return sendProblem(c, query.problem);
      const { week } = query.value;
      const readAt = deps.clock().toISOString();
      const found: ScanWeek = { week, readAt, orders: await readScanOrders(deps.db, week) };
      return c.json(found);
    })
    .post('/scans', async (c) => {
      const body = await readJson(c, scansSchema, LIMIT_BYTES);
      if (!body.ok) return sendProblem(c, body.problem);
      return c.json({ results: await sendScans(deps, body.value.scans, c.var.person.name) });
    });
}
