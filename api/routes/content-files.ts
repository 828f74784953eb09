import { type Context, Hono } from 'hono';
import { COLLECTIONS, type CollectionName, findCollection } from '#content/reader/collections.ts';
import { UnreadableFile } from '#content/reader/problems.ts';
import { PAGES } from '#domain/pages.ts';
import type { FieldProblem } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { sendContentPage } from '../content/content-page.ts';
import { CONTENT_PATH, fileUrl, removalUrl } from '../content/content-paths.ts';
import type { DraftedFile } from '../content/draft.ts';
import { titleOfFile } from '../content/file-title.ts';
import { findForm, readSentForm, type SentForm } from '../content/forms/content-form.ts';
import { makeChoices } from '../content/forms/form-choices.ts';
import { FILE_NAME, type FormPage, renderFormPage, SEEN } from '../content/forms/form-page.ts';
import { controlId } from '../content/forms/form-view.ts';
import { beginFile, describeFileName, nameNewFile } from '../content/forms/new-file.ts';
import { describeDifference, readSeen, saveValue, takePhotographs } from '../content/forms/save-form.ts';
import { readDrafted } from '../content/read-drafted.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { type EditorForm, readEditorForm, readForm } from '../http/request-body.ts';
import type { ContentDependencies } from './content.ts';
import { createPhotographRoutes } from './content-photographs.ts';

/** Mounted at `/admin/content` too: a form for each file, new files, removed ones, photographs. For owners. */
export function createContentFileRoutes(deps: ContentDependencies): Hono {
  const guard = requireAdminPage(deps.sessions);
  return new Hono()
    .get('/file', guard, (c) => withFile(c, deps, (opened) => showFile(c, deps, opened)))
    .post('/file', guard, (c) => withFile(c, deps, (opened) => saveFile(c, deps, opened)))
    .get('/new', guard, (c) => withCollection(c, deps, (begun) => showNew(c, deps, begun)))
    .post('/new', guard, (c) => withCollection(c, deps, (begun) => saveNew(c, deps, begun)))
    .get('/remove', guard, (c) => withRemoved(c, deps, (opened) => askToRemove(c, deps, opened)))
    .post('/remove', guard, (c) => withRemoved(c, deps, (opened) => removeFile(c, deps, opened)))
    .route('/photographs', createPhotographRoutes(deps));
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
  deps: ContentDependencies,
  show: (opened: OpenedFile) => Promise<Response>,
): Promise<Response> {
  const file = c.req.query('name') ?? '';
  // A notice is live at once, so it is not drafted: it has its form on the first page.
  if (file === 'notices.json') return c.redirect(PAGES.admin.path, 303);
  const { content } = deps;
  if (content === undefined) return sendNotice(c, deps, NOT_HERE, 503);
  const collection = findCollection(file);
  const current = collection && (await content.draft.readFile(file));
  if (collection === undefined || current === undefined) return sendNotice(c, deps, GONE, 404);
  if (collection === 'silhouettes') return sendNotice(c, deps, DRAWN, 200);
  try {
    return await show({ content, file, collection, current });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return sendNotice(
      c,
      deps,
      `${file} has a mistake, so it has no form: ${error.place}: found ${error.found}, wanted ${error.wanted}. Whoever edits the files themselves can mend it.`,
      422,
    );
  }
}

const NOT_HERE =
  'This machine has only the built site, without its content. Edit the content where the site is built.';
const GONE = 'There is no such file. Somebody may have removed it.';
const DRAWN = 'An outline is drawn, not written: it is a file of its own, and has no form.';

function sendNotice(c: Context, deps: ContentDependencies, message: string, status: 200 | 404 | 422 | 503) {
  const markup = html`<p><a href="${CONTENT_PATH}">Back to Content</a></p><p class="callout trouble" role="alert">${message}</p>`;
  return sendContentPage(c, deps, { title: status === 200 ? 'Outlines' : 'Error', markup, status });
}

type Shown = Pick<FormPage, 'value' | 'seen'> & Partial<FormPage>;

async function sendForm(
  c: Context,
  deps: ContentDependencies,
  { content, file, collection, current }: OpenedFile,
  shown: Shown,
): Promise<Response> {
  const { values, photographs } = await readDrafted(content.draft);
  const { problems = [], notes = [] } = shown;
  const title = titleOfFile(file, values[file]);
  const markup = renderFormPage({
    title,
    action: fileUrl(file),
    field: findForm(collection).field,
    choices: makeChoices(values, photographs),
    removal: 'one' in COLLECTIONS[collection] ? removalUrl(file) : undefined,
    ...shown,
    problems,
    notes: [...(current.isDraft ? [DRAFT_NOTE] : []), ...notes],
  });
  const hasProblem = problems.length > 0;
  return sendContentPage(c, deps, {
    title: hasProblem ? 'Error' : title,
    markup,
    status: hasProblem ? 422 : 200,
  });
}

