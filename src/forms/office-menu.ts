import { MENU_COUNTS, type MenuCounts, OFFICE_PAGES, type OfficePage } from '#domain/office.ts';
import type { Role } from '#domain/people.ts';
import { type Html, html } from './html.ts';

export interface OfficeMenu {
  /** The path of the current page. */
  readonly path: string;
  readonly role: Role;
  readonly counts?: MenuCounts | undefined;
}

/** The menu of the farm's own pages: what a role may open, and the way out. */
export function renderOfficeMenu({ path, role, counts }: OfficeMenu): Html {
  const pages: readonly OfficePage[] = Object.values(OFFICE_PAGES);
  const shown = pages.filter((page) => page.label !== undefined && (role === 'owner' || page.isForPackers));
  const isOrder = path.startsWith(`${OFFICE_PAGES['admin/orders'].path}/`);
  return html`<nav aria-label="Farm office"><ul class="links plain">${shown.map(
    (page) =>
      html`<li><a href="${page.path}"${page.path === path && html` aria-current="page"`}${isOrder && page.path === OFFICE_PAGES['admin/orders'].path && html` aria-current="true"`}>${page.label}${page.count && renderCount(page.count, counts?.[page.count] ?? 0)}</a></li>`,
  )}</ul></nav>${!OWN_SIGN_OUT.includes(path) && SIGN_OUT}`;
}

const SIGN_OUT = html`<form method="post" action="${OFFICE_PAGES['admin/account'].path}/sign-out"><button class="button quiet" type="submit">Sign out</button></form>`;

/** The list of orders asks its script, and the account has a button of its own. */
const OWN_SIGN_OUT: readonly string[] = [
  OFFICE_PAGES['admin/orders'].path,
  OFFICE_PAGES['admin/account'].path,
];

function renderCount(name: keyof MenuCounts, count: number): Html {
  const { id, words } = MENU_COUNTS[name];
  return html`<span id="${id}">${count > 0 && html`<b class="count trouble">${count}</b><span class="visually-hidden"> ${words}</span>`}</span>`;
}
