import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Kysely } from 'kysely';
import {
  type MenuCounts,
  OFFICE_MENU_SLOT,
  OFFICE_PAGES,
  OFFICE_SHELL,
  OFFICE_SLOT,
  OFFICE_TITLE,
  type OfficePage,
  type OfficePageId,
} from '#domain/office.ts';
import { type Html, html } from '#forms/html.ts';
import { renderOfficeMenu } from '#forms/office-menu.ts';
import type { Database } from '../db/schema.ts';
import { countUnsentMails } from '../mail/mail-list-repository.ts';
import { countMessages } from '../messages/messages-repository.ts';
import { countNeedsLook } from '../orders/list/order-list-repository.ts';
import type { RouteContext } from '../shop.ts';
import { fillSlot, sendMarkup } from '../site/fill-page.ts';

/** What one of the farm's own pages says. */
export interface OfficeFill {
  readonly page: OfficePageId;
  /** For one of many pages at paths below this one. */
  readonly of?: Pick<OfficePage, 'path' | 'heading' | 'text'>;
  readonly markup: Html;
  /** Text that goes before the page's title, such as `Error`, because a screen reader says it first. */
  readonly title?: string | undefined;
  readonly status?: ContentfulStatusCode | undefined;
  /** For a page that loads itself again: none of its views counts as a visit. */
  readonly isUncounted?: boolean | undefined;
}

/** Answers with one of the farm's own pages, whose menu is that of whoever is signed in. Never cached. */
export async function sendOfficePage(
  c: Context,
  { db, readBuiltPage }: RouteContext,
  { page, of, markup, title, status = 200, isUncounted }: OfficeFill,
): Promise<Response> {
  c.set('builtPage', OFFICE_SHELL);
  // A form that came back with 256 kB took long enough to write: others go first.
  await nextTurn();
  const { path }: OfficePage = OFFICE_PAGES[page];
  const { path: own, heading, text }: OfficePage = of ?? OFFICE_PAGES[page];
  const shell = (await readBuiltPage(OFFICE_SHELL, c)) ?? '';
  const { person } = c.var;
  const menu = person && renderOfficeMenu({ path: own, role: person.role, counts: await countForMenu(db) });
  const body = html`<div class="office-head"><div class="wrap"><h1>${heading}</h1>${text && html`<p>${text}</p>`}</div></div>
<div class="wrap office${page === 'admin/packing' && ' packing'}">${markup}</div>`;
  const titled = shell
    .replace(`<title>${OFFICE_TITLE}`, () => `<title>${html`${title && `${title}: `}${heading}`}`)
    .replace(/ data-page="[^"]*"/, isUncounted ? '' : ` data-page="${path}"`);
  const withMenu = fillSlot(titled, OFFICE_MENU_SLOT, `${menu ?? ''}`, OFFICE_SHELL);
  const filled = fillSlot(withMenu, OFFICE_SLOT, OFFICE_SLOT.start + body + OFFICE_SLOT.end, OFFICE_SHELL);
  return sendMarkup(c, filled, status);
}

/**
 * Answers with the list of orders, which is built whole, and the menu of whoever is signed in.
 * @param signIn the form for when their session ends
 */
export async function sendOrderList(
  c: Context,
  { db, readBuiltPage }: RouteContext,
  signIn: Html,
): Promise<Response> {
  const { path } = OFFICE_PAGES['admin/orders'];
  c.set('builtPage', path);
  const menu = renderOfficeMenu({ path, role: c.var.person.role, counts: await countForMenu(db) });
  const withMenu = fillSlot((await readBuiltPage(path, c)) ?? '', OFFICE_MENU_SLOT, `${menu}`, path);
  return sendMarkup(c, fillSlot(withMenu, OFFICE_SLOT, `${signIn}`, path), 200);
}

/** For every page of the farm's own, so it reads no other orders and mails than it counts. Today says the same. */
export async function countForMenu(db: Kysely<Database>): Promise<MenuCounts> {
  return {
    needsLook: await countNeedsLook(db),
    newMessages: (await countMessages(db, '')).new,
    failedMails: await countUnsentMails(db, 'failed'),
  };
}

/** What has just been done, by the query of the redirect after it, as one of the page's own words. */
export function readDone<Done extends string>(
  c: Context,
  words: Readonly<Record<Done, string>>,
): Done | null {
  const done = c.req.query('done') ?? '';
  return Object.hasOwn(words, done) ? (done as Done) : null;
}