const DRAFT_NOTE = html`<p class="callout">This is a draft: visitors see it once it is published.</p>`;

async function showFile(c: Context, deps: ContentDependencies, opened: OpenedFile): Promise<Response> {
  const value = await readSeen(deps.db, opened.file, opened.current, opened.current.hash);
  return sendForm(c, deps, opened, { value, seen: opened.current.hash });
}

async function saveFile(c: Context, deps: ContentDependencies, opened: OpenedFile): Promise<Response> {
  const { content, file, collection, current } = opened;
  const person = c.var.person.name;
  const body = await readEditorForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const now = await readSeen(deps.db, file, current, current.hash);
  const seen = body.value.entries[SEEN] ?? current.hash;
  const seenValue = await readSeen(deps.db, file, current, seen);
  const { sent, shown } = await readSent(content, collection, body.value, seenValue ?? now, person);
  if (shown !== undefined) return sendForm(c, deps, opened, { ...shown, seen });
  const saved = await saveValue(content.draft, file, { value: sent.value, seen, person });
  if (saved === 'saved') return c.redirect(`${CONTENT_PATH}?${new URLSearchParams({ saved: file })}`, 303);
  const again = { value: sent.value, origins: sent.origins };
  if (saved === 'unchanged') return sendForm(c, deps, opened, { ...again, seen, notes: [UNCHANGED] });
  // Read again: it may have changed since this request began.
  const latest = (await content.draft.readFile(file)) ?? current;
  const theirs = await readSeen(deps.db, file, latest, latest.hash);
  const { field } = findForm(collection);
  const draft = (await content.draft.list()).find((each) => each.file === file);
  const notes = [
    renderConflict(draft?.person, {
      theirs: seenValue === undefined ? [] : describeDifference(field, file, seenValue, theirs),
      yours: describeDifference(field, file, theirs, sent.value),
    }),
  ];
  return sendForm(c, deps, { ...opened, current: latest }, { ...again, seen: latest.hash, notes });
}

const UNCHANGED = html`<p class="callout" role="status">Nothing was different, so nothing was saved.</p>`;

function renderConflict(
  person: string | undefined,
  { theirs, yours }: { readonly theirs: readonly string[]; readonly yours: readonly string[] },
): Html {
  const list = (lines: readonly string[]) => html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  return html`<div class="callout trouble" role="alert">
<p class="lead">Nothing is saved yet: ${person === undefined ? 'somebody has changed this file by hand' : `${person} has changed this`} while you were writing.</p>
${theirs.length > 0 && html`<p>They changed:</p>${list(theirs)}`}
${yours.length > 0 && html`<p>If you save again, this is what you change of theirs:</p>${list(yours)}`}
<p>Below is what you wrote. Save it again to have it instead, or <a href="${CONTENT_PATH}">leave theirs</a>.</p>
</div>`;
}

/** What was sent; `shown` if its form is to be shown again instead of being saved. */
async function readSent(
  content: ContentEditing,
  collection: CollectionName,
  form: EditorForm,
  before: unknown,
  person: string,
): Promise<{ sent: SentForm; shown: Omit<Shown, 'seen'> | undefined }> {
  const pictures = await takePhotographs(form, { draft: content.draft, person });
  const sent = readSentForm(findForm(collection), pictures.entries, before);
  const problems: FieldProblem[] = [...pictures.problems, ...sent.problems];
  const { value, origins, changed } = sent;
  const names = changed === undefined || sent.problems.length > 0 ? pictures.entries : {};
  const isShown = changed !== undefined || problems.length > 0;
  return { sent, shown: isShown ? { value, origins, changed, problems, names } : undefined };
}

interface BegunFile {
  readonly content: ContentEditing;
  readonly collection: CollectionName;
  readonly one: string;
}

async function withCollection(
  c: Context,
  deps: ContentDependencies,
  show: (begun: BegunFile) => Promise<Response>,
): Promise<Response> {
  const name = c.req.query('collection') ?? '';
  if (deps.content === undefined) return sendNotice(c, deps, NOT_HERE, 503);
  const found = Object.hasOwn(COLLECTIONS, name) ? COLLECTIONS[name as CollectionName] : undefined;
  if (found === undefined || !('one' in found)) return sendNotice(c, deps, GONE, 404);
  return show({ content: deps.content, collection: name as CollectionName, one: found.one });
}

