import type { ContentValues } from '#content/reader/read-files.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import { CONTENT_PATH, HISTORY_PATH, PROGRESS_PATH } from '../content-paths.ts';
import type { ContentVersion } from '../history.ts';
import { renderBuildFailure } from './build-words.ts';
import { sayChanges } from './change-words.ts';

/** As many as somebody reads. */
const MOST_VERSIONS = 100;
const MOST_LINES = 3;

/** What was published when and by whom, newest first. */
export function renderHistory(
  versions: readonly ContentVersion[],
  values: ContentValues,
  hasDrafts: boolean,
): Html {
  return html`<p><a class="content-link" href="${CONTENT_PATH}">Back to all content</a></p>
<h2>History</h2>
<p>‘Put back’ makes everything as it was then, as a change for you to look at before you publish it.${hasDrafts && ' Where you have changed the same file since and not published it, that change is lost.'}</p>
${versions.length === 0 && html`<p>Nothing has been published with the editor yet.</p>`}
<ol class="content-history plain">${versions.slice(0, MOST_VERSIONS).map((version) => renderVersion(version, values))}</ol>`;
}

function renderVersion(
  { id, person, madeAt, changes, state, failure, isCurrent }: ContentVersion,
  values: ContentValues,
): Html {
  return html`<li class="panel" id="version-${id}">
<h3>${renderLondonTime(madeAt)}</h3>
<p class="hint">${person === null ? 'By hand, without the editor' : `By ${person}`}${isCurrent && html` · <strong>as it is now</strong>`}</p>
${state === 'publishing' && html`<p><a class="content-link" href="${PROGRESS_PATH}">Being published just now</a></p>`}
${state === 'failed' && html`<p class="content-conflict"><strong>Not published.</strong></p>${renderBuildFailure(failure)}`}
${renderLines(changes, values)}
${state === 'published' && !isCurrent && renderPutBack(id, 'Put back')}</li>`;
}

function renderLines(changes: readonly string[], values: ContentValues): Html | null {
  const lines = sayChanges(changes, values);
  if (lines.length === 0) return null;
  const list = html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  if (lines.length <= MOST_LINES) return list;
  return html`<details><summary>${lines.length} changes</summary>${list}</details>`;
}

/** A button that drafts what differs from a version. */
export function renderPutBack(id: number, label: string): Html {
  return html`<form method="post" action="${HISTORY_PATH}/${id}/put-back"><button class="button quiet" type="submit">${label}</button></form>`;
}
