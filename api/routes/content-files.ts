import { type Context, Hono } from 'hono';
import { COLLECTIONS, type CollectionName, findCollection } from '#content/reader/collections.ts';
import { readDrawing } from '#content/reader/drawings.ts';
import { UnreadableFile } from '#content/reader/problems.ts';
import { PAGES } from '#domain/pages.ts';
import { type Html, html } from '#forms/html.ts';
import {
  CONTENT_NOTICES,
  renderForKeeper,
  sendContentNotice,
  sendContentPage,
} from '../content/content-page.ts';
import { isContentFile } from '../content/files/content-folder.ts';
import {
  CONTENT_PATH,
  fileUrl,
  newFileUrl,
  PROGRESS_PATH,
  PUBLISH_PATH,
  removalUrl,
} from '../content/files/content-paths.ts';
import type { DraftedFile } from '../content/files/draft.ts';
import { nameFile } from '../content/files/file-names.ts';
import { ACTION } from '../content/forms/change-lists.ts';
import { controlId } from '../content/forms/find-part.ts';
import { makeChoices } from '../content/forms/form-choices.ts';
import { findForm } from '../content/forms/form-field.ts';
import {
  ASKED,
  FILE_NAME,
  type FormPage,
  OVER,
  PREVIEW,
  renderFormPage,
  SEEN,
} from '../content/forms/form-page.ts';
import { beginFile, describeFileName, nameNewFile } from '../content/forms/new-file.ts';
import { renderShown } from '../content/pages/report-page.ts';
import { readSeen, type SaveConflict, saveValue, takeForm } from '../content/pages/save-form.ts';
import { contentAside, readDrafted } from '../content/publish/content-aside.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { readEditorForm, readForm } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';

/** Mounted at `/admin/content`: a form for each file, new files, removed ones. */
export function createContentFileRoutes(shop: RouteContext): Hono {
  return new Hono()
    .get('/file', (c) => withFile(c, shop, (opened) => showFile(c, shop, opened)))
    .post('/file', (c) => withFile(c, shop, (opened) => saveFile(c, shop, opened)))
    .get('/new', (c) => withCollection(c, shop, (collection) => sendNew(c, shop, collection, {}, '')))
    .post('/new', (c) => withCollection(c, shop, (collection) => saveNew(c, shop, collection)))
    .get('/remove', (c) => withRemoved(c, shop, (file, { hash }) => askToRemove(c, shop, file, hash)))
    .post('/remove', (c) => withRemoved(c, shop, (file, { hash }) => removeFile(c, shop, file, hash)))
    .get('/drawings/:name', async (c) => {
      const svg = await readDrawing(c.req.param('name'));
      if (svg === undefined) return sendProblem(c, { code: 'not_found' });
      return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'private, max-age=3600' });
    });
}

interface OpenedFile {
  readonly file: string;
  readonly collection: CollectionName;
  /** Undefined for a form that is sent after somebody has removed its file. */
  readonly current: DraftedFile | undefined;
}

async function withFile(
  c: Context,
  shop: RouteContext,
  show: (opened: OpenedFile) => Promise<Response>,
): Promise<Response> {
  const file = c.req.query('name') ?? '';
  // A notice is live at once, so it is not drafted: it has its form on the first page.
  if (file === 'notices.json') return c.redirect(PAGES.admin.path, 303);
  const collection = findCollection(file);
  const current = collection && (await c.var.content.draft.readFile(file));
  if (collection === undefined || !isContentFile(file))
    return sendContentNotice(c, shop, CONTENT_NOTICES.gone);
  if (collection === 'silhouettes') return sendContentNotice(c, shop, CONTENT_NOTICES.drawn);
  try {
    return await show({ file, collection, current });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { position, found, wanted } = error;
    const message = html`<p>‘${nameFile(file, {})}’ has a mistake that its form can’t show. Visitors still see it as it was. Show this to whoever looks after the site.</p>
${renderForKeeper(`content/${file}, ${position}: found ${found}, wanted ${wanted}`)}`;
    return sendContentNotice(c, shop, [422, message]);
  }
}

function sendFormPage(c: Context, shop: RouteContext, page: FormPage): Promise<Response> {
  const hasProblem = page.problems.length > 0;
  return sendContentPage(c, shop, {
    heading: page.title,
    title: hasProblem ? 'Error' : undefined,
    markup: renderFormPage(page),
    status: hasProblem ? 422 : 200,
  });
}

