import { matchesGlob } from 'node:path';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { findEndedSeasons } from '#content/checks/hints.ts';
import type { ContentValues } from '#content/reader/parse-content.ts';
import type { ReadContent } from '#content/reader/read-content.ts';
import { listShownOn } from '#content/reader/shown-on.ts';
import { tellsHours } from '#domain/content/notices.ts';
import { findHours } from '#domain/content/opening-days.ts';
import { formatDay, type IsoDay, londonDay } from '#domain/dates.ts';
import { OFFICE_PAGES } from '#domain/office.ts';
import { PAGES } from '#domain/pages.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { type Html, html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { renderForKeeper } from '../content/content-page.ts';
import { PUBLISH_PATH } from '../content/files/content-paths.ts';
import { linkToFile, nameFile } from '../content/files/file-names.ts';
import {
  type ContentDoor,
  FRONT_FILES,
  type LinkGroup,
  renderFrontDoor,
} from '../content/notices/front-door.ts';
import {
  createNoticeBook,
  type MadeChange,
  type NoticeBook,
  type NoticeWords,
} from '../content/notices/notice-book.ts';
import { NOTICE_KINDS, type NoticeKind, readNotice } from '../content/notices/notice-forms.ts';
import { renderJob } from '../content/pages/progress-page.ts';
import { renderShownOn } from '../content/pages/report-page.ts';
import { readDrafted } from '../content/publish/content-aside.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf, type Problem, type Result, statusOf } from '../http/problems.ts';
import { type Entries, readForm } from '../http/request-body.ts';
import { sendOfficePage } from '../office/office-page.ts';
import { type Door, readToday, renderToday } from '../office/today.ts';
import type { RouteContext } from '../shop.ts';
import { readOpenings } from '../site/fill-site.ts';

const PATH = PAGES.admin.path;

const querySchema = z.object({
  done: z.enum(['shown', 'down', 'undone', 'meanwhile', 'late']).optional().catch(undefined),
  notice: z.string().optional(),
  undo: z.uuid().optional().catch(undefined),
  over: z.string().optional(),
});
type Query = z.output<typeof querySchema>;
type Sent = NonNullable<ContentDoor['sent']>;

const WORDS: Readonly<Record<NonNullable<Query['done']>, string>> = {
  shown: 'It’s on every page now.',
  down: 'It’s gone from every page.',
  undone: 'Undone: every page is as it was before.',
  meanwhile: 'Somebody has just changed the notices, so nothing was done. Here is how things are now.',
  late: 'This can no longer be undone here. Change the notice, or take it down.',
};

const OVER_OTHERS = ' Another notice had other hours for the same day, and has given way to this one.';

/** Mounted at `/admin`: the farm's front door. What is on it beside the notices belongs to owners and packers. */
export function createAdminHomeRoutes(shop: RouteContext): Hono {
  const { content, clock } = shop;
  const book = content && createNoticeBook(content.contentDir);
  const today = () => londonDay(clock());
  // Not for everything below it: some pages of the office ask for the password themselves.
  const guard = requireAdminPage(shop.sessions);

  const act = async (
    c: Context,
    write: (book: NoticeBook) => Promise<Result<MadeChange>>,
    done: NonNullable<Query['done']>,
    refuse: (problem: Problem) => Response | Promise<Response>,
  ) => {
    if (book === undefined || content === undefined) return sendProblem(c, { code: 'not_found' });
    // What was changed by hand before is not to be under this person's name.
    await content.history.record();
    const made = await write(book);
    if (!made.ok) return refuse(made.problem);
    const { id: personId, name: person } = c.var.person;
    const { notice, changes, isOverOthers, undoKey } = made.value;
    await Promise.all([shop.refreshSite?.(), content.history.record({ person, personId, changes })]);
    const query = new URLSearchParams({
      done,
      ...(notice && { notice: notice.id }),
      ...(notice && isOverOthers && { over: 'others' }),
      ...(done !== 'undone' && { undo: undoKey }),
    });
    return c.redirect(`${PATH}?${query}`, 303);
  };
  const say = (c: Context, done: 'meanwhile' | 'late') => c.redirect(`${PATH}?done=${done}`, 303);

  return new Hono()
    .get('/', guard, (c) => send(c, shop, { book, today: today(), query: querySchema.parse(c.req.query()) }))
    .post('/undo', guard, async (c) => {
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      return act(
        c,
        (notices) => notices.undo(body.value.key ?? ''),
        'undone',
        ({ code }) => say(c, code === 'not_found' ? 'late' : 'meanwhile'),
      );
    })
    .post('/notices/new/:kind', guard, async (c) => {
      const kind = NOTICE_KINDS.find((each) => each === c.req.param('kind'));
      const body = await readForm(c);
      if (kind === undefined) return sendProblem(c, { code: 'not_found' });
      if (!body.ok) return sendProblem(c, body.problem);
      return save(c, kind, kind, body.value, (notices, words) => notices.add(words, today()));
    })
    .post('/notices/:id/change', guard, async (c) => {
      const id = c.req.param('id');
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const { seen = '' } = body.value;
      return save(c, 'own', { id }, body.value, (notices, words) => notices.change(id, seen, words));
    })
    .post('/notices/:id/down', guard, async (c) => {
      const body = await readForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const { seen = '' } = body.value;
      return act(
        c,
        (notices) => notices.change(c.req.param('id'), seen, null),
        'down',
        () => say(c, 'meanwhile'),
      );
    });

  function save(
    c: Context,
    kind: NoticeKind,
    form: Sent['form'],
    typed: Entries,
    write: (book: NoticeBook, words: NoticeWords) => Promise<Result<MadeChange>>,
  ): Response | Promise<Response> {
    const again = (sent: Pick<Sent, 'mistakes' | 'problem'>, problem: Problem) =>
      send(c, shop, {
        book,
        today: today(),
        query: {},
        sent: { form, typed, ...sent },
        status: statusOf(problem),
      });
    const read = readNotice(kind, typed, today());
    if ('mistakes' in read) return again(read, { code: 'invalid_fields' });
    return act(
      c,
      (notices) => write(notices, read.notice),
      'shown',
      (problem) => again({ mistakes: {}, problem: messageOf(problem) }, problem),
    );
  }
}

