import { formatDay, type IsoDay, parseDay } from '#domain/dates.ts';
import { type DeliveryWeek, labelWeek, sundayOf } from '#domain/delivery/weeks.ts';
import { OFFICE_PAGES, pathOfWeek } from '#domain/office.ts';
import { readWords } from '#domain/plain-text.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { type Field, listProblems, renderErrorSummary, renderInput } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { type Entries, readWholeNumber } from '../http/request-body.ts';
import type { BoxCount } from '../orders/sale/reservations.ts';
import { renderHidden } from './order-forms.ts';
import { renderWeeks, type TodaysWeek } from './today.ts';

/** What a week's page changes of it. */
export type WeekSale = Pick<DeliveryWeek, 'boxes' | 'orderBy' | 'closed'>;
const FIELDS = ['boxes', 'orderBy'] as const;
export type WeekMistakes = Partial<Record<(typeof FIELDS)[number], string>>;

export interface WeekPage {
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
export function readSale(
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
export function toEntries({ boxes, orderBy, closed }: WeekSale): Entries {
  return { boxes: String(boxes ?? ''), orderBy: orderBy ?? '', closed: closed ? 'yes' : '' };
}

const nameBoxes = ({ boxes }: WeekSale) => (boxes === undefined ? 'no limit' : String(boxes));
const nameDay = ({ orderBy }: WeekSale) => (orderBy === undefined ? 'none' : formatDay(orderBy, 'full'));

/** What somebody else has just made of a week. */
export function describeConflict(sale: WeekSale): string {
  return `Somebody has just changed this week. Now it says: boxes to sell: ${nameBoxes(sale)}, last day to order: ${nameDay(sale)}, ${sale.closed ? 'closed' : 'open'}. To have it as it’s below, save again.`;
}

/** `Week of 1 Dec: boxes to sell: 45 (40 before), closed to new orders`; undefined if nothing differs. */
export function describeSale(week: IsoDay, before: WeekSale, after: WeekSale): string | undefined {
  const changes = [
    before.boxes !== after.boxes && `boxes to sell: ${nameBoxes(after)} (${nameBoxes(before)} before)`,
    before.orderBy !== after.orderBy && `last day to order: ${nameDay(after)} (${nameDay(before)} before)`,
    before.closed !== after.closed && (after.closed ? 'closed to new orders' : 'open to new orders again'),
  ].filter((change) => change !== false);
  return changes.length === 0 ? undefined : `${labelWeek(week)}: ${changes.join(', ')}`;
}

function describeTaken({ sold, reserved }: BoxCount): string {
  const paying = reserved === 0 ? '' : `, and ${reserved} more are being paid for`;
  return `${formatBoxes(sold)} ${sold === 1 ? 'is' : 'are'} sold already${paying}`;
}

/** @param weeks every one that is shown on the first page, so that several can be changed after one another */
export function renderWeek(
  { week, sale, boxes, seen, before, sent }: WeekPage,
  weeks: readonly TodaysWeek[],
): Html {
  const path = pathOfWeek(week);
  const done = before && describeSale(week, before, sale);
  const shown = sent?.entries ?? toEntries(sale);
  const { mistakes = {}, problem } = sent ?? {};
  const left =
    sale.boxes === undefined
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