async function sendForm(
  c: Context,
  shop: RouteContext,
  { file, collection, current }: OpenedFile,
  shown: Pick<FormPage, 'value' | 'seen'> & Partial<FormPage>,
): Promise<Response> {
  const { contentDir, draft, publisher } = c.var.content;
  const { values, content: drafted, photographs } = await readDrafted(draft);
  const published = current?.isDraft ? (await contentAside.readContent(contentDir)).content : drafted;
  const { notes = [] } = shown;
  return sendFormPage(c, shop, {
    title: nameFile(file, values),
    action: fileUrl(file),
    canPreview: publisher.canBuild,
    field: findForm(collection).field,
    choices: makeChoices(values, photographs),
    shown: renderShown(file, { content: drafted, values, published }),
    more: html`${'one' in COLLECTIONS[collection] && renderMore(collection, file)}${renderForKeeper(`content/${file}`)}`,
    problems: [],
    ...shown,
    notes: [...(current?.isDraft ? [DRAFT_NOTE] : []), ...notes],
  });
}

function renderMore(collection: CollectionName, file: string): Html {
  return html`<p class="links"><a href="${newFileUrl(collection, file)}">Add another like this one</a><a href="${removalUrl(file)}">Remove it</a></p>`;
}

const DRAFT_NOTE = html`<p class="callout">This is a draft: visitors see it once you <a href="${PUBLISH_PATH}">publish it</a>.</p>`;

async function showFile(c: Context, shop: RouteContext, opened: OpenedFile): Promise<Response> {
  const { draft } = c.var.content;
  if (opened.current === undefined) return sendContentNotice(c, shop, CONTENT_NOTICES.gone);
  // Kept, so that what somebody else changes meanwhile can be joined with what is sent.
  const seen = await draft.keep(opened.current.bytes);
  const value = await readSeen(draft, opened.file, opened.current, seen);
  return sendForm(c, shop, opened, { value, seen, at: c.req.query('at') });
}

async function saveFile(c: Context, shop: RouteContext, opened: OpenedFile): Promise<Response> {
  const { file, collection, current } = opened;
  const { content, person } = c.var;
  const { draft } = content;
  const body = await readEditorForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const { entries } = body.value;
  const now = await readSeen(draft, file, current, current?.hash ?? '');
  const seen = entries[SEEN] ?? current?.hash ?? '';
  const before = await readSeen(draft, file, current, seen);
  if (current === undefined && before === undefined) return sendContentNotice(c, shop, CONTENT_NOTICES.gone);
  const taken = { before: before ?? now, person, nameFile: () => file };
  const { sent, shown } = await takeForm(draft, collection, body.value, taken);
  if (shown !== undefined) return sendForm(c, shop, opened, { ...shown, seen });
  const { value, origins } = sent;
  const saved = await saveValue(draft, file, { value, seen, before, over: entries[OVER], person });
  if (entries[ACTION] === PREVIEW && typeof saved === 'string') return previewFile(c, file);
  if (saved === 'saved') return redirectToSaved(c, file);
  const again = { value, origins, seen, asked: entries[ASKED] };
  if (saved === 'unchanged') return sendForm(c, shop, opened, { ...again, notes: [UNCHANGED] });
  const other = (await draft.list()).find((each) => each.file === file)?.person;
  return sendForm(c, shop, opened, { ...again, over: saved.over, notes: [renderConflict(other, saved)] });
}

function redirectToSaved(c: Context, file: string): Response {
  return c.redirect(`${CONTENT_PATH}?${new URLSearchParams({ saved: file })}`, 303);
}

/**
 * Builds the preview of a form that was just saved, with the other drafts; without them, if one of them has a mistake.
 * What else is in the way, the page for publishing names.
 */
