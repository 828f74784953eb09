import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { findOddValues } from '#content/changes/warnings.ts';
import { findDisagreementsOf } from '#content/report/disagreements.ts';
import { readLine } from '#domain/plain-text.ts';
import { html } from '#forms/html.ts';
import { LONGEST_QUERY } from '#forms/search-form.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { openContent, sendContentPage } from '../content/content-page.ts';
import { listContentFiles } from '../content/files/content-folder.ts';
import { CONTENT_PATH, PREVIEW_PATH, PROGRESS_PATH, PUBLISH_PATH } from '../content/files/content-paths.ts';
import { sayWarning } from '../content/forms/form-words.ts';
import { listChangedPages, listPreviewed } from '../content/pages/changed-pages.ts';
import { describeDrafts } from '../content/pages/conflict-words.ts';
import { renderOverview } from '../content/pages/overview-page.ts';
import { renderHistory, renderProgress } from '../content/pages/progress-page.ts';
import { findObstacle, type PublishPage, readChosen, renderPublish } from '../content/pages/publish-page.ts';
import { renderElsewhere, renderReport } from '../content/pages/report-page.ts';
import { renderFound, renderSearch } from '../content/pages/search-page.ts';
import { contentAside, readDrafted } from '../content/publish/content-aside.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf, statusOf } from '../http/problems.ts';
import { readEditorForm, readForm, readWholeNumber } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';
import { createContentFileRoutes } from './content-files.ts';
import { createPhotographRoutes } from './content-photographs.ts';
import { createSeasonRoutes } from './content-season.ts';

const CHANGED_MEANWHILE =
  'Nothing was done: something has changed since you opened this page. This is how it is now.';

/** Mounted at `/admin/content`: the content's files, drafts, publishing and history. For owners. */
export function createContentRoutes(shop: RouteContext): Hono {
  return new Hono()
    .use(requireAdminPage(shop.sessions), openContent(shop))
    .route('/', createContentFileRoutes(shop))
    .route('/photographs', createPhotographRoutes(shop))
    .route('/season', createSeasonRoutes(shop))
    .get('/', (c) => sendOverview(c, shop))
    .get('/publish', (c) => {
      // With the ticks of a preview that one comes from.
      const job = c.var.content.publisher.job();
      const isPreviewed = c.req.query('previewed') !== undefined && job?.kind === 'preview';
      return sendPublish(c, shop, { files: isPreviewed ? job.files : undefined });
    })
    .post('/publish', (c) => build(c, shop))
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
    .get('/report', async (c) => {
      const { disagreements, figures, ...read } = await c.var.content.draft.withFolder(contentAside.report);
      const markup = renderReport(disagreements, figures, read);
      return sendContentPage(c, shop, { heading: 'Where pages disagree', markup });
    })
    .get('/progress', (c) => sendProgress(c, shop))
    .get('/history', async (c) => {
      const { draft, history } = c.var.content;
      const markup = renderHistory(await history.list(), (await draft.list()).length > 0);
      return sendContentPage(c, shop, { heading: 'History', markup });
    })
    .post('/history/:id/put-back', async (c) => {
      const { draft, history } = c.var.content;
      const changes = await history.readChanges(readWholeNumber(c.req.param('id')));
      if (changes === undefined) return sendProblem(c, { code: 'not_found' });
      await draft.replace(changes, c.var.person);
      return c.redirect(PUBLISH_PATH, 303);
    });
}

