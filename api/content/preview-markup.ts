import { type Html, html } from '#forms/html.ts';
import { CONTENT_PATH, PUBLISH_PATH } from './content-paths.ts';

/** A page that is worth a look. */
interface PreviewedPage {
  readonly path: string;
  readonly title: string;
}

/** Everything below it is the site as drafted. */
export const PREVIEW_PATH = '/admin/preview';

const PREVIEW_STYLES = `@layer components {
html { scroll-padding-block-start: 6rem; }
.preview-bar { position: sticky; inset-block-start: 0; z-index: 3; display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--space-2); padding-inline: var(--space-2); background: var(--price); color: var(--ground); }
.preview-bar p { flex: 1; min-inline-size: min(100%, 22rem); padding-block: 0.35rem 0; font-size: var(--step--1); line-height: 1.3; }
.preview-bar :is(a, summary) { display: inline-flex; align-items: center; min-block-size: var(--target); color: inherit; }
.preview-bar summary { text-decoration: underline; cursor: pointer; }
.preview-bar details[open] { flex-basis: 100%; order: 1; }
.preview-bar ul { display: flex; flex-wrap: wrap; gap: 0 var(--space-2); max-block-size: 40vh; padding: 0; overflow-y: auto; list-style: none; }
.preview-bar [aria-current] { font-weight: 700; }
.preview-bar :is(a, summary):focus-visible { outline-color: currentcolor; outline-offset: -4px; }
@media print { .preview-bar { display: none; } }
}`;

/** Read by a screen reader first, as it is seen first. */
function renderBar(changed: readonly PreviewedPage[], path: string): Html {
  const links = changed.map(({ path: to, title }) =>
    to === path
      ? html`<li><a href="${PREVIEW_PATH}${to}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${PREVIEW_PATH}${to}">${title}</a></li>`,
  );
  return html`<div class="preview-bar" role="region" aria-label="Preview"><p><strong>Preview: not public yet.</strong> Forms send nothing.</p>
${changed.length > 1 && html`<details><summary>${changed.length} changed pages</summary><ul>${links}</ul></details>`}
<a href="${CONTENT_PATH}">Back to Content</a> <a href="${PUBLISH_PATH}?previewed">Publish</a></div>`;
}

const TEXT = `(?:[^>"']|"[^"]*"|'[^']*')*?`;
/** Links and forms of pages, and the one script that pages load by an address without a hash. */
const WITHIN = new RegExp(
  `(<a\\b${TEXT}\\shref="|<form\\b${TEXT}\\saction="|<(?:button|input)\\b${TEXT}\\sformaction="|\\sdata-src=")(/(?!/)[^"]*)`,
  'g',
);
/** The farm's own pages are not part of the preview. */
const isOffice = (path: string) => /^\/admin(?![\w-])/.test(path);
/** What makes scripts count a visit, load another site's statistics, or keep pages for later. */
const COUNTED = /\sdata-(?:page|analytics-script|keep-pages)="[^"]*"/g;

/**
 * A built page for looking at: it leads to pages of the preview only, says what it is, and leaves no trace.
 * @param changed the pages to look at, among which it may be
 */
export function toPreview(page: string, path: string, changed: readonly PreviewedPage[]): string {
  return page
    .replace(COUNTED, '')
    .replace(WITHIN, (whole, start: string, path: string) =>
      isOffice(path) ? whole : `${start}${PREVIEW_PATH}${path}`,
    )
    .replace('</head>', () => `<style>${PREVIEW_STYLES}</style></head>`)
    .replace(/<body\b[^>]*>/, (body) => `${body}${renderBar(changed, path)}`);
}