interface Page {
  readonly book: NoticeBook | undefined;
  readonly today: IsoDay;
  readonly query: Query;
  readonly sent?: Sent;
  readonly status?: ContentfulStatusCode;
}

async function send(c: Context, shop: RouteContext, page: Page): Promise<Response> {
  const { role } = c.var.person;
  const isOwner = role === 'owner';
  const notices = await page.book?.list();
  const listed = notices?.ok ? notices.value : [];
  const done = isOwner && renderDone(page.query, listed, page.today);
  const door = isOwner ? await renderDoor(shop, page, notices) : null;
  const markup = html`${done}${renderToday(await readToday(shop), role, page.today, door)}`;
  const title = page.sent && 'Error';
  const of = { ...OFFICE_PAGES.admin, text: formatDay(page.today, 'full') };
  return sendOfficePage(c, shop, { page: 'admin', of, markup, title, status: page.status });
}

/** @param notices undefined where there is no content folder */
async function renderDoor(
  { content, clock, getSnapshot }: RouteContext,
  { today, sent }: Page,
  notices: Result<readonly Notice[]> | undefined,
): Promise<Door> {
  if (notices === undefined || content === undefined)
    return {
      more: null,
      news: html`<p class="callout">This machine has the built site only. Notices, prices and words are changed where the farm’s content folder is, and arrive here with the next build.</p>`,
    };
  if (!notices.ok)
    return {
      more: null,
      news: html`<div class="callout trouble" role="alert"><p><strong>The notices have a mistake</strong> that can’t be put right here. Pages keep the notices that they had. Show this to whoever looks after the site.</p>
${renderForKeeper(messageOf(notices.problem))}</div>`,
    };
  const drafted = await readDrafted(content.draft);
  const waiting = {
    drafts: await listDrafts(content, drafted.values),
    job: renderJob(content.publisher.job(), clock()),
  };
  const over = findEndedSeasons(drafted.content, today);
  const opening = getSnapshot && readOpenings(getSnapshot(), []).ofStructuredData;
  const usual = opening ? findHours(opening, today) : {};
  const told = { over: over?.areAll ? over : null, notices: notices.value, usual };
  const links = listFrontFiles(drafted);
  return renderFrontDoor({ waiting, ...told, links, sent: sent ?? null }, today);
}

function listFrontFiles({ values, content }: ReadContent): LinkGroup[] {
  return FRONT_FILES.map(({ label, files, more = [] }) => {
    const names = Object.keys(values).filter((file) => matchesGlob(file, files));
    const links = names.map((file) => {
      const { name = label } = (values[file] ?? {}) as { name?: unknown };
      const about = renderShownOn(listShownOn(content, file), content, true);
      return { label: String(name), about, href: linkToFile(file) };
    });
    return { label, links: [...links, ...more] };
  });
}

async function listDrafts({ draft }: ContentEditing, values: ContentValues): Promise<LinkGroup['links']> {
  return (await draft.list()).map(({ file, kind }) => ({
    label: kind === 'removed' ? `${nameFile(file, values)}: removed` : nameFile(file, values),
    href: kind === 'removed' ? PUBLISH_PATH : linkToFile(file),
  }));
}

function renderDone(query: Query, notices: readonly Notice[], today: IsoDay): Html | null {
  const { done, undo, over } = query;
  if (done === undefined) return null;
  const notice = notices.find(({ id }) => id === query.notice);
  const first = notice && (notice.shownFrom ?? notice.from);
  const isToCome = done === 'shown' && notice && first !== undefined && first > today;
  const toCome =
    isToCome &&
    `It will appear on every page on ${formatDay(first, 'full')}.${tellsHours(notice) ? ' Opening times and the calendar have it now.' : ''}`;
  const words = `${toCome || WORDS[done]}${over === undefined ? '' : OVER_OTHERS}`;
  const isTrouble = done === 'meanwhile' || done === 'late';
  return html`<div class="callout actions${isTrouble && html` trouble`}" role="status"><p>${words}</p>
${undo !== undefined && html`<form method="post" action="/admin/undo"><input type="hidden" name="key" value="${undo}"><button class="button quiet" type="submit">Undo</button></form>`}</div>`;
}
