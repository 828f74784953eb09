import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { SANDBOX_BANNER, SANDBOX_MOUNT } from '#domain/payments/payment-sandbox.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** For pages that need no script, and send their form nowhere but here and on. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** A page of the sandbox: plain, with the banner. */
export function renderPage(title: string, main: Markup): Markup {
  return html`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="stylesheet" href="${SANDBOX_MOUNT}/pages.css">
  </head>
  <body>
    <header class="banner"><p>${SANDBOX_BANNER}</p></header>
    <main>
      <h1>${title}</h1>
      ${main}
    </main>
  </body>
</html>`;
}

/** A page with one sentence and, where there is somewhere to go, a link. */
export function renderNotice(title: string, sentence: string, link?: { href: string; text: string }): Markup {
  const anchor = link ? html`<p><a href="${link.href}">${link.text}</a></p>` : '';
  return renderPage(title, html`<p>${sentence}</p>${anchor}`);
}

/** What a page's request is answered with. Plain, so that a transaction can hand it out. */
export type Reply = { page: Markup; status: 200 | 404 | 410 | 422 } | { location: string };

export function show(page: Markup, status: 200 | 410 | 422 = 200): Reply {
  return { page, status };
}

export function goTo(location: string): Reply {
  return { location };
}

export const MISSING_PAGE: Reply = {
  page: renderNotice('Page not found', 'There is nothing to pay at this address.'),
  status: 404,
};
