import type { ContentValues } from '#content/reader/parse-content.ts';
import type { ContentProblem } from '#content/reader/problems.ts';
import type { ReadContent } from '#content/reader/read-content.ts';
import { listShownOn } from '#content/reader/shown-on.ts';
import { renderEmptyList } from '#forms/empty-list.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import type { Entries } from '../../http/request-body.ts';
import {
  CONTENT_PATH,
  HISTORY_PATH,
  PROGRESS_PATH,
  PUBLISH_PATH,
  SEASON_PATH,
} from '../files/content-paths.ts';
import type { DraftEntry } from '../files/draft.ts';
import { linkToFile, nameFile } from '../files/file-names.ts';
import { sayProblem } from '../forms/form-words.ts';
import type { Doubt } from '../publish/content-work.ts';
import type { ContentReview } from '../publish/review.ts';
import type { DescribedDraft } from './conflict-words.ts';
import { renderShownOn } from './report-page.ts';

const KINDS: Record<DraftEntry['kind'], string> = { new: 'New', changed: 'Changed', removed: 'Removed' };

function sayWho({ kind, person, changedAt }: Pick<DraftEntry, 'kind' | 'person' | 'changedAt'>): Html {
  return html`${KINDS[kind]} by ${person}, ${renderLondonTime(changedAt)}`;
}

/** Who has changed which file, and when. */
export function renderDrafts(drafts: readonly DraftEntry[], values: ContentValues): Html {
  return html`<ul class="lined plain">${drafts.map((draft) => {
    const { file, kind, isConflict } = draft;
    const name = nameFile(file, values);
    return html`<li><p>${kind === 'removed' ? html`<strong>${name}</strong>` : html`<a href="${linkToFile(file)}"><strong>${name}</strong></a>`}
<br><span class="hint">${sayWho(draft)}</span>
${isConflict && html`<br><strong class="alert">Somebody else has changed this too</strong>`}</p></li>`;
  })}</ul>`;
}

export interface PublishPage {
  readonly review: ContentReview;
  /** The content as drafted, ticked or not. */
  readonly drafted: Pick<ReadContent, 'values' | 'content'>;
  readonly drafts: readonly DescribedDraft[];
  readonly canBuild: boolean;
  readonly isBuilding: boolean;
  /** Why the last press of a button did nothing, and what was sent with it. */
  readonly refusal: string | null;
  readonly sent: Entries;
}

const TAKE = 'take:';
const MEAN = 'mean:';

/** The files whose boxes were ticked. */
export function readChosen(sent: Entries): string[] {
  return Object.keys(sent).flatMap((name) => (name.startsWith(TAKE) ? name.slice(TAKE.length) : []));
}

/** Why what was sent is not built. Undefined if nothing is in the way. */
export function findObstacle(
  { chosen, byHand, conflicts, problems, warnings }: ContentReview,
  sent: Entries,
): string | undefined {
  if (chosen.length === 0 && byHand.length === 0) return 'Nothing was done. Please tick at least one change.';
  if (problems.length > 0)
    return 'Nothing was done. Please put right what is named below, or untick the change it’s about.';
  if (sent.action !== 'publish') return undefined;
  if (conflicts.length > 0) return 'Nothing was published. Please choose which change to keep, or untick it.';
  if (warnings.some(({ words }) => sent[MEAN + words] === undefined))
    return 'Nothing was published. Please tick what you mean, or change it, and publish again.';
  return undefined;
}

/** What publishing would do, what prevents it, and the buttons. */
export function renderPublish(page: PublishPage): Html {
  const { review, drafts, refusal, canBuild, isBuilding } = page;
  const isEmpty = review.byHand.length === 0 && drafts.length === 0;
  return html`<p class="links"><a href="${CONTENT_PATH}">Back to Content</a></p>
${refusal !== null && html`<p class="callout trouble" role="alert">${refusal}</p>`}
${isBuilding && html`<p class="callout"><a href="${PROGRESS_PATH}">Something is being published or built just now</a></p>`}
${isEmpty && review.problems.length === 0 && renderEmptyList('Nothing to publish', 'What you change under Content waits here until you’ve looked at it.')}
${drafts.some(({ conflict }) => conflict) && renderConflicts(page)}
${review.problems.length > 0 && renderProblems(page)}
${!canBuild && !isEmpty && html`<p class="callout trouble">This machine can’t build the site, so nothing can be looked at or published here. Your changes are kept. Publishing needs the whole project (<code>npm start</code>).</p>`}
${!isEmpty && renderChanges(page)}
${drafts.length > 0 && renderDiscard(page)}`;
}

function renderChanges(page: PublishPage): Html {
  const { review, drafts, canBuild, isBuilding } = page;
  const { byHand, warnings, digest } = review;
  const others = warnings.filter((warning) => !drafts.some(({ file }) => warning.file === file));
  return html`<form class="form panel" method="post" action="${PUBLISH_PATH}" data-nothing-to-lose>
<input type="hidden" name="digest" value="${digest}">
<h2>What changes</h2>
${drafts.length > 1 && html`<p>What you leave without a tick stays as it is here, for later.</p>`}
<ul class="content-changes lined plain">${drafts.map((draft) => renderDraft(draft, page))}</ul>
${byHand.length > 0 && html`<h3>Also changed, and published with the rest</h3><ul>${byHand.map((line) => html`<li>${line}</li>`)}</ul>`}
${renderWarnings(others, page.sent)}
${
  canBuild &&
  (isBuilding
    ? html`<p class="callout">The site is being built just now. Come back when it’s done.</p>`
    : html`<div class="actions"><button class="button quiet" type="submit" name="action" value="preview">Preview</button>
<button class="button" type="submit" name="action" value="publish">Publish</button></div>
<p class="hint">The preview shows the whole site as it would be, to you alone. Publishing takes a few seconds, or none after a preview.</p>`)
}</form>`;
}

