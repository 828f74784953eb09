import { Hono } from 'hono';
import { z } from 'zod';
import { type IsoDay, parseDay } from '#domain/dates.ts';
import { labelWeekWithin } from '#domain/delivery/weeks.ts';
import { OFFICE_PAGES } from '#domain/office.ts';
import { parseOrderNumber } from '#domain/orders/order-number.ts';
import type { ScanWeek } from '#domain/orders/scans.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson, validate } from '../http/request-body.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { readWeekTotals } from '../orders/list/order-list.ts';
import { findPackedNext, weekSchema } from '../orders/list/order-list-repository.ts';
import { LABEL_SHEETS, type LabelSheet } from '../packing/labels.ts';
import {
  PACKING_VIEWS,
  type PackingRequest,
  type PackingView,
  renderPrintDocuments,
  renderWeeks,
} from '../packing/packing-page.ts';
import { readScanOrders, sendScan } from '../packing/send-scan.ts';
import { findOrdersOfWeek } from '../packing/sort-for-packing.ts';
import type { RouteContext } from '../shop.ts';

/** A mistyped URL shows the nearest page instead of an error. */
const querySchema = z.object({
  week: z.string().default(''),
  view: z.enum(Object.keys(PACKING_VIEWS) as [PackingView]).catch('list'),
  sheet: z.coerce
    .number()
    .pipe(z.literal(Object.keys(LABEL_SHEETS).map(Number)))
    .catch(21),
  skip: z.coerce.number().int().min(0).catch(0),
  again: z.string().optional(),
  order: z.string().default('').transform(parseOrderNumber),
});

const PAGE = 'admin/packing';

/** Mounted at `/admin/packing`: a week's print documents, for signed-in people. */
export function createPackingRoutes(shop: RouteContext): Hono {
  // The scan page below it is a built page, which asks for the sign-in itself, because it must open without signal.
  return new Hono().get('/', requireAdminPage(shop.sessions), async (c) => {
    const query = querySchema.parse(c.req.query());
    const { role } = c.var.person;
    const weeks = await readWeekTotals(shop.db, shop.getCatalogue(), role);
    const week = parseDay(query.week);
    if (week === null || !weeks.some((each) => each.week === week)) {
      const isUnknown = query.week !== '';
      const markup = renderWeeks(weeks, await findPackedNext(shop.db, shop.clock()), isUnknown);
      return sendOfficePage(c, shop, { page: PAGE, markup, title: 'Weeks', status: isUnknown ? 404 : 200 });
    }
    const request = readRequest(query, week);
    const orders = await findOrdersOfWeek(shop.db, week, role, shop.clock());
    const markup = await renderPrintDocuments(request, orders, shop.getMailSettings().farm);
    const heading = `${PACKING_VIEWS[request.view]}, ${labelWeekWithin(week)}`;
    return sendOfficePage(c, shop, { page: PAGE, of: { path: OFFICE_PAGES[PAGE].path, heading }, markup });
  });
}

function readRequest(query: z.output<typeof querySchema>, week: IsoDay): PackingRequest {
  const sheet = query.sheet as LabelSheet;
  return {
    week,
    view: query.view,
    sheet,
    // After a full sheet, a new one starts.
    skip: query.skip % LABEL_SHEETS[sheet].labels,
    again: query.again === '1',
    order: query.order,
  };
}

const RULE = 'Please scan it again.';
const scanQuerySchema = z.strictObject({ week: weekSchema });

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
      const query = validate(scanQuerySchema, c.req.query());
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
