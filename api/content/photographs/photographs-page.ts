import type { FieldProblem } from '#forms/field.ts';
import { renderErrorSummary, renderFieldError } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { UPLOAD_LIMIT_BYTES } from '../../http/request-body.ts';
import { CONTENT_PATH, fileUrl, PHOTOGRAPHS_PATH, photographUrl, removalUrl } from '../content-paths.ts';

export interface ListedPhotograph {
  /** In images/. */
  readonly name: string;
  /** The files that show it, with their titles. */
  readonly uses: readonly { readonly file: string; readonly title: string }[];
}

export const UPLOAD_FIELD = 'photograph';

/** Every photograph, where it is shown, and a form for another one. */
export function renderPhotographs(
  photographs: readonly ListedPhotograph[],
  { message, done }: { readonly message?: string | undefined; readonly done?: string | undefined },
): Html {
  const problem: FieldProblem[] = message === undefined ? [] : [{ controlId: UPLOAD_FIELD, message }];
  return html`<p class="content-links"><a href="${CONTENT_PATH}">Back to Content</a></p>
<h2>Photographs</h2>
${done !== undefined && html`<p class="callout" role="status">${done}</p>`}
<form class="form admin-correction" method="post" action="${PHOTOGRAPHS_PATH}" enctype="multipart/form-data" novalidate>
${renderErrorSummary('photographs', { fields: problem })}
<div class="field"><label for="${UPLOAD_FIELD}">A new photograph</label>
${renderFieldError(UPLOAD_FIELD, message)}
<p class="hint">JPEG, PNG, WebP or AVIF; ${UPLOAD_LIMIT_BYTES / 1_000_000} MB at most.</p>
<input id="${UPLOAD_FIELD}" type="file" name="${UPLOAD_FIELD}" accept="image/jpeg,image/png,image/webp,image/avif"></div>
<button class="button" type="submit">Add it</button>
</form>
${photographs.length === 0 && html`<p>There are no photographs yet. Until there are, drawings take their place.</p>`}
<ul class="content-photographs">${photographs.map(renderPhotograph)}</ul>`;
}

function renderPhotograph({ name, uses }: ListedPhotograph): Html {
  return html`<li class="panel">
<a href="${photographUrl(name, 'whole')}"><img src="${photographUrl(name, 'cropped')}" alt="${name}" width="320" height="240" loading="lazy"></a>
<h3>${name}</h3>
${uses.length === 0 ? html`<p class="hint">Not shown anywhere.</p>` : html`<p class="content-links">Shown in ${uses.map(({ file, title }) => html`<a href="${fileUrl(file)}">${title}</a>`)}</p>`}
<p class="content-links"><a href="${removalUrl(`images/${name}`)}">Remove<span class="visually-hidden"> ${name}</span></a></p>
</li>`;
}