async function previewFile(c: Context, file: string): Promise<Response> {
  const { content, person } = c.var;
  for (const wanted of [undefined, [file]]) {
    const { chosen, problems } = await content.review(wanted);
    if (problems.length > 0) continue;
    const files = [file, ...chosen.filter((other) => other !== file)];
    const begun = await content.publisher.preview({ person, files });
    if (begun.ok || begun.problem.code === 'publishing_under_way') return c.redirect(PROGRESS_PATH, 303);
  }
  return c.redirect(PUBLISH_PATH, 303);
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

async function withCollection(
  c: Context,
  shop: RouteContext,
  show: (collection: CollectionName) => Promise<Response>,
): Promise<Response> {
  const name = c.req.query('collection') ?? '';
  const isOffered = Object.hasOwn(COLLECTIONS, name) && 'one' in COLLECTIONS[name as CollectionName];
  return isOffered ? show(name as CollectionName) : sendContentNotice(c, shop, CONTENT_NOTICES.gone);
}

async function sendNew(
  c: Context,
  shop: RouteContext,
  collection: CollectionName,
  shown: Partial<FormPage>,
  typedName: string,
): Promise<Response> {
  const { draft, publisher } = c.var.content;
  const { values, photographs } = await readDrafted(draft);
  const { field } = findForm(collection);
  const { one } = COLLECTIONS[collection] as { readonly one?: string };
  return sendFormPage(c, shop, {
    title: `New ${one}`,
    action: newFileUrl(collection),
    canPreview: publisher.canBuild,
    field,
    seen: null,
    choices: makeChoices(values, photographs),
    value: beginFile(collection, field, { values, like: c.req.query('like') ?? '' }),
    // A new file has nothing that its items came from.
    origins: new WeakMap(),
    problems: [],
    ...shown,
    fileName: { ...describeFileName(collection), value: typedName },
  });
}

async function saveNew(c: Context, shop: RouteContext, collection: CollectionName): Promise<Response> {
  const { content, person } = c.var;
  const body = await readEditorForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const { entries } = body.value;
  const typed = entries[FILE_NAME] ?? '';
  const { sent, shown } = await takeForm(content.draft, collection, body.value, {
    before: undefined,
    person,
    nameFile: (value) => {
      const named = nameNewFile(collection, typed, value);
      return named.ok ? named.value : undefined;
    },
  });
  if (sent.changed !== undefined) return sendNew(c, shop, collection, shown ?? {}, typed);
  const { value, origins } = sent;
  const named = nameNewFile(collection, typed, value);
  const refuseName = (message: string) => {
    const problems = [{ controlId: controlId(FILE_NAME), message }, ...(shown?.problems ?? [])];
    return sendNew(c, shop, collection, { value, origins, problems }, typed);
  };
  if (!named.ok) return refuseName(messageOf(named.problem));
  if (shown !== undefined) return sendNew(c, shop, collection, shown, typed);
  const saved = await saveValue(content.draft, named.value, { value, seen: null, before: undefined, person });
  if (saved !== 'saved') return refuseName('That name is taken. Please choose another.');
  return entries[ACTION] === PREVIEW ? previewFile(c, named.value) : redirectToSaved(c, named.value);
}

async function withRemoved(
  c: Context,
  shop: RouteContext,
  show: (file: string, current: DraftedFile) => Promise<Response>,
): Promise<Response> {
  const file = c.req.query('name') ?? '';
  const collection = findCollection(file);
  const isRemovable = file.startsWith('images/') || (collection && 'one' in COLLECTIONS[collection]);
  const current = isRemovable ? await c.var.content.draft.readFile(file) : undefined;
  return current ? show(file, current) : sendContentNotice(c, shop, CONTENT_NOTICES.gone);
}

async function askToRemove(c: Context, shop: RouteContext, file: string, hash: string): Promise<Response> {
  const name = nameFile(file, (await readDrafted(c.var.content.draft)).values);
  const markup = html`<p>It stays on the site until you publish. If something still needs it, such as a link, we’ll tell you first.</p>
<form class="form" method="post" action="${removalUrl(file)}">
<input type="hidden" name="${SEEN}" value="${hash}">
<div class="actions"><button class="button" type="submit">Remove it</button><a class="button quiet" href="${CONTENT_PATH}">Keep it</a></div>
</form>`;
  return sendContentPage(c, shop, { heading: `Remove ${name}?`, markup });
}

async function removeFile(c: Context, shop: RouteContext, file: string, hash: string): Promise<Response> {
  const body = await readForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const seen = body.value[SEEN] ?? hash;
  const removed = await c.var.content.draft.saveFile({ file, bytes: null, seen, person: c.var.person });
  if (!removed.ok) return sendContentNotice(c, shop, [409, html`<p>${messageOf(removed.problem)}</p>`]);
  return redirectToSaved(c, file);
}
