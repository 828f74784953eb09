import { Hono } from 'hono';
import { z } from 'zod';
import { type ConfirmationSent, EDITED_FIELDS, type EditedField } from '#domain/orders/order-edit.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readJson } from '../http/request-body.ts';
import { sendConfirmation } from '../mail/send-confirmation.ts';
import { fulfilOrder } from '../orders/change/fulfil-order.ts';
import { toListItem } from '../orders/list/order-list.ts';
import type { RouteContext } from '../shop.ts';
import { reason, version } from './admin-orders.ts';

const text = z.string('Please enter some text.');

const editSchema = z.strictObject({
  version,
  reason,
  ...(Object.fromEntries(EDITED_FIELDS.map((name) => [name, text.optional()])) as Record<
    EditedField,
    z.ZodOptional<z.ZodString>
  >),
});

const noteSchema = z.strictObject({ version, note: text });

/** Below `/api/admin/orders/:id`, behind the sign-in: its details, the farm's note, and its confirmation. */
export function createEditOrderRoutes(shop: RouteContext): Hono {
  const noStore = { 'Cache-Control': 'no-store' };
  return new Hono()
    .patch('/orders/:id/details', async (c) => {
      const body = await readJson(c, editSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { version: known, reason: why, ...details } = body.value;
      const change = { version: known, reason: why, details };
      const done = await fulfilOrder(shop, c.req.param('id'), change, c.var.person);
      return done.ok ? c.json(toListItem(done.value), 200, noStore) : sendProblem(c, done.problem);
    })
    .patch('/orders/:id/note', async (c) => {
      const body = await readJson(c, noteSchema);
      if (!body.ok) return sendProblem(c, body.problem);
      const { note: internalNote, ...rest } = body.value;
      const done = await fulfilOrder(shop, c.req.param('id'), { ...rest, internalNote }, c.var.person);
      return done.ok ? c.json(toListItem(done.value), 200, noStore) : sendProblem(c, done.problem);
    })
    .post('/orders/:id/confirmation', async (c) => {
      const done = await sendConfirmation(shop, c.req.param('id'));
      if (!done.ok) return sendProblem(c, done.problem);
      const sent: ConfirmationSent = { sentTo: done.value };
      return c.json(sent, 200, noStore);
    });
}
