import { isPhotograph } from '#domain/content/photographs.ts';
import { type Field, renderFieldError } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { drawingUrl, photographUrl } from '../content-paths.ts';
import { controlId } from './form-view.ts';

/** After the name of a picture's control: its file to upload. */
export const UPLOAD = '@file';

/** Pictures to choose from, under a heading. */
export interface PictureGroup {
  readonly title: string;
  readonly names: readonly string[];
}

/**
 * The pictures as small ones with their names, folded away below the one that is chosen.
 * @param mayUpload whether another photograph can be sent with the form
 */
export function renderPicture(
  base: Field,
  shown: string,
  groups: readonly PictureGroup[],
  { isRequired, mayUpload }: { readonly isRequired: boolean; readonly mayUpload: boolean },
): Html {
  const known = groups.flatMap(({ names }) => names);
  const choice = (name: string) =>
    html`<label class="choice"><input type="radio" name="${base.name}" value="${name}"${name === shown && html` checked`}>${name === '' ? 'None' : renderThumbnail(name)}</label>`;
  const first = [...(isRequired ? [] : ['']), ...(shown === '' || known.includes(shown) ? [] : [shown])];
  const uploadId = controlId(`${base.name}.${UPLOAD}`);
  return html`<fieldset class="field content-picture" id="${base.id}"><legend>${base.label}</legend>
${renderFieldError(base.id, base.message)}
${base.hint !== undefined && html`<p class="hint">${base.hint}</p>`}
<details><summary class="content-chosen">${shown !== '' ? renderThumbnail(shown) : isRequired ? '' : 'None'}<span class="content-other">Choose ${shown === '' ? 'one' : 'another'}<span class="visually-hidden"> for ${base.label}</span></span></summary>
${first.length > 0 && html`<div class="content-pictures">${first.map(choice)}</div>`}
${groups.map(({ title, names }) => names.length > 0 && html`<p class="hint">${title}</p><div class="content-pictures">${names.map(choice)}</div>`)}
</details>
${
  mayUpload &&
  html`<label for="${uploadId}">or a new photograph</label>
<input id="${uploadId}" type="file" name="${base.name}.${UPLOAD}" accept="image/jpeg,image/png,image/webp,image/avif">`
}</fieldset>`;
}

function renderThumbnail(name: string): Html {
  const url = isPhotograph(name) ? photographUrl(name, 'cropped') : drawingUrl(name);
  return html`<span class="content-thumbnail"><img src="${url}" alt="" width="96" height="72" loading="lazy">${namePicture(name)}</span>`;
}

/** `vignette-boots` is called ‘Boots’; a photograph keeps the name that it came with. */
export function namePicture(name: string): string {
  if (isPhotograph(name)) return name;
  const words = name.replace(/^(icon|vignette)-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
