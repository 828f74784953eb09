import { formatCount } from '#domain/count.ts';
import { addDays, findLondonMidnight, formatDay, type IsoDay, londonDay } from '#domain/dates.ts';
import {
  describeAvailability,
  labelWeek,
  labelWeekWithin,
  type WeekAvailability,
} from '#domain/delivery/weeks.ts';
import { formatSum, toPounds } from '#domain/money.ts';
import { pathOfWeek } from '#domain/office.ts';
import type { WeekTotals } from '#domain/orders/order-changes.ts';
import { PAGES } from '#domain/pages.ts';
import type { Role } from '#domain/people.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { type Html, html } from '#forms/html.ts';
import { readWeekTotals } from '../orders/list/order-list.ts';
import {
  countOrdersSince,
  findOrderTotals,
  findPackedNext,
  isLateWeek,
} from '../orders/list/order-list-repository.ts';
import { readWeekAvailability } from '../orders/sale/reservations.ts';
import type { Shop } from '../shop.ts';
import { findWaiting } from '../telephone/payment-links.ts';
import { countForMenu } from './office-page.ts';
import { renderOrderSearch } from './order-page.ts';

export type TodaysWeek = WeekTotals & Omit<WeekAvailability, 'id'> & { readonly isOver: boolean };

type TodayShop = Pick<Shop, 'db' | 'clock' | 'getCatalogue'>;

/** What there is to do, and how far the season is. */
export type Today = Awaited<ReturnType<typeof readToday>>;

/** Reads what there is to do. Everything is counted as the lists count it to which it leads. */
export async function readToday(shop: TodayShop) {
  const { db, clock } = shop;
  const now = clock();
  const today = londonDay(now);
  /** The Monday of the week that is packed next; null if this week and all later ones are packed. */
  const packedNext = await findPackedNext(db, now);
  const weeks = await readTodaysWeeks(shop);
  const next = weeks.find(({ week }) => week === packedNext);
  const earlier = weeks.filter(({ week }) => isLateWeek(week, packedNext));
  const owed = await findOrderTotals(db, { filter: { view: 'owed' }, now, role: 'owner' });
  const unpaid = await findOrderTotals(db, { filter: { view: 'unpaid' }, now, role: 'owner' });
  return {
    packedNext,
    /** Boxes of that week, and those of it that are sent. */
    toPack: next?.toPack ?? 0,
    sent: next?.shipped ?? 0,
    late: earlier.reduce((sum, { toPack }) => sum + toPack, 0),
    weeks,
    /** Since the beginning of yesterday, in London. */
    newOrders: (await countOrdersSince(db, findLondonMidnight(addDays(today, -1)).toISOString())).orders,
    ...(await countForMenu(db)),
    /** Cancelled orders whose payment has not gone back, and how much it is. */
    owed: { orders: owed.orders, pence: owed.owedPence },
    /** Orders whose payment is on its way, and how much it is. */
    unpaid: { orders: unpaid.orders, pence: unpaid.unpaidPence },
    openLinks: (await findWaiting(db, now)).filter(({ order }) => order === null).length,
  };
}

/** The weeks on sale, of this week or later, or with boxes to pack, by date. */
export async function readTodaysWeeks({ db, clock, getCatalogue }: TodayShop): Promise<TodaysWeek[]> {
  const catalogue = getCatalogue();
  const lastMonday = addDays(londonDay(clock()), -7);
  const available = await readWeekAvailability(db, catalogue, clock());
  return (await readWeekTotals(db, catalogue, 'owner'))
    .map((week) => ({
      ...week,
      ...(available.find(({ id }) => id === week.week) ?? { state: 'closed' as const, boxesLeft: null }),
      isOver: week.week <= lastMonday,
    }))
    .filter(({ state, toPack, isOver }) => state !== 'closed' || toPack > 0 || !isOver);
}

/** For owners. */
export interface Door {
  readonly news: Html;
  readonly more: Html | null;
}

const ORDERS = PAGES['admin/orders'].path;

/**
 * What there is to do, with a search over the orders. Each line leads to its list; a packer sees what a packer does.
 * @param day today, in London
 */
export function renderToday(today: Today, role: Role, day: IsoDay, door: Door | null): Html {
  const work = listWork(today, role);
  return html`<div class="halves stack"><section aria-labelledby="work"><h2 id="work" class="visually-hidden">To do</h2>
${role === 'packer' ? [renderPacking(today), renderOrderSearch('')] : [renderOrderSearch(''), renderPacking(today)]}
${work.length === 0 ? html`<p>Nothing else is waiting.</p>` : html`<ul class="door-counts plain">${work.map(([href, count, words, isTrouble]) => html`<li><a href="${href}"><b${isTrouble && html` class="count trouble"`}>${formatCount(count)}</b> ${words}</a></li>`)}</ul>`}</section>
<div class="second stack">${today.weeks.length > 0 && renderWeeks(today.weeks, role)}${door?.news}${door?.more}</div>
${door && html`<div class="stack">${renderDownloads(day)}</div>`}</div>`;
}

