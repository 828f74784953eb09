import type { Context } from 'hono';
import { html } from '#forms/html.ts';
import { type ContentPageDependencies, sendContentPage } from './content-page.ts';
import { CONTENT_PATH } from './content-paths.ts';

/** Why there is nothing to edit: each message with the status of its page. */
export const CONTENT_NOTICES = {
  notHere: [
    503,
    'This machine has only the built site, without its content. Edit the content where the site is built, and publish it there with npm run content:publish.',
  ],
  gone: [404, 'There is no such file. Somebody may have removed it.'],
  drawn: [404, 'An outline is drawn, not written: it is a file of its own, and has no form.'],
} as const;

/** Answers with a sentence in place of a form. */
export function sendContentNotice(
  c: Context,
  deps: ContentPageDependencies,
  [status, message]: readonly [status: 404 | 409 | 422 | 503, message: string],
): Promise<Response> {
  const markup = html`<p class="content-links"><a href="${CONTENT_PATH}">Back to Content</a></p><p class="callout trouble" role="alert">${message}</p>`;
  return sendContentPage(c, deps, { title: 'Error', markup, status });
}
