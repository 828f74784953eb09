import {
  COLLECTION_GROUPS,
  COLLECTIONS,
  type CollectionName,
  findCollection,
} from '#content/reader/collections.ts';
import type { Content, ContentValues } from '#content/reader/parse-content.ts';
import { listShownOn } from '#content/reader/shown-on.ts';
import { type Html, html } from '#forms/html.ts';
import {
  HISTORY_PATH,
  newFileUrl,
  PHOTOGRAPHS_PATH,
  PROGRESS_PATH,
  PUBLISH_PATH,
  REPORT_PATH,
  SEASON_PATH,
} from '../files/content-paths.ts';
import type { DraftEntry } from '../files/draft.ts';
import { isPhotographFile, linkToFile, nameFile } from '../files/file-names.ts';
import { renderDrafts } from './publish-page.ts';
import { renderShownOn } from './report-page.ts';
import { renderSearch } from './search-page.ts';

export interface OverviewPage {
  readonly files: readonly string[];
  readonly values: ContentValues;
  readonly content: Content;
  readonly drafts: readonly DraftEntry[];
  readonly saved: string | null;
  /** What it now says that other files say differently. */
  readonly elsewhere: Html | null | '';
  /** What it now says that is rarely meant, in words. */
  readonly odd: readonly string[];
  readonly canBuild: boolean;
  readonly isBuilding: boolean;
}

/** Its files by collection, found once: it takes a globbing of each file for each collection. */
type GroupedPage = OverviewPage & {
  readonly byCollection: ReadonlyMap<CollectionName | undefined, readonly string[]>;
};

/** The editor's first page: what is drafted, and every file by what it is about. */
export function renderOverview(given: OverviewPage): Html {
  const page = { ...given, byCollection: Map.groupBy(given.files, findCollection) };
  const { values, drafts, canBuild, isBuilding } = page;
  return html`${renderSaved(page)}
${isBuilding && html`<p class="callout"><a href="${PROGRESS_PATH}">Something is being published or built just now</a></p>`}
${!canBuild && html`<p class="callout trouble">This machine can’t build the site. What you change here is kept, and in the backups, but it can’t be looked at or published from here: that needs the whole project (<code>npm start</code>).</p>`}
${
  drafts.length > 0 &&
  html`<section class="panel" aria-labelledby="drafts"><h2 id="drafts">Changed, and not public yet</h2>
${renderDrafts(drafts, values)}
<a class="button" href="${PUBLISH_PATH}">Look at it and publish</a></section>`
}
${renderSearch('')}
<nav aria-label="Content"><ul class="links plain">
<li><a href="${newFileUrl('pages')}">New page</a></li>
<li><a href="${PHOTOGRAPHS_PATH}">Photographs</a></li>
<li><a href="${SEASON_PATH}">The next season</a></li>
<li><a href="${REPORT_PATH}">Where pages disagree</a></li>
<li><a href="${HISTORY_PATH}">History</a></li>
</ul></nav>
${Object.entries(COLLECTION_GROUPS).map(([group, title]) => renderGroup(group, title, page))}`;
}

function renderSaved({ saved, elsewhere, odd, files, drafts, values, canBuild }: OverviewPage): Html | null {
  if (saved === null || (findCollection(saved) === undefined && !isPhotographFile(saved))) return null;
  const isThere = files.includes(saved);
  const isDrafted = drafts.some(({ file }) => file === saved);
  const publish = canBuild && html`: <a href="${PUBLISH_PATH}">look at it and publish</a>`;
  const what = isThere
    ? isDrafted
      ? html`is saved. It isn’t public yet${publish}.`
      : 'is saved. Visitors see it like this already, so there’s nothing to publish.'
    : isDrafted
      ? html`is removed. It stays on the site until you publish${publish}.`
      : 'is removed.';
  return html`<p class="callout" role="status"><strong>${nameFile(saved, values)}</strong> ${what}</p>
${odd.map((line) => html`<p class="callout trouble">${line} <a href="${linkToFile(saved)}">Change it</a></p>`)}
${elsewhere}`;
}

function renderGroup(group: string, title: string, page: GroupedPage): Html {
  const names = (Object.keys(COLLECTIONS) as CollectionName[]).filter(
    (name) => COLLECTIONS[name].group === group,
  );
  return html`<section aria-labelledby="group-${group}"><h2 id="group-${group}">${title}</h2>
<ul class="cards wide plain">${names.map((name) => renderCollection(name, page))}</ul></section>`;
}

function renderCollection(name: CollectionName, page: GroupedPage): Html | null {
  const { title, about, files } = COLLECTIONS[name];
  const found = page.byCollection.get(name) ?? [];
  if (!files.includes('*')) return found.length === 0 ? null : renderRow({ file: files, title, about }, page);
  return html`<li><details><summary><strong>${title}</strong> (${found.length}) <span class="hint">${about}</span></summary>
${renderNew(name)}
<ul class="cards wide plain">${toRows(found, name, page).map((row) => renderRow(row, page))}</ul></details></li>`;
}

function renderNew(name: CollectionName): Html | null {
  // What somebody looks for here is the next season, and hardly ever one more first and last day of this one.
  if (name === 'seasons') return renderLink(SEASON_PATH, 'Move everything to the next season');
  const collection = COLLECTIONS[name];
  if (!('one' in collection)) return null;
  return renderLink(newFileUrl(name), `New ${collection.one}`);
}

function renderLink(href: string, words: string): Html {
  return html`<p class="links"><a href="${href}">${words}</a></p>`;
}

interface Row {
  readonly file: string;
  readonly title: string;
  readonly about?: Html | string;
}

/** By title, with where they are shown, the farm's own pages last. */
function toRows(files: readonly string[], name: CollectionName, { values, content }: OverviewPage): Row[] {
  const prefix = `${COLLECTIONS[name].title}: `;
  const isOffice = (file: string) => /^pages\/admin[/.]/.test(file);
  return files
    .map((file) => ({
      file,
      title: capitalise(nameFile(file, values).replace(prefix, '')),
      // A page is shown at its own address.
      ...(name !== 'pages' &&
        name !== 'towns' && { about: renderShownOn(listShownOn(content, file), content, true) }),
    }))
    .sort(
      (a, b) =>
        Number(isOffice(a.file)) - Number(isOffice(b.file)) || a.title.localeCompare(b.title, 'en-GB'),
    );
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function renderRow({ file, title, about }: Row, { drafts }: OverviewPage): Html {
  const isDrafted = drafts.some((draft) => draft.file === file);
  return html`<li><a href="${linkToFile(file)}"><span><strong>${title}</strong>${about !== undefined && html` <span class="hint sentence">${about}</span>`}</span>${isDrafted && html` <b class="hint">not public yet</b>`}</a></li>`;
}
