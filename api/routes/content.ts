import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { findOddValues } from '#content/changes/odd-values.ts';
import { readFiles } from '#content/reader/read-files.ts';
import { findDisagreementsOf } from '#content/report/disagreements.ts';
import { readLine } from '#domain/plain-text.ts';
import { html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { contentAside } from '../content/content-aside.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { listContentFiles } from '../content/content-folder.ts';
import { CONTENT_NOTICES, sendContentNotice } from '../content/content-notice.ts';
import { sendContentPage } from '../content/content-page.ts';
import { CONTENT_PATH, PROGRESS_PATH, PUBLISH_PATH } from '../content/content-paths.ts';
import { listChangedPages, listPreviewed } from '../content/pages/changed-pages.ts';
import { describeDrafts } from '../content/pages/conflict-words.ts';
import { renderHistory } from '../content/pages/history-page.ts';
import { renderOverview } from '../content/pages/overview-page.ts';
import { renderProgress } from '../content/pages/progress-page.ts';
import { findObstacle, type PublishPage, readChosen, renderPublish } from '../content/pages/publish-page.ts';
import { renderElsewhere, renderReport } from '../content/pages/report-page.ts';
import type * as SearchPage from '../content/pages/search-page.ts';
import { renderFound, renderSearch } from '../content/pages/search-page.ts';
import { PREVIEW_PATH } from '../content/preview-markup.ts';
import { readDrafted } from '../content/read-drafted.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf, type Problem, statusOf } from '../http/problems.ts';
import { readEditorForm, readForm, readWholeNumber } from '../http/request-body.ts';
import { runAside } from '../process/aside.ts';
import type { RouteContext } from '../shop.ts';

const searchAside = runAside<typeof SearchPage>(
  new URL('../content/pages/search-page.ts', import.meta.url).href,
);

/** Mounted at `/admin/content`: the content's files, drafts, publishing and history. For owners. */
export function createContentRoutes(shop: RouteContext): Hono {
  const { sessions } = shop;
  return new Hono()
    .use(requireAdminPage(sessions))
    .get('/', (c) => withContent(c, shop, (content) => sendOverview(c, shop, content)))
    .get('/publish', (c) => withContent(c, shop, (content) => openPublish(c, shop, content)))
    .post('/publish', (c) => withContent(c, shop, (content) => build(c, shop, content)))
    .post('/discard', (c) =>
      change(c, shop, async ({ draft }, file) => {
        await draft.discard(file);
        return (await draft.list()).length > 0 ? PUBLISH_PATH : CONTENT_PATH;
      }),
    )
    .post('/settle/:preferred{mine|theirs}', (c) =>
      change(c, shop, async ({ draft }, file) => {
        if (file !== undefined) await draft.settle(file, c.req.param('preferred') as 'mine' | 'theirs');
        return PUBLISH_PATH;
      }),
    )
    .get('/report', (c) => withContent(c, shop, (content) => sendReport(c, shop, content)))
    .get('/progress', (c) => withContent(c, shop, (content) => sendProgress(c, shop, content)))
    .get('/history', (c) => withContent(c, shop, (content) => sendHistory(c, shop, content)))
    .post('/history/:id/put-back', (c) =>
      withContent(c, shop, async ({ draft, history }) => {
        const changes = await history.readChanges(readWholeNumber(c.req.param('id')));
        if (changes === undefined) return sendProblem(c, { code: 'not_found' });
        await draft.replace(changes, c.var.person);
        return c.redirect(PUBLISH_PATH, 303);
      }),
    );
}

/** Shows a page of the editor, or on a machine that has no content, what to do instead. */
export async function withContent(
  c: Context,
  shop: RouteContext,
  show: (content: ContentEditing) => Promise<Response>,
): Promise<Response> {
  if (shop.content) return show(shop.content);
  return sendContentNotice(c, shop, CONTENT_NOTICES.notHere);
}

async function sendOverview(
  c: Context,
  shop: RouteContext,
  { contentDir, draft, publisher }: ContentEditing,
): Promise<Response> {
  const typed = readLine(c.req.query('q') ?? '');
  if (typed !== '') {
    const found = await draft.withFolder((folder) => searchAside.searchFolder(folder, typed));
    const markup = html`${renderSearch(typed)}${renderFound(found, typed)}`;
    return sendContentPage(c, shop, { title: 'Search', markup });
  }
  const drafts = await draft.list();
  const [files, { values, content }] = await draft.withFolder((folder) =>
    Promise.all([listContentFiles(folder), contentAside.readContent(folder)]),
  );
  const saved = c.req.query('saved') ?? null;
  const published = saved === null ? undefined : await contentAside.readContent(contentDir);
  const markup = renderOverview({
    files,
    values,
    content,
    drafts,
    saved,
    elsewhere:
      saved &&
      renderElsewhere(findDisagreementsOf(content, saved, published?.content), { content, values }, saved),
    odd: saved === null ? [] : findOddValues({ [saved]: values[saved] }, published?.values),
    canBuild: publisher.canBuild,
    isBuilding: publisher.job()?.state === 'running',
  });
  const title = drafts.length > 0 ? `${drafts.length} not public yet` : 'Everything';
  return sendContentPage(c, shop, { title, markup });
}

/** What `npm run content:report` prints, of the content as drafted. */
async function sendReport(c: Context, shop: RouteContext, { draft }: ContentEditing): Promise<Response> {
  const { disagreements, figures, ...read } = await draft.withFolder(contentAside.report);
  const markup = renderReport(disagreements, figures, read);
  return sendContentPage(c, shop, { title: 'What differs', markup });
}

/** With the ticks of a preview that one comes from. */
function openPublish(c: Context, shop: RouteContext, content: ContentEditing): Promise<Response> {
  const job = content.publisher.job();
  const isPreviewed = c.req.query('previewed') !== undefined && job?.kind === 'preview';
  return sendPublish(c, shop, content, { files: isPreviewed ? job.files : undefined });
}

/** Starts publishing or the preview of what is ticked, as the button says. */
async function build(c: Context, shop: RouteContext, content: ContentEditing): Promise<Response> {
  // Of a whole season, more files are ticked than other forms have fields.
  const body = await readEditorForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const sent = body.value.entries;
  const { action, digest: confirmed = '' } = sent;
  const review = await content.review(readChosen(sent));
  const again = (refusal: string, status: ContentfulStatusCode) =>
    sendPublish(c, shop, content, { files: review.chosen, sent, refusal, status });
  const isSeen = action !== 'publish' || review.digest === confirmed;
  const obstacle = isSeen ? findObstacle(review, sent) : undefined;
  if (obstacle !== undefined) return again(obstacle, 422);
  const { publisher } = content;
  const request = { person: c.var.person, files: review.chosen };
  const begun =
    action === 'publish'
      ? await publisher.publish({ ...request, confirmed })
      : await publisher.preview(request);
  if (begun.ok || begun.problem.code === 'publishing_under_way') return c.redirect(PROGRESS_PATH, 303);
  return again(describeRefusal(begun.problem), statusOf(begun.problem));
}

/**
 * Builds the preview of a form that was just saved, with the other drafts; without them, if one of them has a mistake.
 * What else is in the way, the page for publishing names.
 */
export async function previewFile(c: Context, content: ContentEditing, file: string): Promise<Response> {
  for (const files of [undefined, [file]]) {
    const { chosen, problems } = await content.review(files);
    if (problems.length > 0) continue;
    const others = chosen.filter((other) => other !== file);
    const request = { person: c.var.person, files: [file, ...others] };
    const begun = await content.publisher.preview(request);
    if (begun.ok || begun.problem.code === 'publishing_under_way') return c.redirect(PROGRESS_PATH, 303);
  }
  return c.redirect(PUBLISH_PATH, 303);
}

async function sendProgress(c: Context, shop: RouteContext, content: ContentEditing): Promise<Response> {
  const { contentDir, history, publisher } = content;
  const job = publisher.job();
  const isRunning = job?.state === 'running';
  // Reloads the page, with or without script.
  if (isRunning) c.header('Refresh', '1');
  if (job?.kind === 'preview' && job.state === 'done') {
    const [first] = await listPreviewed(content);
    return c.redirect(`${PREVIEW_PATH}${first?.path ?? '/'}`, 303);
  }
  // Not shown while it runs, and read for each reload.
  const versions = isRunning ? [] : await history.list();
  const pages = isRunning
    ? []
    : listChangedPages(job?.files ?? [], (await contentAside.readContent(contentDir)).content);
  const markup = renderProgress({ job, versions, pages });
  return sendContentPage(c, shop, { title: 'Progress', markup, isUncounted: true });
}

async function sendHistory(
  c: Context,
  shop: RouteContext,
  { contentDir, draft, history }: ContentEditing,
): Promise<Response> {
  const { values } = await readFiles(contentDir);
  const hasDrafts = (await draft.list()).length > 0;
  const markup = renderHistory(await history.list(), values, hasDrafts);
  return sendContentPage(c, shop, { title: 'History', markup });
}

const CHANGED_MEANWHILE =
  'Nothing was done: something has changed since you opened this page. This is how it is now.';

function describeRefusal(problem: Problem): string {
  return problem.code === 'content_changed_meanwhile' ? CHANGED_MEANWHILE : messageOf(problem);
}

/** Does something to one drafted file, or all of them, if they are as the person has seen them. */
async function change(
  c: Context,
  shop: RouteContext,
  act: (content: ContentEditing, file: string | undefined) => Promise<string>,
): Promise<Response> {
  return withContent(c, shop, async (content) => {
    const body = await readForm(c);
    if (!body.ok) return sendProblem(c, body.problem);
    const { digest, file } = body.value;
    const { digest: now } = await content.review();
    if (digest !== now) return sendPublish(c, shop, content, { refusal: CHANGED_MEANWHILE, status: 409 });
    return c.redirect(await act(content, file), 303);
  });
}

/** @param files whose drafts are ticked; all of them if it is undefined */
async function sendPublish(
  c: Context,
  shop: RouteContext,
  content: ContentEditing,
  {
    files,
    sent = {},
    refusal = null,
    status = 200,
  }: Partial<Pick<PublishPage, 'sent' | 'refusal'>> & {
    readonly files?: readonly string[] | undefined;
    readonly status?: ContentfulStatusCode;
  },
): Promise<Response> {
  const { draft, publisher } = content;
  const review = await content.review(files);
  const drafted = await readDrafted(draft);
  const markup = renderPublish({
    review,
    drafted,
    drafts: await describeDrafts(content, await draft.list(), drafted.values),
    canBuild: publisher.canBuild,
    isBuilding: publisher.job()?.state === 'running',
    refusal,
    sent,
  });
  return sendContentPage(c, shop, { title: refusal === null ? 'Publish' : 'Error', markup, status });
}
