import { type Context, Hono } from 'hono';
import { COLLECTIONS, findCollection } from '#content/reader/collections.ts';
import { html } from '#forms/html.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import type { ContentEditing } from '../content/content-editing.ts';
import { CONTENT_NOTICES, sendContentNotice } from '../content/content-notice.ts';
import { sendContentPage } from '../content/content-page.ts';
import { CONTENT_PATH, removalUrl } from '../content/content-paths.ts';
import type { DraftedFile } from '../content/draft.ts';
import { titleOfFile } from '../content/file-title.ts';
import { SEEN } from '../content/forms/form-page.ts';
import { readDrafted } from '../content/read-drafted.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { readForm } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';

/** Mounted at `/admin/content/remove`: asks first. Also for photographs. */
export function createRemovalRoutes(shop: RouteContext): Hono {
  const guard = requireAdminPage(shop.sessions);
  return new Hono()
    .get('/', guard, (c) => withRemoved(c, shop, (opened) => askToRemove(c, shop, opened)))
    .post('/', guard, (c) => withRemoved(c, shop, (opened) => removeFile(c, shop, opened)));
}

interface RemovedFile {
  readonly content: ContentEditing;
  readonly file: string;
  readonly current: DraftedFile;
}

async function withRemoved(
  c: Context,
  shop: RouteContext,
  show: (opened: RemovedFile) => Promise<Response>,
): Promise<Response> {
  if (shop.content === undefined) return sendContentNotice(c, shop, CONTENT_NOTICES.notHere);
  const file = c.req.query('name') ?? '';
  const collection = findCollection(file);
  const isRemovable = file.startsWith('images/') || (collection && 'one' in COLLECTIONS[collection]);
  const current = isRemovable ? await shop.content.draft.readFile(file) : undefined;
  if (current === undefined) return sendContentNotice(c, shop, CONTENT_NOTICES.gone);
  return show({ content: shop.content, file, current });
}

async function askToRemove(
  c: Context,
  shop: RouteContext,
  { content, file, current }: RemovedFile,
): Promise<Response> {
  const { values } = await readDrafted(content.draft);
  const title = titleOfFile(file, values[file]);
  const markup = html`<h2>Remove ${title}?</h2>
<p>It stays on the site until you publish. If something still needs it, such as a link, you will be told first.</p>
<form class="form" method="post" action="${removalUrl(file)}">
<input type="hidden" name="${SEEN}" value="${current.hash}">
<div class="actions"><button class="button" type="submit">Remove it</button><a class="button quiet" href="${CONTENT_PATH}">Keep it</a></div>
</form>`;
  return sendContentPage(c, shop, { title: `Remove ${title}`, markup });
}

async function removeFile(
  c: Context,
  shop: RouteContext,
  { content, file, current }: RemovedFile,
): Promise<Response> {
  const body = await readForm(c);
  if (!body.ok) return sendProblem(c, body.problem);
  const seen = body.value[SEEN] ?? current.hash;
  const removed = await content.draft.saveFile({ file, bytes: null, seen, person: c.var.person });
  if (!removed.ok) return sendContentNotice(c, shop, [409, html`<p>${messageOf(removed.problem)}</p>`]);
  return c.redirect(`${CONTENT_PATH}?${new URLSearchParams({ saved: file })}`, 303);
}
