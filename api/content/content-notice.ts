import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Html, html } from '#forms/html.ts';
import { showProblemsAsPage } from '../http/http-errors.ts';
import { messageOf, statusOf } from '../http/problems.ts';
import type { RouteContext } from '../shop.ts';
import { sendContentPage } from './content-page.ts';
import { CONTENT_PATH } from './content-paths.ts';

/** What no farmer needs: paths of files, and commands. */
export function renderForKeeper(words: string): Html {
  return html`<details class="content-fold"><summary>For whoever looks after the site</summary><p class="content-message">${words}</p></details>`;
}

/** Why there is nothing to edit: each message with the status of its page. */
export const CONTENT_NOTICES = {
  notHere: [
    503,
    html`<p>The content can’t be changed here: this machine has only the built site.</p>
${renderForKeeper('Edit the content where the site is built, and publish it there with npm run content:publish.')}`,
  ],
  gone: [404, html`<p>There is no such thing here. Somebody may have removed it.</p>`],
  drawn: [404, html`<p>An outline is drawn, not written, so it has no form.</p>`],
} as const;

/** Answers with a message in place of a form. */
export function sendContentNotice(
  c: Context,
  shop: RouteContext,
  [status, message]: readonly [status: ContentfulStatusCode, message: Html],
): Promise<Response> {
  const markup = html`<p class="content-links"><a href="${CONTENT_PATH}">Back to Content</a></p><div class="callout trouble" role="alert">${message}</div>`;
  return sendContentPage(c, shop, { title: 'Error', markup, status });
}

/** Every problem of the routes below is told to the person in a page. */
export function tellProblems(shop: RouteContext): MiddlewareHandler {
  return (c, next) => {
    showProblemsAsPage(c, (problem) =>
      sendContentNotice(c, shop, [statusOf(problem), html`<p>${messageOf(problem)}</p>`]),
    );
    return next();
  };
}
