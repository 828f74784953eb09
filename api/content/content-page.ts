import type { Context } from 'hono';
import { type OfficeFill, sendOfficePage } from '../office/office-page.ts';
import type { RouteContext } from '../shop.ts';

/** Answers with a page of the content editor. */
export function sendContentPage(
  c: Context,
  shop: RouteContext,
  page: Omit<OfficeFill, 'page'>,
): Promise<Response> {
  return sendOfficePage(c, shop, { page: 'admin/content', ...page });
}
