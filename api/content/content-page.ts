import type { Context } from 'hono';
import { type OfficeFill, type OfficePageDependencies, sendOfficePage } from '../office/office-page.ts';

/** Answers with a page of the content editor. */
export function sendContentPage(
  c: Context,
  deps: OfficePageDependencies,
  page: Omit<OfficeFill, 'page'>,
): Promise<Response> {
  return sendOfficePage(c, deps, { page: 'admin/content', ...page });
}
