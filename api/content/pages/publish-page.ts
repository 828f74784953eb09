import type { ContentProblem } from '#content/reader/problems.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import { type Html, html } from '#forms/html.ts';
import { CONTENT_PATH, PROGRESS_PATH, PUBLISH_PATH, SEASON_PATH } from '../content-paths.ts';
import type { DraftEntry } from '../draft.ts';
import type { ContentReview } from '../review.ts';
import { sayChange } from './change-words.ts';
import type { ConflictWords } from './conflict-words.ts';
import { renderDrafts } from './draft-list.ts';
import { nameFieldOf } from './field-names.ts';
import { linkToFile, nameFile } from './file-names.ts';

export interface PublishPage {
  readonly review: ContentReview;
  /** The content as drafted. */
  readonly values: ContentValues;
  readonly drafts: readonly DraftEntry[];
  readonly conflicts: readonly ConflictWords[];
  readonly canBuild: boolean;
  readonly isBuilding: boolean;
  /** Why the last press of a button did nothing. */
  readonly refusal: string | null;
}

export const UNCONFIRMED =
  'Nothing was published. Please tick what you mean, or change it, and publish again.';

/** The name of the box that confirms a warning. */
export function confirmName(index: number): string {
  return `mean-${index}`;
}

/** What publishing would do, what prevents it, and the buttons. */
export function renderPublish(page: PublishPage): Html {
  const { review, drafts, refusal, canBuild, isBuilding } = page;
  const isEmpty = review.changes.length === 0 && drafts.length === 0;
  return html`<p><a class="content-link" href="${CONTENT_PATH}">Back to all content</a></p>
${refusal !== null && html`<p class="callout trouble" role="alert">${refusal}</p>`}
${isBuilding && html`<p class="callout"><a class="content-link" href="${PROGRESS_PATH}">Something is being published or built just now</a></p>`}
${isEmpty && html`<p>Nothing has been changed, so there is nothing to publish.</p>`}
${page.conflicts.length > 0 && renderConflicts(page)}
${review.problems.length > 0 && renderProblems(page)}
${!isEmpty && renderChanges(page)}
${!isEmpty && (canBuild ? renderButtons(page) : html`<p class="callout trouble">This machine cannot build the site, so nothing can be looked at or published here. Your changes are kept. Publishing needs the whole project (<code>npm start</code>).</p>`)}
${drafts.length > 0 && renderUndo(page)}`;
}

function renderChanges({ review: { changes }, values }: PublishPage): Html {
  return html`<section class="panel" aria-labelledby="changes"><h2 id="changes">What changes</h2>
${
  changes.length > 0
    ? html`<ul>${changes.map((change) => html`<li>${sayChange(change, values)}</li>`)}</ul>`
    : html`<p>No price, day or word changes. Pictures or the look may.</p>`
}</section>`;
}

function renderProblems({ review: { problems }, values }: PublishPage): Html {
  return html`<section class="panel trouble" aria-labelledby="problems"><h2 id="problems">Put these right first</h2>
<ul class="content-drafts plain">${problems.map((problem) => renderProblem(problem, values))}</ul></section>`;
}

export function renderProblem(
  { file, field, found, wanted, season }: ContentProblem,
  values: ContentValues,
): Html {
  return html`<li><p><a href="${linkToFile(file)}"><strong>${nameFile(file, values)}</strong></a>, ${nameFieldOf(file, field, values)}: ‘${sayFound(found)}’. Wanted: ${wanted}</p>
${season !== undefined && html`<p>Is it meant for the next season? Then <a href="${SEASON_PATH}?year=${season}">move everything to the season of ${season}</a> first.</p>`}</li>`;
}

function sayFound(found: string): string {
  const text = found.replace(/^"(.*)"$/, '$1');
  const day = parseDay(text);
  return day === null ? text : formatDay(day, 'full');
}

function renderConflicts({ conflicts, values, review: { digest } }: PublishPage): Html {
  return html`<section class="panel trouble" aria-labelledby="conflicts"><h2 id="conflicts">Changed here and by hand</h2>
<p>Somebody has changed the same without the editor, after you started. Choose which to keep. Everything else that either of you has changed stays.</p>
${conflicts.map(
  ({ file, theirs, mine }) => html`<div class="content-conflicts"><h3>${nameFile(file, values)}</h3>
<dl><dt>Theirs</dt><dd>${renderLines(theirs)}</dd><dt>Yours</dt><dd>${renderLines(mine)}</dd></dl>
<div class="actions">${renderAction('settle/mine', 'Keep mine', digest, file)}
${renderAction('settle/theirs', 'Take theirs', digest, file)}</div></div>`,
)}</section>`;
}

function renderLines(lines: readonly string[]): Html {
  return html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function renderButtons({ review, values, conflicts, isBuilding }: PublishPage): Html {
  const { warnings, problems, digest } = review;
  const obstacle =
    (isBuilding && 'Something is being built just now. Wait for it, and then come back.') ||
    (problems.length > 0 && 'Put right what is named above, and then you can look at it and publish.') ||
    undefined;
  if (obstacle) return html`<p class="callout">${obstacle}</p>`;
  const isBlocked = conflicts.length > 0;
  return html`<form class="form panel" method="post" action="${PUBLISH_PATH}">
<input type="hidden" name="digest" value="${digest}">
${warnings.length > 0 && renderWarnings(warnings, values)}
${isBlocked && html`<p>To publish, choose above which change to keep.</p>`}
<div class="actions"><button class="button quiet" type="submit" name="action" value="preview" formnovalidate>Preview</button>
${!isBlocked && html`<button class="button" type="submit" name="action" value="publish">Publish</button>`}</div>
<p class="hint">The preview shows the whole site as it would be, to you alone. Either takes about half a minute.</p></form>`;
}

function renderWarnings(warnings: readonly string[], values: ContentValues): Html {
  return html`<fieldset class="fields"><legend>Is this meant?</legend>
${warnings.map((warning, index) => {
  const id = confirmName(index);
  return html`<div class="content-warning"><p id="${id}-text">${sayChange(warning, values)}</p>
<label class="choice" for="${id}"><input id="${id}" type="checkbox" name="${id}" value="yes" required aria-describedby="${id}-text">Yes, I mean it</label></div>`;
})}</fieldset>`;
}

function renderUndo({ drafts, values, review: { digest } }: PublishPage): Html {
  const all = drafts.length === 1 ? 'this change' : `all ${drafts.length} changes`;
  return html`<section class="panel" aria-labelledby="files"><h2 id="files">Who changed what</h2>
${renderDrafts(drafts, values, ({ file }) => renderAction('discard', 'Undo this change', digest, file, nameFile(file, values)))}
<details><summary>Discard everything</summary>
<p>This throws ${all} away. What is public stays as it is.</p>
${renderAction('discard', `Discard ${all}`, digest)}</details></section>`;
}

/** A button of its own. @param of what it is about, for people who do not see the line it is in */
function renderAction(
  action: 'discard' | 'settle/mine' | 'settle/theirs',
  label: string,
  digest: string,
  file?: string,
  of?: string,
): Html {
  return html`<form method="post" action="${CONTENT_PATH}/${action}"><input type="hidden" name="digest" value="${digest}">
${file !== undefined && html`<input type="hidden" name="file" value="${file}">`}
<button class="button quiet" type="submit">${label}${of !== undefined && html`<span class="visually-hidden">: ${of}</span>`}</button></form>`;
}
