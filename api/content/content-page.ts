import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Kysely } from 'kysely';
import { CONTENT_SLOT } from '#domain/admin-slots.ts';
import { PAGES } from '#domain/pages.ts';
import type { Html } from '#forms/html.ts';
import type { Database } from '../db/schema.ts';
import { countForMenu } from '../mail/menu-counts.ts';
import { type ReadBuiltPage, sendFilledPage } from '../site/fill-page.ts';

export interface ContentPage {
  /** Goes before the page's own title. */
  readonly title: string;
  readonly markup: Html;
  readonly status?: ContentfulStatusCode;
  readonly isUncounted?: boolean;
}

export interface ContentPageDependencies {
  readonly db: Kysely<Database>;
  readonly readBuiltPage: ReadBuiltPage;
}

/** Answers with a page of the content editor, all of which are the built page `/admin/content`, filled. */
export async function sendContentPage(
  c: Context,
  { db, readBuiltPage }: ContentPageDependencies,
  { title, markup, status = 200, isUncounted }: ContentPage,
): Promise<Response> {
  return sendFilledPage(c, readBuiltPage, {
    path: PAGES['admin/content'].path,
    slot: CONTENT_SLOT,
    markup: String(markup),
    title,
    status,
    isUncounted,
    menuCounts: await countForMenu(db),
  });
}
