import { Hono } from 'hono';
import { z } from 'zod';
import { MOST_LINES } from '#domain/orders/tracking-list.ts';
import { readLines } from '#domain/plain-text.ts';
import { changeMany, explainNotMoved, explainNotSent, withNote } from '../bulk/change-many.ts';
import { undoOrders } from '../bulk/undo-orders.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson } from '../http/request-body.ts';
import type { FulfilmentDependencies } from '../orders/fulfil-order.ts';
import { weekSchema } from '../orders/order-list-repository.ts';

/** The most that a page of the list has. */
const MOST_AT_ONCE = 200;
/** For what a pasted list has changed, which is undone in one go. */
const UNDO_LIMIT_BYTES = 256 * 1024;

const version = z.int('Please reload the page.').positive('Please reload the page.');
const id = z.string('Please select orders.').max(100, 'Please select orders.');
const orders = z
  .array(z.strictObject({ id, version }), 'Please select orders.')
  .min(1, 'Please select orders.')
  .max(MOST_AT_ONCE, `Please select at most ${MOST_AT_ONCE} orders at a time.`);

const chosenSchema = z.strictObject({ orders });

const NOTE_RULE = 'Please keep your sentence below 500 characters.';
const moveSchema = z.strictObject({
  orders,
  deliveryWeek: weekSchema,
  note: z.string(NOTE_RULE).overwrite(readLines).max(500, NOTE_RULE).optional(),
});

const UNDO_RULE = 'Please reload the page.';
const undoSchema = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        id,
        version,
        status: z.enum(['processing', 'shipped'], UNDO_RULE),
        trackingNumbers: z
          .array(z.string(UNDO_RULE).max(100, UNDO_RULE), UNDO_RULE)
          .max(MOST_LINES, UNDO_RULE),
        boxesSent: z.int(UNDO_RULE).positive(UNDO_RULE).nullable(),
        deliveryWeek: z.string(UNDO_RULE).max(10, UNDO_RULE).nullable(),
      }),
      UNDO_RULE,
    )
    .min(1, UNDO_RULE)
    .max(MOST_LINES, UNDO_RULE),
});

/** `/api/admin/orders/…` for several orders at a time: shipped, back to processing, to another week, and undone. */
export function createBulkOrderRoutes(deps: FulfilmentDependencies): Hono {
  const noStore = { 'Cache-Control': 'no-store' };
  return new Hono()
    .post('/orders/ship', async (c) => {
      const body = await readJson(c, chosenSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const results = await changeMany(deps, body.value.orders, { status: 'shipped' }, c.var.person.name);
      return c.json({ results }, 200, noStore);
    })
    .post('/orders/back', async (c) => {
      const body = await readJson(c, chosenSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const change = { status: 'processing' } as const;
      const results = await changeMany(deps, body.value.orders, change, c.var.person.name, explainNotSent);
      return c.json({ results }, 200, noStore);
    })
    .post('/orders/move', async (c) => {
      const body = await readJson(c, moveSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { orders, deliveryWeek, note = '' } = body.value;
      // The farm's own words are an e-mail in its name.
      if (note !== '' && c.var.person.role !== 'owner') return sendProblem(c, { code: 'owner_only' });
      const { name } = c.var.person;
      const results = await changeMany(withNote(deps, note), orders, { deliveryWeek }, name, explainNotMoved);
      return c.json({ results }, 200, noStore);
    })
    .post('/orders/undo', async (c) => {
      const body = await readJson(c, undoSchema, UNDO_LIMIT_BYTES);
      if (!body.ok) return sendProblem(c, body.problem);
      return c.json(await undoOrders(deps, body.value.orders, c.var.person.name), 200, noStore);
    });
}
