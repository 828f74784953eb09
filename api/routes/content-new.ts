import { type Context, Hono } from 'hono';
import { COLLECTIONS, type CollectionName } from '#content/reader/collections.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { CONTENT_NOTICES, sendContentNotice } from '../content/content-notice.ts';
import { sendContentPage } from '../content/content-page.ts';
import { CONTENT_PATH, newFileUrl } from '../content/content-paths.ts';
import { ACTION } from '../content/forms/change-lists.ts';
import { findForm } from '../content/forms/content-form.ts';
import { makeChoices } from '../content/forms/form-choices.ts';
import { FILE_NAME, type FormPage, PREVIEW, renderFormPage } from '../content/forms/form-page.ts';
import { controlId } from '../content/forms/form-view.ts';
import { beginFile, describeFileName, nameNewFile } from '../content/forms/new-file.ts';
import { saveValue, takeForm } from '../content/forms/save-form.ts';
import { readDrafted } from '../content/read-drafted.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { readEditorForm } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';
import { previewFile } from './content.ts';

/** Mounted at `/admin/content/new`: the form of a file that is not there yet. */
export function createNewFileRoutes(shop: RouteContext): Hono {
  const guard = requireAdminPage(shop.sessions);
  return new Hono()
    .get('/', guard, (c) => withCollection(c, shop, (begun) => sendNew(c, shop, begun, {}, '')))
    .post('/', guard, (c) => withCollection(c, shop, (begun) => saveNew(c, shop, begun)));
}

interface BegunFile {
  readonly content: ContentEditing;
  readonly collection: CollectionName;
  readonly one: string;
}

async function withCollection(
  c: Context,
  shop: RouteContext,
  show: (begun: BegunFile) => Promise<Response>,
): Promise<Response> {
  const name = c.req.query('collection') ?? '';
  if (shop.content === undefined) return sendContentNotice(c, shop, CONTENT_NOTICES.notHere);
  const found = Object.hasOwn(COLLECTIONS, name) ? COLLECTIONS[name as CollectionName] : undefined;
  if (found === undefined || !('one' in found)) return sendContentNotice(c, shop, CONTENT_NOTICES.gone);
  return show({ content: shop.content, collection: name as CollectionName, one: found.one });
}

async function sendNew(
  c: Context,
  shop: RouteContext,
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
    action: newFileUrl(collection),
    canPreview: content.publisher.canBuild,
    field,
    seen: null,
    choices: makeChoices(values, photographs),
    value: beginFile(collection, field, { values, like: c.req.query('like') ?? '' }),
    // A new file has nothing that its items came from.
    origins: new WeakMap(),
    ...shown,
    problems,
    fileName: { ...describeFileName(collection), value: typedName },
  });
  const hasProblem = problems.length > 0;
  return sendContentPage(c, shop, {
    title: hasProblem ? 'Error' : title,
    markup,
    status: hasProblem ? 422 : 200,
  });
}

async function saveNew(c: Context, shop: RouteContext, begun: BegunFile): Promise<Response> {
  const { content, collection } = begun;
  const { person } = c.var;
  const body = await readEditorForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const typed = body.value.entries[FILE_NAME] ?? '';
  const { sent, shown } = await takeForm(content.draft, collection, body.value, {
    before: undefined,
    person,
    nameFile: (value) => {
      const named = nameNewFile(collection, typed, value);
      return named.ok ? named.value : undefined;
    },
  });
  if (sent.changed !== undefined) return sendNew(c, shop, begun, shown ?? {}, typed);
  const { value, origins } = sent;
  const named = nameNewFile(collection, typed, value);
  const refuseName = (message: string) => {
    const problems = [{ controlId: controlId(FILE_NAME), message }, ...(shown?.problems ?? [])];
    return sendNew(c, shop, begun, { value, origins, problems }, typed);
  };
  if (!named.ok) return refuseName(messageOf(named.problem));
  if (shown !== undefined) return sendNew(c, shop, begun, shown, typed);
  const { field } = findForm(collection);
  const added = { value, seen: null, before: undefined, person };
  const saved = await saveValue(content.draft, field, named.value, added);
  if (saved !== 'saved') return refuseName('That name is taken. Please choose another.');
  if (body.value.entries[ACTION] === PREVIEW) return previewFile(c, content, named.value);
  return c.redirect(`${CONTENT_PATH}?${new URLSearchParams({ saved: named.value })}`, 303);
}
