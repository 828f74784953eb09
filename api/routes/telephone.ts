import { randomUUIDv7 } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { londonDay } from '#domain/dates.ts';
import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import { sundayOf } from '#domain/delivery/weeks.ts';
import { DELIVERY_FIELDS } from '#domain/orders/order-fields.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { correctEntries, optional } from '#domain/plain-text.ts';
import { orderSchema, ruled } from '#domain/schemas/order.ts';
import { PAY_PATH } from '#forms/pay-page.ts';
import { TELEPHONE_PATH, type TelephoneForm, WAYS_TO_PAY } from '#forms/telephone-form.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf, type Problem, type Result, refuse, statusOf } from '../http/problems.ts';
import { type Entries, readForm, readOrderEntries, validate } from '../http/request-body.ts';
import { enqueuePaymentRequest, type PaymentRequest } from '../mail/request-templates.ts';
import { readDone, sendOfficePage } from '../office/office-page.ts';
import { findAttempt } from '../orders/attempts-repository.ts';
import { pickDetails, toDetails } from '../orders/details.ts';
import { findOrder, type Order } from '../orders/orders-repository.ts';
import { readWeekAvailability } from '../orders/sale/reservations.ts';
import type { RouteContext } from '../shop.ts';
import { findLink, findWaiting, withdraw } from '../telephone/payment-links.ts';
import { type TelephoneOrder, takeOrder } from '../telephone/take-order.ts';
import {
  renderTelephone,
  type Taken,
  TELEPHONE_DONE,
  type TelephoneDone,
  type TelephonePage,
} from '../telephone/telephone-page.ts';

const NAME_RULE = 'Please enter the caller’s name, or the name of the person the boxes are for.';
const WAY_RULE = 'Please choose how they pay.';
const takeSchema = orderSchema.extend({
  customerEmail: ruled(optional(DELIVERY_RULES.customerEmail)),
  id: z.uuid('Please reload the page.'),
  way: z.enum(WAYS_TO_PAY, WAY_RULE),
});
const querySchema = z.object({
  of: z.string().catch(''),
  order: z.string().catch(''),
});

/** Mounted at `/admin/telephone`: orders that the farm takes by telephone, and what is still to be paid. For owners. */
export function createTelephoneRoutes(shop: RouteContext): Hono {
  const { db } = shop;
  const finish = (c: Context, query: Record<string, string>) =>
    c.redirect(`${TELEPHONE_PATH}?${new URLSearchParams(query)}`, 303);
  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .get('/', async (c) => {
      const { of, order: orderId } = querySchema.parse(c.req.query());
      const done = readDone(c, TELEPHONE_DONE);
      const again = orderId === '' ? null : ((await findOrder(db, orderId)) ?? null);
      return send(c, shop, { done, of, again, ...(again && { entries: copyEntries(again) }) });
    })
    .post('/', async (c) => {
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const asked = readTelephoneOrder(shop, body.value);
      const taken = asked.ok ? await takeOrder(shop, asked.value, c.var.person) : asked;
      if (!taken.ok) return send(c, shop, { entries: body.value, problem: taken.problem });
      return finish(c, { of: taken.value.id });
    })
    .post('/:id/withdraw', async (c) =>
      finish(c, { done: (await withdraw(shop, c.req.param('id'))) ? 'withdrawn' : 'gone' }),
    )
    .post('/:id/send', async (c) => {
      const waiting = (await findWaiting(db, shop.clock())).find(
        ({ attempt }) => attempt.id === c.req.param('id'),
      );
      if (!waiting) return finish(c, { done: 'gone' });
      const now = shop.clock();
      const settings = shop.getMailSettings();
      await db.transaction().execute((trx) => enqueuePaymentRequest(trx, waiting, settings, now, now));
      shop.wakeOutbox();
      return finish(c, { done: 'sent' });
    });
}

