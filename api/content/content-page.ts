import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Html, html } from '#forms/html.ts';
import { showProblemsAsPage } from '../http/http-errors.ts';
import { messageOf, statusOf } from '../http/problems.ts';
import { type OfficeFill, sendOfficePage } from '../office/office-page.ts';
import type { RouteContext } from '../shop.ts';
import type { ContentEditing } from './content-editing.ts';
import { CONTENT_PATH } from './files/content-paths.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Behind `openContent`. */
    content: ContentEditing;
  }
}

/** Answers with a page of the content editor. */
export function sendContentPage(
  c: Context,
  shop: RouteContext,
  { heading, ...page }: Omit<OfficeFill, 'page' | 'of'> & { readonly heading?: string },
): Promise<Response> {
  const of = heading === undefined ? {} : { of: { path: CONTENT_PATH, heading } };
  return sendOfficePage(c, shop, { page: 'admin/content', ...of, ...page });
}

/** What no farmer needs: paths of files, and commands. */
export function renderForKeeper(words: string): Html {
  return html`<details><summary>For whoever looks after the site</summary><p class="words">${words}</p></details>`;
}

/** Why there is nothing to edit: each message with the status of its page. */
export const CONTENT_NOTICES = {
  notHere: [
    503,
    html`<p>The content can’t be changed here: this machine has only the built site.</p>
${renderForKeeper('Edit the content where the site is built, and publish it there with npm run content:publish.')}`,
  ],
  gone: [404, html`<p>There’s no such thing here. Somebody may have removed it.</p>`],
  drawn: [404, html`<p>A tree’s shape is drawn, not written, so it has no form.</p>`],
} as const;

/** Answers with a message in place of a form. */
export function sendContentNotice(
  c: Context,
  shop: RouteContext,
  [status, message]: readonly [status: ContentfulStatusCode, message: Html],
): Promise<Response> {
  const markup = html`<p class="links"><a href="${CONTENT_PATH}">Back to Content</a></p><div class="callout trouble" role="alert">${message}</div>`;
  return sendContentPage(c, shop, { title: 'Error', markup, status });
}

/**
 * Gives the routes behind it the content, and tells each of their problems to the person in a page. On a machine that
 * has no content, the page says what to do instead.
 */
export function openContent(shop: RouteContext): MiddlewareHandler {
  return async (c, next) => {
    if (shop.content === undefined) return sendContentNotice(c, shop, CONTENT_NOTICES.notHere);
    showProblemsAsPage(c, (problem) =>
      sendContentNotice(c, shop, [statusOf(problem), html`<p>${messageOf(problem)}</p>`]),
    );
    c.set('content', shop.content);
    return next();
  };
}
