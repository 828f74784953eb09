import { formatDay, type IsoDay } from '#domain/dates.ts';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { describeSeasonEnd, makeSeasonEndTimetable } from '#domain/delivery/season-end.ts';
import { chooseCapture, type DeliveryWeek, isOnSale, weekLabel } from '#domain/delivery/weeks.ts';
import type { Pence } from '#domain/money.ts';
import { html } from './html.ts';
import { renderTimetable } from './opening.ts';
import { EMPTY_ORDER_FORM, ORDER_FORM_SLOT, type OrderOffer, renderOrderForm } from './order-form.ts';

/**
 * Everything that a built page says of the delivery weeks. The build writes it with the weeks of its time, and the
 * service with those of now (api/site/fill-site.ts), in the same markup.
 */

/** What an offer is made of. */
interface Sale {
  readonly branchBox: { readonly pricePence: Pence };
  readonly weeks: OrderOffer['weeks'];
}

/** What the order form offers. Whose time is over is left out; what the farm has closed stays, as it may open again. */
export function makeOffer({ branchBox, weeks }: Sale, area: DeliveryArea, today: IsoDay): OrderOffer {
  return {
    unitPrice: branchBox.pricePence,
    weeks: weeks
      .filter((week) => isOnSale({ ...week, closed: undefined }, today))
      .map((week) => (week.closed ? { ...week, state: 'closed' } : week)),
    seasonEnd: describeSeasonEnd(weeks, today),
    area,
  };
}

/** Says that no week is left, from the day on which that is so. */
export function renderSeasonEnd(weeks: readonly DeliveryWeek[]): string {
  return String(renderTimetable(makeSeasonEndTimetable(weeks), html`data-season-end`));
}

const canBeHad = ({ state = 'open' }: OrderOffer['weeks'][number]) => state === 'open';

/** The foliage page's list. The first week that can be had is chosen, as in the order form. */
export function renderWeekOptions({ weeks }: OrderOffer): string {
  const first = weeks.find(canBeHad);
  return weeks
    .map((week) =>
      canBeHad(week)
        ? html`<option value="${week.id}"${week === first && html` selected`}>${weekLabel(week)}</option>`
        : html`<option value="${week.id}" disabled>${weekLabel(week)} (${week.state})</option>`,
    )
    .join('');
}

/** The last days to order, or that no week is left; and for the page's script how payments are captured. */
export function renderCutOffs(weeks: readonly DeliveryWeek[], offer: OrderOffer): string {
  const cutOffs = offer.weeks.some(canBeHad)
    ? weeks.flatMap((week) =>
        week.orderBy ? [`${weekLabel(week)}: order by ${formatDay(week.orderBy, 'weekday')}.`] : [],
      )
    : [offer.seasonEnd];
  return String(
    html`<p class="hint" id="foliage-week-hint" data-capture="${chooseCapture(weeks)}"${cutOffs.length === 0 && html` hidden`}>${cutOffs.join(' ')}</p>`,
  );
}

const FORM = new RegExp(`${ORDER_FORM_SLOT.start}.*${ORDER_FORM_SLOT.end}`, 's');
const SEASON_END = /<opening-today data-season-end.*?<\/opening-today>/s;
const CUT_OFFS = /<p class="hint" id="foliage-week-hint".*?<\/p>/s;
const OPTIONS = /(?<=<select [^>]*id="foliage-week"[^>]*>).*?(?=<\/select>)/s;

/** A built page with these weeks in place of its build's. */
export function replaceWeeks(page: string, sale: Sale, area: DeliveryArea, today: IsoDay): string {
  const offer = makeOffer(sale, area, today);
  return page
    .replace(FORM, () => renderOrderForm(offer, EMPTY_ORDER_FORM))
    .replace(SEASON_END, () => renderSeasonEnd(sale.weeks))
    .replace(CUT_OFFS, () => renderCutOffs(sale.weeks, offer))
    .replace(OPTIONS, () => renderWeekOptions(offer));
}