function renderPacking(today: Today): Html {
  const { packedNext, sent } = today;
  const href = `${PAGES['admin/packing'].path}${packedNext === null ? '' : `?week=${packedNext}`}`;
  const isWork = today.toPack + today.late > 0;
  return html`<p class="door-pack actions"><a${isWork && html` class="button"`} href="${href}">${describePacking(today)}</a>${sent > 0 && html` <span>${formatCount(sent)} sent</span>`}</p>`;
}

/** `12 boxes to pack for the week of 24 Nov`, `Nothing to pack`. */
export function describePacking({
  packedNext,
  toPack,
  late,
}: Pick<Today, 'packedNext' | 'toPack' | 'late'>): string {
  if (toPack > 0) return `${formatBoxes(toPack)} to pack for the ${labelWeekWithin(packedNext)}`;
  return late > 0 ? `${formatBoxes(late)} late, from earlier weeks` : 'Nothing to pack';
}

type Work = [href: string, count: number, words: string, isTrouble?: true];

/** What is waiting, each with its list, and how much of it. */
export function listWork(today: Today, role: Role): Work[] {
  return listAll(today, role).filter(([, count]) => count > 0);
}

function listAll(today: Today, role: Role): Work[] {
  const { toPack, late, needsLook, newMessages, newOrders, owed, unpaid, openLinks, failedMails } = today;
  const sum = ({ pence }: Today['owed']) => (pence === 0 ? '' : `: ${formatSum(toPounds(pence))}`);
  // With nothing else to pack, they are what the page begins with.
  const isLate = toPack > 0 && late > 0;
  const lateWords = `${late === 1 ? 'box' : 'boxes'} of earlier weeks not sent`;
  const both: Work[] = [
    ...(isLate ? [[PAGES['admin/packing'].path, late, lateWords, true] satisfies Work] : []),
    [`${ORDERS}?view=look`, needsLook, needsLook === 1 ? 'order needs a look' : 'orders need a look', true],
    [PAGES['admin/messages'].path, newMessages, `${newMessages === 1 ? 'message' : 'messages'} to read`],
  ];
  if (role === 'packer') return both;
  return [
    [`${ORDERS}?view=all`, newOrders, `new ${newOrders === 1 ? 'order' : 'orders'} since yesterday`],
    ...both,
    [
      `${ORDERS}?view=owed`,
      owed.orders,
      `${owed.orders === 1 ? 'refund' : 'refunds'} to make${sum(owed)}`,
      true,
    ],
    [
      `${ORDERS}?view=unpaid`,
      unpaid.orders,
      `${unpaid.orders === 1 ? 'order' : 'orders'} not paid yet${sum(unpaid)}`,
    ],
    [
      `${PAGES['admin/telephone'].path}#waiting`,
      openLinks,
      `payment ${openLinks === 1 ? 'link' : 'links'} not used yet`,
    ],
    [
      PAGES['admin/mails'].path,
      failedMails,
      `${failedMails === 1 ? 'e-mail' : 'e-mails'} that didn’t arrive`,
    ],
  ];
}

/** What is sold of each week, and for a packer what is packed of it. */
export function renderWeeks(weeks: readonly TodaysWeek[], role: Role): Html {
  const isOwner = role === 'owner';
  return html`<table class="figures"><caption class="visually-hidden">Delivery weeks</caption>
<thead><tr><th scope="col">Week</th><th scope="col">${isOwner ? 'Sold' : 'To pack'}</th><th scope="col">${isOwner ? 'Still to sell' : 'Sent'}</th></tr></thead>
<tbody>${weeks.map(
    (week) =>
      html`<tr><th scope="row"><a href="${ORDERS}?week=${week.week}">${labelWeek(week.week).replace('Week of ', '')}</a></th><td>${formatCount(isOwner ? week.boxes : week.toPack)}</td><td>${isOwner ? html`<a href="${pathOfWeek(week.week)}">${describeLeft(week)}<span class="visually-hidden">, ${labelWeekWithin(week.week)}: change</span></a>` : formatCount(week.shipped)}</td></tr>`,
  )}</tbody></table>`;
}

/** For couriers and the books: all orders, and the money of each of the thirteen last months, which is asked for in the summer. */
function renderDownloads(today: IsoDay): Html {
  const days = [today];
  for (let day = today; days.length < 13; days.push(day)) day = addDays(day, -Number(day.slice(8)));
  return html`<p class="links"><a href="/api/admin/orders.csv" download>Orders of all weeks as CSV</a></p>
<form class="form search" action="/api/admin/payments.csv"><div class="field"><label for="payments-month">Payments and refunds for</label>
<select id="payments-month" name="month">${days.map((day) => html`<option value="${day.slice(0, 7)}">${formatDay(day, 'month')}</option>`)}</select></div>
<button class="button quiet" type="submit">Download as CSV</button></form>`;
}

/**
 * How many boxes of a week can still be sold: `Only 5 boxes left` once nine in ten are gone. The sandbox sells a week
 * that is over, which is no news for the farm.
 */
export function describeLeft({ week, cap, state, boxesLeft, isOver }: TodaysWeek): string {
  if (isOver) return 'Over';
  const left = describeAvailability({ id: week as IsoDay, state, boxesLeft }) || 'no limit';
  const isNearlyGone = state === 'open' && boxesLeft !== null && cap !== null && boxesLeft * 10 <= cap;
  return isNearlyGone ? `Only ${left}` : left.replace(/^./, (letter) => letter.toUpperCase());
}