async function sendOverview(c: Context, shop: RouteContext): Promise<Response> {
  const { contentDir, draft, publisher } = c.var.content;
  const typed = readLine(c.req.query('q') ?? '').slice(0, LONGEST_QUERY);
  if (typed !== '') {
    const found = await draft.withFolder((folder) => contentAside.search(folder, typed));
    const markup = html`${renderSearch(typed)}${renderFound(found, typed)}`;
    return sendContentPage(c, shop, { title: 'Search', markup });
  }
  const drafts = await draft.list();
  const saved = c.req.query('saved') ?? null;
  const files = await draft.withFolder(listContentFiles);
  const read = await readDrafted(draft);
  const published = saved === null ? undefined : await contentAside.readContent(contentDir);
  const odd = saved === null ? [] : findOddValues({ [saved]: read.values[saved] }, published?.values);
  const markup = renderOverview({
    ...read,
    ...{ files, drafts, saved },
    odd: odd.map((each) => sayWarning(each, read.values)),
    elsewhere:
      saved && renderElsewhere(findDisagreementsOf(read.content, saved, published?.content), read, saved),
    canBuild: publisher.canBuild,
    isBuilding: publisher.job()?.state === 'running',
  });
  const title = drafts.length > 0 ? `${drafts.length} not public yet` : 'Everything';
  return sendContentPage(c, shop, { title, markup });
}

async function build(c: Context, shop: RouteContext): Promise<Response> {
  const { publisher, review: reviewFiles } = c.var.content;
  // Of a whole season, more files are ticked than other forms have fields.
  const body = await readEditorForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const sent = body.value.entries;
  const { action, digest: confirmed = '' } = sent;
  const review = await reviewFiles(readChosen(sent));
  const again = (refusal: string, status: ContentfulStatusCode) =>
    sendPublish(c, shop, { files: review.chosen, sent, refusal, status });
  const isSeen = action !== 'publish' || review.digest === confirmed;
  const obstacle = isSeen ? findObstacle(review, sent) : undefined;
  if (obstacle !== undefined) return again(obstacle, 422);
  const request = { person: c.var.person, files: review.chosen };
  const begun =
    action === 'publish'
      ? await publisher.publish({ ...request, confirmed })
      : await publisher.preview(request);
  if (begun.ok || begun.problem.code === 'publishing_under_way') return c.redirect(PROGRESS_PATH, 303);
  const isChanged = begun.problem.code === 'content_changed_meanwhile';
  return again(isChanged ? CHANGED_MEANWHILE : messageOf(begun.problem), statusOf(begun.problem));
}

async function sendProgress(c: Context, shop: RouteContext): Promise<Response> {
  const { content } = c.var;
  const job = content.publisher.job();
  const isRunning = job?.state === 'running';
  // Reloads the page, with or without script.
  if (isRunning) c.header('Refresh', '1');
  if (job?.kind === 'preview' && job.state === 'done') {
    const [first] = await listPreviewed(content);
    return c.redirect(`${PREVIEW_PATH}${first?.path ?? '/'}`, 303);
  }
  // Not shown while it runs, and read for each reload.
  const versions = isRunning ? [] : await content.history.list();
  const pages = isRunning
    ? []
    : listChangedPages(job?.files ?? [], (await contentAside.readContent(content.contentDir)).content);
  const markup = renderProgress({ job, versions, pages });
  return sendContentPage(c, shop, { title: 'Progress', markup, isUncounted: true });
}

/** Does something to one drafted file, or all of them, if they are as the person has seen them. */
async function change(
  c: Context,
  shop: RouteContext,
  act: (content: ContentEditing, file: string | undefined) => Promise<string>,
): Promise<Response> {
  const body = await readForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const { digest, file } = body.value;
  const { digest: now } = await c.var.content.review();
  if (digest !== now) return sendPublish(c, shop, { refusal: CHANGED_MEANWHILE, status: 409 });
  return c.redirect(await act(c.var.content, file), 303);
}

/** @param files whose drafts are ticked; all of them if it is undefined */
async function sendPublish(
  c: Context,
  shop: RouteContext,
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
  const { content } = c.var;
  const { draft, publisher } = content;
  const review = await content.review(files);
  const drafted = await readDrafted(draft);
  const drafts = await describeDrafts(content, await draft.list(), drafted.values);
  const isBuilding = publisher.job()?.state === 'running';
  const markup = renderPublish({
    review,
    drafted,
    drafts,
    canBuild: publisher.canBuild,
    isBuilding,
    refusal,
    sent,
  });
  return sendContentPage(c, shop, {
    heading: 'Publish',
    title: refusal === null ? undefined : 'Error',
    markup,
    status,
  });
}
