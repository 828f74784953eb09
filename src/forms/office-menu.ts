import { type MenuCounts, OFFICE_PAGES, type OfficePage } from '#domain/office.ts';
import type { Role } from '#domain/people.ts';
import { type Html, html } from './html.ts';

export interface OfficeMenu {
  /** The path of the current page. */
  readonly path: string;
  readonly role: Role;
  /** None in a page that is kept on a phone. */
  readonly counts?: MenuCounts;
}

/**
 * The menu of the farm's own pages: what a role may open, and the way out. A narrow screen has a bar of the places where
 * the work is, and the others behind 'More'; where there is room, all of them are one line.
 */
export function renderOfficeMenu({ path, role, counts }: OfficeMenu): Html {
  const pages: readonly OfficePage[] = Object.values(OFFICE_PAGES);
  const shown = pages.filter((page) => page.label !== undefined && (role === 'owner' || page.isForPackers));
  const rest = shown.filter(({ isInBar }) => !isInBar);
  const folded = rest.reduce((sum, { count }) => sum + (count ? (counts?.[count] ?? 0) : 0), 0);
  const renderLink = (page: OfficePage) =>
    html`<li><a href="${page.path}"${describeCurrent(page.path, path)}>${page.label}${page.count && renderCount(counts?.[page.count] ?? 0, COUNT_WORDS[page.count])}</a></li>`;
  return html`<nav aria-label="Farm office"><ul class="links plain">${shown.filter(({ isInBar }) => isInBar).map(renderLink)}</ul>
<details><summary>More${renderCount(folded, 'to see to')}</summary><ul class="links plain">${rest.map(renderLink)}
<li class="site"><a href="/">Our website</a></li>${path !== OFFICE_PAGES['admin/account'].path && SIGN_OUT}</ul></details></nav>`;
}

/** The account has a button of its own. */
const SIGN_OUT = html`<li class="out"><form method="post" action="${OFFICE_PAGES['admin/account'].path}/sign-out"><button class="button quiet" type="submit">Sign out</button></form></li>`;

/** An order and a week are below the list of orders. */
function describeCurrent(page: string, path: string): Html | false {
  if (page === path) return html` aria-current="page"`;
  return (
    page === OFFICE_PAGES['admin/orders'].path && path.startsWith(`${page}/`) && html` aria-current="true"`
  );
}

/** What a screen reader says after a number. */
const COUNT_WORDS: Readonly<Record<keyof MenuCounts, string>> = {
  needsLook: 'need a look',
  newMessages: 'to read',
  failedMails: 'failed',
};

function renderCount(count: number, words: string): Html | false {
  return (
    count > 0 && html` <b class="count trouble">${count}</b><span class="visually-hidden"> ${words}</span>`
  );
}
