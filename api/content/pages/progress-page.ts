import { londonDay } from '#domain/dates.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import { renderEmptyList } from '#forms/empty-list.ts';
import { type Html, html } from '#forms/html.ts';
import { renderLondonTime } from '#forms/london-time.ts';
import { CONTENT_PATH, HISTORY_PATH, PROGRESS_PATH, PUBLISH_PATH } from '../files/content-paths.ts';
import type { ContentVersion } from '../publish/history.ts';
import type { PublishJob } from '../publish/publisher.ts';
import type { ChangedPage } from './changed-pages.ts';

/** The step that a build is at: `2/4 Rendering the pages` in its parts. */
function readStep({ step = 'Starting' }: PublishJob): {
  readonly words: string;
  readonly done?: string | undefined;
  readonly of?: string | undefined;
} {
  const [, done, of, words = step] = /^(\d+)\/(\d+)\s+(.*)$/.exec(step) ?? [];
  return { words, done, of };
}

/** What is being built, or came of it today, in a sentence with a link. Null if there is nothing to say. */
export function renderJob(job: PublishJob | undefined, now: Date): Html | null {
  if (job === undefined || londonDay(new Date(job.startedAt)) !== londonDay(now)) return null;
  const isPreview = job.kind === 'preview';
  const what = isPreview ? 'The preview' : 'The site';
  const { words, done, of } = readStep(job);
  if (job.state === 'running')
    return html`<p class="callout" role="status">${what} is being ${isPreview ? 'built' : 'published'}: ${words}${done !== undefined && ` (step ${done} of ${of})`}. <a href="${PROGRESS_PATH}">See how far it is</a></p>`;
  const since = `${job.person} started it at ${formatLondonTime(new Date(job.startedAt)).slice(0, 5)}.`;
  if (job.state === 'failed')
    return html`<p class="callout trouble" role="status"><strong>${what} couldn’t be built.</strong> Visitors still see the site as it was. ${since} <a href="${PROGRESS_PATH}">See what went wrong</a></p>`;
  return isPreview
    ? html`<p class="callout" role="status">The preview is ready. ${since} <a href="${PROGRESS_PATH}">Look at it</a></p>`
    : html`<p class="callout" role="status">The changes are published. ${since} <a href="${HISTORY_PATH}">What was published</a></p>`;
}

/** As many as somebody reads. */
const MOST_VERSIONS = 100;
const MOST_LINES = 3;

/** What was published when and by whom, newest first. */
export function renderHistory(versions: readonly ContentVersion[], hasDrafts: boolean): Html {
  return html`<p class="links"><a href="${CONTENT_PATH}">Back to Content</a></p>
${versions.length > 1 && html`<p>‘Put back’ makes a draft of everything as it was then, and visitors see it once you publish.${hasDrafts && ' What you’ve changed in the same places and not published yet is lost.'}</p>`}
${versions.length === 0 && renderEmptyList('Nothing published yet', 'Each time you publish, what changed is kept here, and can be put back.')}
<ol class="stack plain">${versions.slice(0, MOST_VERSIONS).map(renderVersion)}</ol>`;
}

function renderVersion({ id, person, madeAt, changes, isCurrent }: ContentVersion): Html {
  return html`<li class="panel" id="version-${id}">
<h2>${renderLondonTime(madeAt)}</h2>
<p class="hint">${person === null ? 'Changed outside the office' : `By ${person}`}${isCurrent && html`. <strong>The website as it is now.</strong>`}</p>
${renderLines(changes)}
${!isCurrent && renderPutBack(id, 'Put back')}</li>`;
}

function renderLines(lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  const list = html`<ul class="lined plain">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  if (lines.length <= MOST_LINES) return list;
  return html`<details><summary>${lines.length} changes</summary>${list}</details>`;
}

function renderPutBack(id: number, label: string): Html {
  return html`<form method="post" action="${HISTORY_PATH}/${id}/put-back"><button class="button quiet" type="submit">${label}</button></form>`;
}

export interface ProgressPage {
  /** Undefined if this process has built nothing yet. */
  readonly job: PublishJob | undefined;
  /** Newest first. */
  readonly versions: readonly ContentVersion[];
  readonly pages: readonly ChangedPage[];
}

/** How far publishing or building the preview is. The page loads itself again while it runs. */
export function renderProgress(page: ProgressPage): Html {
  const { job } = page;
  if (job?.state === 'running') return renderRunning(job);
  if (job?.state === 'failed') return renderFailed(job);
  if (job?.kind === 'publish') return renderPublished(page);
  return html`<div class="panel narrow"><p>Nothing is being published just now.</p>
<p class="links"><a href="${HISTORY_PATH}">What was published before</a></p><p class="links"><a href="${CONTENT_PATH}">Back to Content</a></p></div>`;
}

function renderRunning(job: PublishJob): Html {
  const { words, done, of } = readStep(job);
  return html`<div class="panel narrow" role="status"><h2>${job.kind === 'preview' ? 'Building the preview' : 'Publishing'}</h2>
<p class="lead">${words} …</p>
${done !== undefined && html`<p><progress value="${done}" max="${of}" aria-label="Steps"></progress> Step ${done} of ${of}</p>`}
<p class="hint">This takes some seconds, and the page updates by itself. You can leave it: the work goes on.</p></div>`;
}

function renderFailed({ kind, message }: PublishJob): Html {
  return html`<div class="panel narrow trouble" role="alert"><h2>${kind === 'preview' ? 'The preview couldn’t be built' : 'Nothing was published'}</h2>
<p>The site couldn’t be built. Visitors still see the site as it was. Show this to whoever looks after the site:</p>
<details><summary>The details</summary><p class="words">${message ?? 'There are none.'}</p></details>
<p>Your changes are kept.</p>
<p><a class="button" href="${PUBLISH_PATH}">Look at the changes</a></p></div>`;
}

function renderPublished({ versions, pages }: ProgressPage): Html {
  const [, before] = versions;
  return html`<div class="panel narrow" role="status"><h2>Published</h2>
<p>Everybody sees it now.</p>
${pages.length > 0 && html`<ul>${pages.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>`}
<div class="actions"><a class="button" href="${CONTENT_PATH}">Back to Content</a>
${before && renderPutBack(before.id, 'Undo')}</div></div>`;
}
