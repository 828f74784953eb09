import { type Context, Hono } from 'hono';
import { COLLECTIONS, type CollectionName, findCollection } from '#content/reader/collections.ts';
import { readDrawing } from '#content/reader/drawings.ts';
import { UnreadableFile } from '#content/reader/problems.ts';
import { PAGES } from '#domain/pages.ts';
import { type Html, html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { contentAside } from '../content/content-aside.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { CONTENT_NOTICES, renderForKeeper, sendContentNotice } from '../content/content-notice.ts';
import { sendContentPage } from '../content/content-page.ts';
import { CONTENT_PATH, fileUrl, newFileUrl, removalUrl } from '../content/content-paths.ts';
import type { DraftedFile } from '../content/draft.ts';
import { titleOfFile } from '../content/file-title.ts';
import { ACTION } from '../content/forms/change-lists.ts';
import { findForm } from '../content/forms/content-form.ts';
import { makeChoices } from '../content/forms/form-choices.ts';
import { ASKED, type FormPage, OVER, PREVIEW, renderFormPage, SEEN } from '../content/forms/form-page.ts';
import { readSeen, type SaveConflict, saveValue, takeForm } from '../content/forms/save-form.ts';
import { renderShown } from '../content/pages/report-page.ts';
import { readDrafted } from '../content/read-drafted.ts';
import { sendProblem } from '../http/http-errors.ts';
import { readEditorForm } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';
import { previewFile } from './content.ts';
import { createNewFileRoutes } from './content-new.ts';
import { createPhotographRoutes } from './content-photographs.ts';
import { createRemovalRoutes } from './content-removal.ts';

/** Mounted at `/admin/content` too: a form for each file, new files, removed ones, photographs. For owners. */
export function createContentFileRoutes(shop: RouteContext): Hono {
  const guard = requireAdminPage(shop.sessions);
  return new Hono()
    .get('/file', guard, (c) => withFile(c, shop, (opened) => showFile(c, shop, opened)))
    .post('/file', guard, (c) => withFile(c, shop, (opened) => saveFile(c, shop, opened)))
    .route('/new', createNewFileRoutes(shop))
    .route('/remove', createRemovalRoutes(shop))
    .route('/photographs', createPhotographRoutes(shop))
    .get('/drawings/:name', guard, async (c) => {
      const svg = await readDrawing(c.req.param('name'));
      if (svg === undefined) return sendProblem(c, { code: 'not_found' });
      return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=3600' });
    });
}

/** A file that can be edited, and its collection. */
interface OpenedFile {
  readonly content: ContentEditing;
  readonly file: string;
  readonly collection: CollectionName;
  readonly current: DraftedFile;
}

async function withFile(
  c: Context,
  shop: RouteContext,
  show: (opened: OpenedFile) => Promise<Response>,
): Promise<Response> {
  const file = c.req.query('name') ?? '';
  // A notice is live at once, so it is not drafted: it has its form on the first page.
  if (file === 'notices.json') return c.redirect(PAGES.admin.path, 303);
  const { content } = shop;
  if (content === undefined) return sendContentNotice(c, shop, CONTENT_NOTICES.notHere);
  const collection = findCollection(file);
  const current = collection && (await content.draft.readFile(file));
  if (collection === undefined || current === undefined)
    return sendContentNotice(c, shop, CONTENT_NOTICES.gone);
  if (collection === 'silhouettes') return sendContentNotice(c, shop, CONTENT_NOTICES.drawn);
  try {
    return await show({ content, file, collection, current });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { place, found, wanted } = error;
    const message = html`<p>‘${titleOfFile(file)}’ has a mistake that its form can’t show. Visitors still see it as it was. Show this to whoever looks after the site.</p>
${renderForKeeper(`content/${file}, ${place}: found ${found}, wanted ${wanted}`)}`;
    return sendContentNotice(c, shop, [422, message]);
  }
}

async function sendForm(
  c: Context,
  shop: RouteContext,
  { content, file, collection, current }: OpenedFile,
  shown: Pick<FormPage, 'value' | 'seen'> & Partial<FormPage>,
): Promise<Response> {
  const { values, content: drafted, photographs } = await readDrafted(content.draft);
  const published = current.isDraft ? (await contentAside.readContent(content.contentDir)).content : drafted;
  const { problems = [], notes = [] } = shown;
  const title = titleOfFile(file, values[file]);
  const markup = renderFormPage({
    title,
    action: fileUrl(file),
    canPreview: content.publisher.canBuild,
    field: findForm(collection).field,
    choices: makeChoices(values, photographs),
    shown: renderShown(file, { content: drafted, values, published }),
    more: html`${'one' in COLLECTIONS[collection] && renderMore(collection, file)}${renderForKeeper(`content/${file}`)}`,
    ...shown,
    problems,
    notes: [...(current.isDraft ? [DRAFT_NOTE] : []), ...notes],
  });
  const hasProblem = problems.length > 0;
  return sendContentPage(c, shop, {
    title: hasProblem ? 'Error' : title,
    markup,
    status: hasProblem ? 422 : 200,
  });
}

function renderMore(collection: CollectionName, file: string): Html {
  return html`<p class="content-links"><a href="${newFileUrl(collection, file)}">Add another like this one</a><a href="${removalUrl(file)}">Remove it</a></p>`;
}

const DRAFT_NOTE = html`<p class="callout">This is a draft: visitors see it once it is published.</p>`;

async function showFile(c: Context, shop: RouteContext, opened: OpenedFile): Promise<Response> {
  const { draft } = opened.content;
  // Kept, so that what somebody else changes meanwhile can be joined with what is sent.
  const hash = await draft.keep(opened.current.bytes);
  const value = await readSeen(draft, opened.file, opened.current, hash);
  return sendForm(c, shop, opened, { value, seen: hash, at: c.req.query('at') });
}

async function saveFile(c: Context, shop: RouteContext, opened: OpenedFile): Promise<Response> {
  const { content, file, collection, current } = opened;
  const { person } = c.var;
  const body = await readEditorForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const now = await readSeen(content.draft, file, current, current.hash);
  const seen = body.value.entries[SEEN] ?? current.hash;
  const seenValue = await readSeen(content.draft, file, current, seen);
  const { sent, shown } = await takeForm(content.draft, collection, body.value, {
    before: seenValue ?? now,
    person,
    nameFile: () => file,
  });
  if (shown !== undefined) return sendForm(c, shop, opened, { ...shown, seen });
  const saved = await saveValue(content.draft, findForm(collection).field, file, {
    value: sent.value,
    seen,
    before: seenValue,
    over: body.value.entries[OVER],
    person,
  });
  const isPreview = body.value.entries[ACTION] === PREVIEW;
  if (isPreview && typeof saved === 'string') return previewFile(c, content, file);
  if (saved === 'saved') return c.redirect(`${CONTENT_PATH}?${new URLSearchParams({ saved: file })}`, 303);
  const again = { value: sent.value, origins: sent.origins, seen, asked: body.value.entries[ASKED] };
  if (saved === 'unchanged') return sendForm(c, shop, opened, { ...again, notes: [UNCHANGED] });
  const draft = (await content.draft.list()).find((each) => each.file === file);
  const notes = [renderConflict(draft?.person, saved)];
  return sendForm(c, shop, opened, { ...again, over: saved.over, notes });
}

const UNCHANGED = html`<p class="callout" role="status">Nothing had changed, so nothing was saved.</p>`;

function renderConflict(person: string | undefined, { theirs, yours }: SaveConflict): Html {
  const list = (lines: readonly string[]) => html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  return html`<div class="callout trouble" role="alert">
<p class="lead">Nothing is saved yet: ${person === undefined ? 'somebody has changed this file by hand' : `${person} has changed this`} while you were writing.</p>
${theirs.length > 0 && html`<p>They changed:</p>${list(theirs)}`}
${yours.length > 0 && html`<p>If you save again, this is what you change of theirs:</p>${list(yours)}`}
<p>Below is what you wrote. Save it again to use it instead, or <a href="${CONTENT_PATH}">keep theirs</a>. Whatever else they’ve changed stays.</p>
</div>`;
}
