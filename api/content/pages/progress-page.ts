import { type Html, html } from '#forms/html.ts';
import { CONTENT_PATH, HISTORY_PATH, PUBLISH_PATH } from '../content-paths.ts';
import type { ContentVersion } from '../history.ts';
import type { PublishJob } from '../publisher.ts';
import { readStep, renderBuildFailure } from './build-words.ts';
import type { ChangedPage } from './changed-pages.ts';
import { renderPutBack } from './history-page.ts';

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
<p><a class="content-link" href="${HISTORY_PATH}">What was published before</a></p><p><a class="content-link" href="${CONTENT_PATH}">Back to all content</a></p></div>`;
}

function renderRunning(job: PublishJob): Html {
  const { words, done, of } = readStep(job);
  return html`<div class="panel narrow" role="status"><h2>${job.kind === 'preview' ? 'Building the preview' : 'Publishing'}</h2>
<p class="lead">${words} …</p>
${done !== undefined && html`<p><progress value="${done}" max="${of}" aria-label="Steps"></progress> Step ${done} of ${of}</p>`}
<p class="hint">This takes some seconds, and the page updates by itself. You can leave it: the work goes on.</p></div>`;
}

function renderFailed({ kind, message }: PublishJob): Html {
  return html`<div class="panel narrow trouble" role="alert"><h2>${kind === 'preview' ? 'The preview could not be built' : 'Nothing was published'}</h2>
${renderBuildFailure(message)}
<p>Your changes are kept.</p>
<p><a class="button" href="${PUBLISH_PATH}">Look at the changes</a></p></div>`;
}

function renderPublished({ versions, pages }: ProgressPage): Html {
  const before = versions.slice(1).find(({ state }) => state === 'published');
  return html`<div class="panel narrow" role="status"><h2>Published</h2>
<p>Everybody sees it now.</p>
${pages.length > 0 && html`<ul>${pages.map(({ path, title }) => html`<li><a class="content-link" href="${path}">${title}</a></li>`)}</ul>`}
<div class="actions"><a class="button" href="${CONTENT_PATH}">Back to all content</a>
${before && renderPutBack(before.id, 'Undo')}</div></div>`;
}
