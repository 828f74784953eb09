import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isRecord } from '#content/reader/page-body.ts';
import { decodeText, parseSource } from '#content/reader/parse-source.ts';
import { formatDay, type IsoDay, parseDay } from '#domain/dates.ts';
import { type DeliveryWeek, labelWeek, sundayOf } from '#domain/delivery/weeks.ts';
import { OFFICE_PAGES, pathOfWeek } from '#domain/office.ts';
import { readWords } from '#domain/plain-text.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { type Field, listProblems, renderErrorSummary, renderInput } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { hashBytes } from '../content/files/content-folder.ts';
import { createLiveFile } from '../content/files/live-file.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf, type Problem, type Result, refuse, statusOf } from '../http/problems.ts';
import { type Entries, readForm, readWholeNumber } from '../http/request-body.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { renderHidden } from '../office/order-forms.ts';
import { readTodaysWeeks, renderWeeks, type TodaysWeek } from '../office/today.ts';
import { type BoxCount, countWeek } from '../orders/sale/reservations.ts';
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

/** What a week's page changes of it. */
type WeekSale = Pick<DeliveryWeek, 'boxes' | 'orderBy' | 'closed'>;
const FIELDS = ['boxes', 'orderBy'] as const;
type WeekMistakes = Partial<Record<(typeof FIELDS)[number], string>>;

interface WeekPage {
  readonly week: IsoDay;
  readonly sale: WeekSale;
  readonly boxes: BoxCount;
  /** Tells the week apart from what somebody else makes of it meanwhile. */
  readonly seen: string;
  readonly before: WeekSale | null;
  readonly sent: {
    readonly entries: Entries;
    readonly mistakes: WeekMistakes;
    readonly problem?: string;
  } | null;
}

/** The more boxes a number has, the likelier is a slip. */
const MOST_BOXES = 100_000;

/** Reads the form: the week's sale, or a message for each field to correct. */
function readSale(
  entries: Entries,
  { week, sale, boxes }: Pick<WeekPage, 'week' | 'sale' | 'boxes'>,
): { readonly sale: WeekSale } | { readonly mistakes: WeekMistakes } {
  const mistakes: WeekMistakes = {};
  const [typedBoxes, typedDay] = FIELDS.map((name) => readWords(entries[name] ?? ''));
  const count = typedBoxes === '' ? undefined : readWholeNumber(typedBoxes ?? '');
  const taken = boxes.sold + boxes.reserved;
  if (count !== undefined && !(count <= MOST_BOXES))
    mistakes.boxes = `Enter a whole number of boxes, up to ${MOST_BOXES.toLocaleString('en-GB')}, or nothing`;
  else if (count !== undefined && count !== sale.boxes && count < taken)
    mistakes.boxes = `${describeTaken(boxes)}, so it can’t be fewer than ${taken}. To stop the sale, close the week`;
  const orderBy = typedDay === '' ? undefined : parseDay(typedDay ?? '');
  const sunday = sundayOf(week);
  if (orderBy === null) mistakes.orderBy = 'Enter a day, or nothing';
  else if (orderBy !== undefined && orderBy > sunday)
    mistakes.orderBy = `The week is over on ${formatDay(sunday, 'full')}. Choose a day before that`;
  if (Object.keys(mistakes).length > 0 || orderBy === null) return { mistakes };
  return { sale: { boxes: count, orderBy, closed: entries.closed === 'yes' ? true : undefined } };
}

/** As the form sends it. */
function toEntries({ boxes, orderBy, closed }: WeekSale): Entries {
  return { boxes: String(boxes ?? ''), orderBy: orderBy ?? '', closed: closed ? 'yes' : '' };
}

const nameBoxes = ({ boxes }: WeekSale) => (boxes === undefined ? 'no limit' : String(boxes));
const nameDay = ({ orderBy }: WeekSale) => (orderBy === undefined ? 'none' : formatDay(orderBy, 'full'));

