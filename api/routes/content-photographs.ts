import { type Context, Hono } from 'hono';
import { strings } from '#content/reader/entries.ts';
import { requireAdminPage } from '../admin/require-admin.ts';
import { sendContentPage } from '../content/content-page.ts';
import { PHOTOGRAPHS_PATH } from '../content/content-paths.ts';
import { titleOfFile } from '../content/file-title.ts';
import { makeThumbnail } from '../content/photograph-process.ts';
import { renderPhotographs, UPLOAD_FIELD } from '../content/photographs/photographs-page.ts';
import { takePhotograph } from '../content/photographs/take-photograph.ts';
import { readDrafted } from '../content/read-drafted.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { readEditorForm } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';

/** Mounted at `/admin/content/photographs`: those of the content folder, and small versions of them. For owners. */
export function createPhotographRoutes(shop: RouteContext): Hono {
  const guard = requireAdminPage(shop.sessions);
  return new Hono()
    .get('/', guard, (c) => sendPhotographs(c, shop, c.req.query('added'), undefined))
    .post('/', guard, async (c) => {
      const { content } = shop;
      if (content === undefined) return sendProblem(c, { code: 'not_found' });
      const body = await readEditorForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const file = body.value.files.get(UPLOAD_FIELD);
      if (file === undefined) return sendPhotographs(c, shop, undefined, 'Please choose a photograph first.');
      const taken = await takePhotograph({ draft: content.draft, person: c.var.person }, file);
      if (!taken.ok) return sendPhotographs(c, shop, undefined, messageOf(taken.problem));
      return c.redirect(`${PHOTOGRAPHS_PATH}?${new URLSearchParams({ added: taken.value })}`, 303);
    })
    .get('/:name', guard, async (c) => {
      const found = await shop.content?.draft.readFile(`images/${c.req.param('name')}`);
      const etag = `"${found?.hash.slice(0, 16)}${c.req.query('crop') === '1' ? '-cropped' : ''}"`;
      // Kept by this browser alone, and asked for again, because another photograph may take the name.
      const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
      if (found && c.req.header('If-None-Match') === etag) return c.body(null, 304, headers);
      const small = found && (await makeThumbnail(found.bytes, c.req.query('crop') === '1'));
      if (small === undefined) return sendProblem(c, { code: 'not_found' });
      return c.body(small, 200, { ...headers, 'Content-Type': 'image/webp' });
    });
}

async function sendPhotographs(
  c: Context,
  shop: RouteContext,
  added: string | undefined,
  message: string | undefined,
): Promise<Response> {
  if (shop.content === undefined) return sendProblem(c, { code: 'not_found' });
  const { values, photographs } = await readDrafted(shop.content.draft);
  const listed = photographs.map((name) => ({
    name,
    uses: Object.entries(values).flatMap(([file, value]) =>
      [...strings(value)].some(([, text]) => text === name)
        ? [{ file, title: titleOfFile(file, value) }]
        : [],
    ),
  }));
  const done =
    added !== undefined && photographs.includes(added)
      ? `${added} has been added. Choose it in a page’s form, and publish.`
      : undefined;
  const markup = renderPhotographs(listed, { message, done });
  const title = message === undefined ? 'Photographs' : 'Error';
  return sendContentPage(c, shop, { title, markup, status: message === undefined ? 200 : 422 });
}
