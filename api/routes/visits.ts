import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { namePage } from '#content/reader/shown-on.ts';
import { formatCount } from '#domain/count.ts';
import { addDays, type IsoDay, londonDay } from '#domain/dates.ts';
import { PAGES } from '#domain/pages.ts';
import { renderEmptyList } from '#forms/empty-list.ts';
import { type Html, html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { readDrafted } from '../content/publish/content-aside.ts';
import type { Database } from '../db/schema.ts';
import { sendOfficePage } from '../office/office-page.ts';
import type { RouteContext } from '../shop.ts';

/** As many of each as a person would read. */
const MOST_ROWS = 40;

/** What a page that is not there reports as its name. */
const MISSING = '404';

const LISTS = [
  { heading: 'Pages', kind: 'view', column: 'path' },
  { heading: 'Searched for in the questions', kind: 'search', column: 'value' },
  { heading: 'Buttons pressed', kind: 'click', column: 'label' },
  { heading: 'Wrong addresses', kind: 'view', column: 'path', isMissing: true },
] as const;
type List = (typeof LISTS)[number];

/** Mounted at `/admin/visits`: what the pages have reported to `/api/events`. For owners. */
export function createVisitRoutes(shop: RouteContext): Hono {
  return new Hono().use(requireAdminPage(shop.sessions)).get('/', async (c) => {
    const today = londonDay(shop.clock());
    const content = shop.content && (await readDrafted(shop.content.draft)).content;
    const name = (path: string) => (content ? namePage(content, path) : path);
    const sections = [];
    for (const list of LISTS) {
      const rows = await count(shop.db, list, today);
      if (rows.length > 0) sections.push(renderList(list, rows, name));
    }
    const [pages, ...others] = sections;
    const markup = pages
      ? html`<div class="halves stack">${pages}${others.length > 0 && html`<div class="second stack">${others}</div>`}</div>`
      : renderEmptyList('No visits yet', 'Nobody has looked at a page in the last 30 days.');
    return sendOfficePage(c, shop, { page: 'admin/visits', markup });
  });
}

/** The last 30 days, today included, and the last 7 of them. The most frequent first, and none of the farm's own pages. */
async function count(db: Kysely<Database>, list: List, today: IsoDay) {
  return db
    .selectFrom('visitCounts')
    .select(({ eb, fn, ref }) => [
      ref(list.column).as('name'),
      fn.sum<number | string>('count').as('month'),
      fn
        .sum<number | string>(eb.case().when('day', '>', addDays(today, -7)).then(ref('count')).else(0).end())
        .as('week'),
    ])
    .where('kind', '=', list.kind)
    .where('day', '>', addDays(today, -30))
    .where('path', 'not like', `${PAGES.admin.path}%`)
    .where('label', 'isMissing' in list ? '=' : '!=', MISSING)
    .groupBy(list.column)
    .orderBy('month', 'desc')
    .limit(MOST_ROWS)
    .execute();
}

function renderList(
  { heading, column }: List,
  rows: Awaited<ReturnType<typeof count>>,
  namePath: (path: string) => string,
): Html {
  return html`<section><h2>${heading}</h2><table class="figures"><caption class="visually-hidden">${heading}</caption>
<thead><tr><th scope="col">What</th><th scope="col">7 days</th><th scope="col">30 days</th></tr></thead>
<tbody>${rows.map(
    ({ name, week, month }) =>
      html`<tr><th scope="row">${column === 'label' ? name.replaceAll('_', ' ') : column === 'path' ? namePath(name) : name}</th><td>${formatCount(Number(week))}</td><td>${formatCount(Number(month))}</td></tr>`,
  )}</tbody></table></section>`;
}
