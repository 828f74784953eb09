import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isRecord } from '#content/reader/page-body.ts';
import { decodeText, parseSource } from '#content/reader/parse-source.ts';
import { parseDay } from '#domain/dates.ts';
import { type DeliveryWeek, labelWeek } from '#domain/delivery/weeks.ts';
import { pathOfWeek } from '#domain/office.ts';
import { html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { hashBytes } from '../content/files/content-folder.ts';
import { createLiveFile } from '../content/files/live-file.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf, type Problem, statusOf } from '../http/problems.ts';
import { readForm } from '../http/request-body.ts';
import { type Result, refuse } from '../http/result.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { readTodaysWeeks } from '../office/today.ts';
import {
  describeConflict,
  describeSale,
  readSale,
  renderWeek,
  toEntries,
  type WeekPage,
  type WeekSale,
} from '../office/week-page.ts';
import { countWeek } from '../orders/sale/reservations.ts';
import type { RouteContext } from '../shop.ts';
import { readWeeks, SHOP_FILE } from '../site/live-content.ts';

const beforeSchema = z.object({
  done: z.literal('saved'),
  boxes: z.coerce.number().int().optional(),
  orderBy: z
    .string()
    .transform((typed) => parseDay(typed) ?? undefined)
    .optional(),
  closed: z
    .literal('yes')
    .transform((): true => true)
    .optional(),
});

/** Mounted at `/admin/orders/weeks`: what is sold of a week, changed at once in content/shop.json. For owners. */
export function createWeekRoutes(shop: RouteContext): Hono {
  const { content, db, clock } = shop;
  const change = content && createLiveFile(content.contentDir, SHOP_FILE);

  const read = async (id: string): Promise<Result<Omit<WeekPage, 'before' | 'sent'>>> => {
    if (!content) return refuse({ code: 'not_found' });
    const weeks = await readWeeks(content.contentDir).catch((error: Error) => error);
    if (weeks instanceof Error) return refuse({ code: 'content_invalid', error: weeks.message });
    const sale = weeks?.find((week) => week.id === id);
    if (!sale) return refuse({ code: 'not_found' });
    const boxes = await countWeek(db, id, clock().toISOString());
    return { ok: true, value: { week: sale.id, sale, boxes, seen: versionOf(sale) } };
  };
  const write = (week: string, seen: string | undefined, sale: WeekSale): Promise<Result<WeekSale>> =>
    change === undefined
      ? Promise.resolve(refuse({ code: 'not_found' }))
      : change(async (bytes) => {
          const now = await read(week);
          if (!now.ok) return now;
          if (now.value.seen !== seen) return refuse({ code: 'content_changed_meanwhile' });
          const raw = bytes && parseSource(SHOP_FILE, decodeText(bytes));
          if (!isRecord(raw) || !Array.isArray(raw.weeks)) return refuse({ code: 'not_found' });
          const weeks = raw.weeks.map((each) => (each.id === week ? { id: each.id, ...sale } : each));
          return { ok: true, value: { value: { ...raw, weeks }, made: now.value.sale } };
        });

  return new Hono()
    .use(requireAdminPage(shop.sessions))
    .get('/:week', async (c) => {
      const found = await read(c.req.param('week'));
      if (!found.ok) return sendNone(c, shop, found.problem);
      const given = Object.entries(c.req.query()).filter(([, value]) => value !== '');
      const { done, ...before } = beforeSchema.safeParse(Object.fromEntries(given)).data ?? {};
      return send(c, shop, { ...found.value, before: done ? before : null, sent: null });
    })
    .post('/:week', async (c) => {
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const found = await read(c.req.param('week'));
      if (!found.ok) return sendNone(c, shop, found.problem);
      const { week } = found.value;
      const again = (
        page: typeof found.value,
        sent: Omit<NonNullable<WeekPage['sent']>, 'entries'>,
        status: Problem,
      ) => send(c, shop, { ...page, before: null, sent: { entries: body.value, ...sent } }, statusOf(status));
      const asked = readSale(body.value, found.value);
      if ('mistakes' in asked) return again(found.value, asked, { code: 'invalid_fields' });
      // What was changed by hand before is not to be under this person's name.
      await content?.history.record();
      const written = await write(week, body.value.seen, asked.sale);
      if (!written.ok) {
        const { problem } = written;
        const now = await read(week);
        if (!now.ok) return sendNone(c, shop, now.problem);
        const isConflict = problem.code === 'content_changed_meanwhile';
        const words = isConflict ? describeConflict(now.value.sale) : messageOf(problem);
        return again(now.value, { mistakes: {}, problem: words }, problem);
      }
      const line = describeSale(week, written.value, asked.sale);
      const { id: personId, name: person } = c.var.person;
      await shop.refreshSite?.();
      if (line !== undefined) await content?.history.record({ person, personId, changes: [line] });
      const query = new URLSearchParams({ done: 'saved', ...toEntries(written.value) });
      return c.redirect(`${pathOfWeek(week)}?${query}`, 303);
    });
}

function versionOf({ id, boxes, orderBy, closed }: DeliveryWeek): string {
  return hashBytes(Buffer.from(JSON.stringify([id, boxes, orderBy, closed]))).slice(0, 16);
}

async function send(c: Context, shop: RouteContext, page: WeekPage, status?: ReturnType<typeof statusOf>) {
  const of = { path: pathOfWeek(page.week), heading: labelWeek(page.week) };
  const title = page.sent && 'Error';
  return sendOfficePage(c, shop, {
    page: 'admin/orders',
    of,
    markup: renderWeek(page, await readTodaysWeeks(shop)),
    title: title ?? undefined,
    status,
  });
}

function sendNone(c: Context, shop: RouteContext, problem: Problem) {
  const isInvalid = problem.code === 'content_invalid';
  const why = isInvalid
    ? html`<div class="callout trouble" role="alert"><p><strong>The file of the shop has a mistake</strong> that can’t be put right here. The shop sells what it sold before. Show this to whoever looks after the site.</p><p>${messageOf(problem)}</p></div>`
    : html`<p class="callout">${shop.content ? 'The shop doesn’t sell this week.' : 'This machine has the built site only. Weeks are changed where the farm’s content folder is.'}</p>`;
  const of = { path: pathOfWeek(c.req.param('week') ?? ''), heading: labelWeek(c.req.param('week') ?? null) };
  return sendOfficePage(c, shop, { page: 'admin/orders', of, markup: why, status: statusOf(problem) });
}
