import { findCollection } from '#content/reader/collections.ts';
import type { Content, ContentValues } from '#content/reader/parse-content.ts';
import { listShownOn, namePage, SEARCH_ENGINES } from '#content/reader/shown-on.ts';
import { type Disagreement, findDisagreementsOf } from '#content/report/disagreements.ts';
import type { Statement } from '#content/report/statements.ts';
import type { TypedFigure } from '#content/report/typed-figures.ts';
import { countOf } from '#domain/count.ts';
import { type Html, html } from '#forms/html.ts';
import { CONTENT_PATH } from '../files/content-paths.ts';
import { linkToFile, nameFile } from '../files/file-names.ts';
import { sayField } from '../forms/form-words.ts';

interface Named {
  readonly content: Content;
  readonly values: ContentValues;
}

/** What `npm run content:report` prints: the facts that pages disagree on, and figures that no token keeps right. */
export function renderReport(
  disagreements: readonly Disagreement[],
  figures: readonly TypedFigure[],
  named: Named,
): Html {
  return html`<p class="links"><a href="${CONTENT_PATH}">Back to Content</a></p>
${
  disagreements.length === 0
    ? html`<p>Nowhere: all the pages agree.</p>`
    : html`<p>Some pages say one thing and some another. Change a figure in its form, or choose in a page’s own form which one it shows, under ‘Which prices, hours and figures it shows’.</p>
${groupAlike(disagreements).map((group) => html`<section class="panel">${renderGroup(group, named)}</section>`)}`
}
${
  figures.length > 0 &&
  html`<section class="panel" aria-labelledby="typed"><h2 id="typed">Typed into a sentence</h2>
<p>If the figure changes elsewhere, these stay as they are.</p>
<ul class="lined plain">${figures.map(({ file, path, figure }) => html`<li><p><strong>${figure}</strong> in <a href="${linkToFile(file)}">${nameFile(file, named.values)}</a>, ${sayField(file, path, named.values)}</p></li>`)}</ul></section>`
}`;
}

/** Above a file's form: the pages that show it, and what other files say differently. */
export function renderShown(file: string, named: Named & { readonly published: Content }): Html {
  const shownOn = listShownOn(named.content, file);
  const all = findDisagreementsOf(named.content, file);
  return html`<p class="sentence">${renderShownOn(shownOn, named.content)}.</p>
${renderElsewhere(findDisagreementsOf(named.content, file, named.published), named, file)}
${
  all.length > 0 &&
  html`<details><summary>Other pages say something else: ${countOf(all.length, 'fact')}</summary>
<div class="fields">${groupAlike(all).map((group) => renderGroup(group, named, file))}</div></details>`
}`;
}

/** After a change: what it has made different from other pages, or left so. Nothing if there is none. */
export function renderElsewhere(changed: readonly Disagreement[], named: Named, file: string): Html | null {
  if (changed.length === 0) return null;
  return html`<div class="callout trouble"><p><strong>Other pages say something else about what you’ve changed.</strong> If it holds for them too, change it there as well.</p>
${groupAlike(changed).map((group) => renderGroup(group, named, file))}</div>`;
}

function groupAlike(disagreements: readonly Disagreement[]): Disagreement[][] {
  const key = ({ statements }: Disagreement) =>
    JSON.stringify(statements.map(({ file, name, pages }) => [file, name, pages]));
  return [...Map.groupBy(disagreements, key).values()];
}

/** Who says it, and then a row for each fact. @param here the file whose form it is */
function renderGroup(group: readonly Disagreement[], { content, values }: Named, here?: string): Html {
  const sources = group[0]?.statements ?? [];
  const isOneKind = new Set(sources.map(({ file }) => findCollection(file))).size === 1;
  const name = ({ file, name: own }: Statement, isShort = false) => {
    if (file === here && own === undefined) return 'Here';
    if (isShort && own !== undefined) return own;
    const title = nameFile(file, values);
    return [isShort && isOneKind ? title.replace(/^[^:]+: /, '') : title, own].filter(Boolean).join(', ');
  };
  return html`<ul class="lined plain">${sources.map((source) => {
    const title =
      source.file === here
        ? html`<strong>${name(source)}</strong>`
        : html`<a href="${linkToFile(source.file)}">${name(source)}</a>`;
    return html`<li>${title}: ${renderShownOn(source.pages, content)}</li>`;
  })}</ul>
<table class="stacks"><thead><tr><th scope="col">What</th>${sources.map((source) => html`<th scope="col">${name(source, true)}</th>`)}</tr></thead>
<tbody>${group.map(
    ({ fact, statements }) =>
      html`<tr><th scope="row">${fact}</th>${statements.map((each) => html`<td data-label="${name(each, true)}">${each.value}</td>`)}</tr>`,
  )}</tbody></table>`;
}

/** `shown on Home and Prices, and told to search engines`, the pages as links unless they stand in one. */
export function renderShownOn(shownOn: readonly string[], content: Content, isInLink = false): Html {
  const pages = shownOn.filter((path) => path !== SEARCH_ENGINES);
  const isTold = pages.length < shownOn.length;
  const links = pages.map((path) =>
    path.startsWith('/') && !isInLink
      ? html`<a href="${path}">${namePage(content, path)}</a>`
      : html`${namePage(content, path)}`,
  );
  if (links.length === 0) return html`${isTold ? 'told to search engines' : 'not shown on any page'}`;
  const list = links.map((link, index) => {
    const isLast = index === links.length - 1;
    return html`${index > 0 && (isLast ? ' and ' : ', ')}${link}`;
  });
  return html`shown on ${list}${isTold && ', and told to search engines'}`;
}