async function showNew(c: Context, deps: ContentDependencies, begun: BegunFile): Promise<Response> {
  return sendNew(c, deps, begun, {}, '');
}

async function sendNew(
  c: Context,
  deps: ContentDependencies,
  { content, collection, one }: BegunFile,
  shown: Partial<FormPage>,
  typedName: string,
): Promise<Response> {
  const { values, photographs } = await readDrafted(content.draft);
  const { field } = findForm(collection);
  const { problems = [] } = shown;
  const title = `New ${one}`;
  const markup = renderFormPage({
    title,
    action: `${CONTENT_PATH}/new?${new URLSearchParams({ collection })}`,
    field,
    seen: null,
    choices: makeChoices(values, photographs),
    value: beginFile(collection, field, values),
    // A new file has nothing that its items came from.
    origins: new WeakMap(),
    ...shown,
    problems,
    fileName: { ...describeFileName(collection), value: typedName },
  });
  const hasProblem = problems.length > 0;
  return sendContentPage(c, deps, {
    title: hasProblem ? 'Error' : title,
    markup,
    status: hasProblem ? 422 : 200,
  });
}

async function saveNew(c: Context, deps: ContentDependencies, begun: BegunFile): Promise<Response> {
  const { content, collection } = begun;
  const person = c.var.person.name;
  const body = await readEditorForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const typed = body.value.entries[FILE_NAME] ?? '';
  const { sent, shown } = await readSent(content, collection, body.value, undefined, person);
  if (sent.changed !== undefined) return sendNew(c, deps, begun, shown ?? {}, typed);
  const { value, origins } = sent;
  const named = nameNewFile(collection, typed, value);
  const refuseName = (message: string) => {
    const problems = [{ controlId: controlId(FILE_NAME), message }, ...(shown?.problems ?? [])];
    return sendNew(c, deps, begun, { value, origins, problems }, typed);
  };
  if (!named.ok) return refuseName(messageOf(named.problem));
  if (shown !== undefined) return sendNew(c, deps, begun, shown, typed);
  const saved = await saveValue(content.draft, named.value, { value, seen: null, person });
  if (saved !== 'saved') return refuseName('There is one of this name already. Please choose another name.');
  return c.redirect(`${CONTENT_PATH}?${new URLSearchParams({ saved: named.value })}`, 303);
}

/** Also a photograph. */
async function withRemoved(
  c: Context,
  deps: ContentDependencies,
  show: (opened: Omit<OpenedFile, 'collection'>) => Promise<Response>,
): Promise<Response> {
  if (deps.content === undefined) return sendNotice(c, deps, NOT_HERE, 503);
  const file = c.req.query('name') ?? '';
  const collection = findCollection(file);
  const isRemovable = file.startsWith('images/') || (collection && 'one' in COLLECTIONS[collection]);
  const current = isRemovable ? await deps.content.draft.readFile(file) : undefined;
  if (current === undefined) return sendNotice(c, deps, GONE, 404);
  return show({ content: deps.content, file, current });
}

async function askToRemove(
  c: Context,
  deps: ContentDependencies,
  { content, file, current }: Omit<OpenedFile, 'collection'>,
): Promise<Response> {
  const { values } = await readDrafted(content.draft);
  const title = titleOfFile(file, values[file]);
  const markup = html`<h2>Remove ${title}?</h2>
<p>It stays on the site until you publish. If something still needs it, such as a link, you are told before that.</p>
<form class="form" method="post" action="${removalUrl(file)}">
<input type="hidden" name="${SEEN}" value="${current.hash}">
<div class="actions"><button class="button" type="submit">Remove it</button><a class="button quiet" href="${CONTENT_PATH}">Keep it</a></div>
</form>`;
  return sendContentPage(c, deps, { title: `Remove ${title}`, markup });
}

async function removeFile(
  c: Context,
  deps: ContentDependencies,
  { content, file, current }: Omit<OpenedFile, 'collection'>,
): Promise<Response> {
  const body = await readForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const seen = body.value[SEEN] ?? current.hash;
  const removed = await content.draft.saveFile({ file, bytes: null, seen, person: c.var.person.name });
  if (!removed.ok) return sendNotice(c, deps, messageOf(removed.problem), 422);
  return c.redirect(`${CONTENT_PATH}?${new URLSearchParams({ saved: file })}`, 303);
}