/** What somebody else has just made of a week. */
function describeConflict(sale: WeekSale): string {
  return `Somebody has just changed this week. Now it says: boxes to sell: ${nameBoxes(sale)}, last day to order: ${nameDay(sale)}, ${sale.closed ? 'closed' : 'open'}. To have it as it’s below, save again.`;
}

/** `Week of 1 Dec: boxes to sell: 45 (40 before), closed to new orders`; undefined if nothing differs. */
function describeSale(week: IsoDay, before: WeekSale, after: WeekSale): string | undefined {
  const changes = [
    before.boxes !== after.boxes && `boxes to sell: ${nameBoxes(after)} (${nameBoxes(before)} before)`,
    before.orderBy !== after.orderBy && `last day to order: ${nameDay(after)} (${nameDay(before)} before)`,
    before.closed !== after.closed && (after.closed ? 'closed to new orders' : 'open to new orders again'),
  ].filter((change) => change !== false);
  return changes.length === 0 ? undefined : `${labelWeek(week)}: ${changes.join(', ')}`;
}

function describeTaken({ sold, reserved }: BoxCount): string {
  const paying =
    reserved === 0 ? '' : `, and ${reserved} more ${reserved === 1 ? 'is' : 'are'} being paid for`;
  return `${formatBoxes(sold)} ${sold === 1 ? 'is' : 'are'} sold already${paying}`;
}

/** @param weeks every one that is shown on the first page, so that several can be changed after one another */
function renderWeek({ week, sale, boxes, seen, before, sent }: WeekPage, weeks: readonly TodaysWeek[]): Html {
  const path = pathOfWeek(week);
  const done = before && describeSale(week, before, sale);
  const shown = sent?.entries ?? toEntries(sale);
  const { mistakes = {}, problem } = sent ?? {};
  const left =
    sale.boxes === undefined || sale.closed
      ? ''
      : ` ${formatBoxes(Math.max(0, sale.boxes - boxes.sold - boxes.reserved))} left.`;
  const field = (name: (typeof FIELDS)[number], label: string, hint: string): Field => ({
    ...{ id: `week-${name}`, name, label, hint },
    message: mistakes[name],
  });
  const wrong = listProblems(FIELDS, mistakes, (name) => `week-${name}`);
  return html`${
    done &&
    html`<div class="callout actions" role="status"><p>Saved, and the shop has it now. ${done}.</p>
<form method="post" action="${path}">${renderHidden({ ...toEntries(before), seen })}<button class="button quiet" type="submit">Undo</button></form></div>`
  }
<div class="halves stack"><p>${describeTaken(boxes)}.${left}</p>
<form class="form form-frame" method="post" action="${path}" novalidate>
${renderErrorSummary('week', { messages: problem === undefined ? [] : [problem], fields: wrong })}
${renderHidden({ seen })}
${renderInput({ ...field('boxes', 'Boxes to sell', 'Leave it empty, and there’s no limit.'), attributes: html`class="short" type="text" inputmode="numeric" autocomplete="off"${!done && !sent && html` autofocus`}` }, shown.boxes)}
${renderInput({ ...field('orderBy', 'Last day to order', 'Until midnight. Buyers can change or cancel their order until then, too.'), attributes: html`class="short" type="date" autocomplete="off"` }, shown.orderBy)}
<label class="choice" for="week-closed"><input id="week-closed" type="checkbox" name="closed" value="yes"${shown.closed === 'yes' && html` checked`}><span><strong>Closed to new orders.</strong> Its orders stay as they are, and their buyers can’t change them any more.</span></label>
<button class="button" type="submit">Save</button>
</form>
<ul class="links plain"><li><a href="${OFFICE_PAGES['admin/orders'].path}?week=${week}">The orders of this week</a></li><li><a href="${OFFICE_PAGES['admin/packing'].path}?week=${week}">Pick list, slips and labels</a></li></ul>
<section class="second" aria-labelledby="weeks"><h2 id="weeks">Every week</h2>${renderWeeks(weeks, 'owner')}</section></div>`;
}