function renderDraft({ file, kind, lines, conflict, ...made }: DescribedDraft, page: PublishPage): Html {
  const { review, drafted } = page;
  const name = nameFile(file, drafted.values);
  const warnings = review.warnings.filter((warning) => warning.file === file);
  return html`<li class="stack"><label class="choice"><input type="checkbox" name="${TAKE + file}" value="yes"${review.chosen.includes(file) && html` checked`}><strong>${name}</strong></label>
${lines.length > 0 && renderLines(lines)}
<p class="hint">${sayWho({ kind, ...made })}</p>
${kind !== 'removed' && html`<p class="hint sentence">${renderShownOn(listShownOn(drafted.content, file), drafted.content)}</p>`}
${conflict && html`<p class="alert"><strong>Somebody else has changed this too: choose above which to keep</strong></p>`}
${renderWarnings(warnings, page.sent)}
<div class="actions small">${kind !== 'removed' && html`<a href="${linkToFile(file)}">Open it<span class="visually-hidden">: ${name}</span></a>`}
<button class="button quiet" type="submit" form="discard" name="file" value="${file}">Undo this change<span class="visually-hidden">: ${name}</span></button></div></li>`;
}

function renderProblems({ review: { problems }, drafted, drafts }: PublishPage): Html {
  return html`<section class="panel trouble" aria-labelledby="problems"><h2 id="problems">Put these right first</h2>
<ul class="lined plain">${problems.map((problem) => renderProblem(problem, drafted.values))}</ul>
${drafts.length > 1 && html`<p>Or untick the change they’re about, and publish the others. One change may need another that you’ve left out.</p>`}</section>`;
}

function renderProblem(problem: ContentProblem, values: ContentValues): Html {
  const { file, season } = problem;
  const isShown = file in values;
  return html`<li><p><a href="${linkToFile(file)}"><strong>${nameFile(file, values)}</strong></a>, ${sayProblem(problem, values)}</p>
${!isShown && html`<p>Its form can’t be opened. <a href="${HISTORY_PATH}">The history</a> has it as it was: ‘Put back’ there.</p>`}
${season !== undefined && html`<p><a href="${SEASON_PATH}?year=${season}">Move everything to the ${season} season</a></p>`}</li>`;
}

function renderConflicts({ drafts, drafted, review: { digest } }: PublishPage): Html {
  return html`<section class="panel trouble" aria-labelledby="conflicts"><h2 id="conflicts">Changed in two places</h2>
<p>Since you started, somebody else has changed the same in the files. Choose which to keep. Everything else that either of you has changed stays.</p>
${drafts.map(
  ({ file, conflict }) =>
    conflict &&
    html`<div class="stack"><h3>${nameFile(file, drafted.values)}</h3>
<dl class="pairs"><div><dt>Theirs</dt><dd>${renderLines(conflict.theirs)}</dd></div><div><dt>Yours</dt><dd>${renderLines(conflict.mine)}</dd></div></dl>
<div class="actions">${renderSettle('mine', 'Keep mine', digest, file)}
${renderSettle('theirs', 'Take theirs', digest, file)}</div></div>`,
)}</section>`;
}

function renderSettle(preferred: 'mine' | 'theirs', label: string, digest: string, file: string): Html {
  return html`<form method="post" action="${CONTENT_PATH}/settle/${preferred}"><input type="hidden" name="digest" value="${digest}">
<input type="hidden" name="file" value="${file}"><button class="button quiet" type="submit">${label}</button></form>`;
}

function renderLines(lines: readonly string[]): Html {
  return html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function renderWarnings(warnings: readonly Doubt[], sent: Entries): Html | null {
  if (warnings.length === 0) return null;
  return html`<fieldset class="fields lined"><legend>Is this meant?</legend>
${warnings.map(
  ({ words }) => html`<div class="stack"><p>${words}</p>
<label class="choice"><input type="checkbox" name="${MEAN + words}" value="yes"${sent[MEAN + words] !== undefined && html` checked`}>Yes, I mean it</label></div>`,
)}</fieldset>`;
}

function renderDiscard({ drafts, review: { digest } }: PublishPage): Html {
  const all = drafts.length === 1 ? 'this change' : `all ${drafts.length} changes`;
  const form = (id: string, button: Html | null) =>
    html`<form id="${id}" method="post" action="${CONTENT_PATH}/discard"><input type="hidden" name="digest" value="${digest}">${button}</form>`;
  return html`${form('discard', null)}
<details><summary>Discard everything</summary>
<p>This throws ${all} away. What is public stays as it is.</p>
${form('discard-all', html`<button class="button quiet" type="submit">Discard ${all}</button>`)}</details>`;
}
