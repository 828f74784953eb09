import { londonDay } from '#domain/dates.ts';
import { formatLondonTime } from '#domain/london-clock.ts';
import { type Html, html } from '#forms/html.ts';
import { HISTORY_PATH, PROGRESS_PATH } from '../content-paths.ts';
import type { PublishJob } from '../publisher.ts';

/**
 * What a person is told of a build that failed.
 * @param details the build's own words, for whoever looks after the site
 */
export function renderBuildFailure(details: string | null | undefined): Html {
  return html`<p>The site could not be built. Visitors still see the site as it was. Show this to whoever looks after the site:</p>
<details><summary>The details</summary><p class="content-message">${details ?? 'There are none.'}</p></details>`;
}

/** The step that a build is at: `2/4 Rendering the pages` in its parts. */
export function readStep({ step = 'Starting' }: PublishJob): {
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
    return html`<p class="callout" role="status">${what} is being ${isPreview ? 'built' : 'published'}: ${words}${done !== undefined && ` (step ${done} of ${of})`}. <a class="content-link" href="${PROGRESS_PATH}">See how far it is</a></p>`;
  const since = `${job.person ?? 'The service'} started it at ${formatLondonTime(new Date(job.startedAt)).slice(0, 5)}.`;
  if (job.state === 'failed')
    return html`<p class="callout trouble" role="status"><strong>${what} could not be built.</strong> Visitors still see the site as it was. ${since} <a class="content-link" href="${PROGRESS_PATH}">See what went wrong</a></p>`;
  return isPreview
    ? html`<p class="callout" role="status">The preview is ready. ${since} <a class="content-link" href="${PROGRESS_PATH}">Look at it</a></p>`
    : html`<p class="callout" role="status">The changes are published. ${since} <a class="content-link" href="${HISTORY_PATH}">What was published</a></p>`;
}
