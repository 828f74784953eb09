import { type Context, Hono } from 'hono';
import { strings } from '#content/reader/parse-content.ts';
import { type FieldProblem, renderErrorSummary, renderFieldError } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { sendContentPage } from '../content/content-page.ts';
import {
  CONTENT_PATH,
  fileUrl,
  PHOTOGRAPHS_PATH,
  photographUrl,
  removalUrl,
} from '../content/files/content-paths.ts';
import { nameFile } from '../content/files/file-names.ts';
import { makeThumbnail } from '../content/photographs/photograph-process.ts';
import { takePhotograph } from '../content/photographs/take-photograph.ts';
import { readDrafted } from '../content/publish/content-aside.ts';
import { sendProblem } from '../http/http-errors.ts';
import { messageOf } from '../http/problems.ts';
import { readEditorForm, UPLOAD_LIMIT_BYTES } from '../http/request-body.ts';
import type { RouteContext } from '../shop.ts';

interface ListedPhotograph {
  readonly name: string;
  readonly uses: readonly { readonly file: string; readonly title: string }[];
}

const UPLOAD_FIELD = 'photograph';

function renderPhotographs(
  photographs: readonly ListedPhotograph[],
  message: string | undefined,
  done: string | false,
): Html {
  const problem: FieldProblem[] = message === undefined ? [] : [{ controlId: UPLOAD_FIELD, message }];
  return html`<p class="links"><a href="${CONTENT_PATH}">Back to Content</a></p>
${done && html`<p class="callout" role="status">${done}</p>`}
<form class="form" method="post" action="${PHOTOGRAPHS_PATH}" enctype="multipart/form-data" novalidate>
${problem.length > 0 && html`<h2 class="visually-hidden">Not added</h2>`}
${renderErrorSummary('photographs', { fields: problem })}
<div class="field"><label for="${UPLOAD_FIELD}">A new photograph</label>
${renderFieldError(UPLOAD_FIELD, message)}
<p class="hint">JPEG, PNG, WebP or AVIF; ${UPLOAD_LIMIT_BYTES / 1_000_000} MB at most.</p>
<input id="${UPLOAD_FIELD}" type="file" name="${UPLOAD_FIELD}" accept="image/jpeg,image/png,image/webp,image/avif"></div>
<button class="button" type="submit">Add it</button>
</form>
${photographs.length === 0 && html`<p>There are no photographs yet. Until there are, drawings take their place.</p>`}
<ul class="cards wide plain">${photographs.map(renderPhotograph)}</ul>`;
}

function renderPhotograph({ name, uses }: ListedPhotograph): Html {
  return html`<li class="panel">
<a href="${photographUrl(name, 'whole')}"><img src="${photographUrl(name, 'cropped')}" alt="${name}" width="320" height="240" loading="lazy"></a>
<h2>${name}</h2>
${uses.length === 0 ? html`<p class="hint">Not shown anywhere.</p>` : html`<p class="links">Shown in ${uses.map(({ file, title }) => html`<a href="${fileUrl(file)}">${title}</a>`)}</p>`}
<p class="links"><a href="${removalUrl(`images/${name}`)}">Remove<span class="visually-hidden"> ${name}</span></a></p>
</li>`;
}

/** Mounted at `/admin/content/photographs`: those of the content folder, and small versions of them. */
export function createPhotographRoutes(shop: RouteContext): Hono {
  return new Hono()
    .get('/', (c) => sendPhotographs(c, shop, { added: c.req.query('added') }))
    .post('/', async (c) => {
      const body = await readEditorForm(c);
      if (!body.ok) return sendProblem(c, body.problem);
      const file = body.value.files.get(UPLOAD_FIELD);
      if (file === undefined)
        return sendPhotographs(c, shop, { message: 'Please choose a photograph first.' });
      const taken = await takePhotograph({ draft: c.var.content.draft, person: c.var.person }, file);
      if (!taken.ok) return sendPhotographs(c, shop, { message: messageOf(taken.problem) });
      return c.redirect(`${PHOTOGRAPHS_PATH}?${new URLSearchParams({ added: taken.value })}`, 303);
    })
    .get('/:name', async (c) => {
      const found = await c.var.content.draft.readFile(`images/${c.req.param('name')}`);
      const isCropped = c.req.query('crop') === '1';
      const etag = `"${found?.hash.slice(0, 16)}${isCropped ? '-cropped' : ''}"`;
      // Kept by this browser alone, and asked for again, because another photograph may take the name.
      const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
      if (found && c.req.header('If-None-Match') === etag) return c.body(null, 304, headers);
      const small = found && (await makeThumbnail(found.bytes, isCropped));
      if (small === undefined) return sendProblem(c, { code: 'not_found' });
      return c.body(small, 200, { ...headers, 'Content-Type': 'image/webp' });
    });
}

async function sendPhotographs(
  c: Context,
  shop: RouteContext,
  { added = '', message }: { readonly added?: string | undefined; readonly message?: string },
): Promise<Response> {
  const { values, photographs } = await readDrafted(c.var.content.draft);
  const files = Object.keys(values);
  const listed = photographs.map((name) => ({
    name,
    uses: files
      .filter((file) => [...strings(values[file])].some(([, text]) => text === name))
      .map((file) => ({ file, title: nameFile(file, values) })),
  }));
  const done =
    photographs.includes(added) && `${added} has been added. Choose it in a page’s form, and publish.`;
  const markup = renderPhotographs(listed, message, done);
  const [title, status] = message === undefined ? ([undefined, 200] as const) : (['Error', 422] as const);
  return sendContentPage(c, shop, { heading: 'Photographs', title, markup, status });
}