/** Reads the form. A postcode outside the delivery area must be accepted by the person at the telephone. */
function readTelephoneOrder({ getCatalogue }: RouteContext, entries: Entries): Result<TelephoneOrder> {
  const read = validate(takeSchema, readOrderEntries(entries));
  const exclusion = describeExclusion(entries.shippingPostcode ?? '', getCatalogue().deliveryArea);
  const isRefused = exclusion !== undefined && entries.outside !== 'yes';
  const outside = { shippingPostcode: `${exclusion} If you deliver there all the same, tick the box below.` };
  if (!read.ok) {
    const { customerName, ...fields } = read.problem.fields ?? {};
    const name = customerName === DELIVERY_FIELDS.customerName.wanted ? NAME_RULE : customerName;
    return refuse({
      ...read.problem,
      fields: {
        ...(name !== undefined && { customerName: name }),
        ...(isRefused && outside),
        ...fields,
      },
    });
  }
  if (isRefused) return refuse({ code: 'invalid_fields', fields: outside });
  const { id, quantity, deliveryWeek: week, way } = read.value;
  return { ok: true, value: { id, quantity, week, way, details: toDetails(read.value, week) } };
}

function copyEntries(order: Order): Entries {
  const known = Object.entries({ ...pickDetails(order), deliveryWeek: order.week });
  return Object.fromEntries(known.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

interface Shown {
  readonly of?: string;
  readonly done?: TelephoneDone | null;
  readonly again?: Order | null;
  readonly entries?: Entries;
  readonly problem?: Problem;
}

async function send(
  c: Context,
  shop: RouteContext,
  { of = '', done = null, again = null, entries, problem }: Shown,
): Promise<Response> {
  const { db, clock } = shop;
  const waiting = await findWaiting(db, clock());
  const attempt = of === '' ? undefined : await findAttempt(db, of);
  const toTaken = async (each: PaymentRequest): Promise<Taken> => ({
    ...each,
    url: await findUrl(c, shop, each),
  });
  const page: TelephonePage = {
    form: await describeForm(shop, entries, problem),
    again,
    taken:
      attempt?.takenBy == null
        ? null
        : await toTaken({ attempt, order: (await findOrder(db, of, 'attemptId')) ?? null }),
    done,
    now: clock(),
    waiting: await Promise.all(waiting.filter(({ attempt: { id } }) => id !== of).map(toTaken)),
    farmName: shop.getMailSettings().farm.shortName,
  };
  return sendOfficePage(c, shop, {
    page: 'admin/telephone',
    markup: renderTelephone(page),
    title: problem ? 'Error' : attempt ? 'Taken' : 'New order',
    status: problem ? statusOf(problem) : 200,
  });
}

async function findUrl(c: Context, shop: RouteContext, { attempt }: PaymentRequest): Promise<string | null> {
  const link = await findLink(shop, attempt.id);
  if (link?.state !== 'open') return null;
  return shop.toPublicUrl(c, `${PAY_PATH}?key=${shop.orderLinks.writeKey(attempt.id)}`);
}

async function describeForm(
  { db, clock, getCatalogue }: RouteContext,
  entries: Entries = {},
  problem: Problem | undefined,
): Promise<TelephoneForm> {
  const catalogue = getCatalogue();
  const isAboutWeek = problem?.code === 'week_full';
  const errors = isAboutWeek ? { deliveryWeek: messageOf(problem) } : (problem?.fields ?? {});
  const now = clock();
  const weeks = await readWeekAvailability(db, catalogue, now);
  const open = weeks.filter(({ state }) => state === 'open');
  // The payment sandbox leaves weeks open that are over.
  const next = open.find(({ id }) => sundayOf(id) >= londonDay(now)) ?? open[0];
  return {
    // The same form, if it comes back, unless another order has its id.
    id: problem?.code === 'order_changed' ? randomUUIDv7() : (entries.id ?? randomUUIDv7()),
    unitPrice: catalogue.branchBox.pricePence,
    transfers: catalogue.transfers,
    weeks,
    entries: correctEntries(DELIVERY_RULES, { ...(next && { deliveryWeek: next.id }), ...entries }),
    errors,
    isOutside: describeExclusion(entries.shippingPostcode ?? '', catalogue.deliveryArea) !== undefined,
    failure: problem && Object.keys(errors).length === 0 ? messageOf(problem) : undefined,
  };
}
