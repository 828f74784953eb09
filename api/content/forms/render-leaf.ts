import { parseClockTime } from '#domain/content/opening-hours.ts';
import { isPhotograph } from '#domain/content/photographs.ts';
import { parseDay } from '#domain/dates.ts';
import { type Field, renderFieldError, renderInput, renderSelect, renderTextarea } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { drawingUrl, photographUrl } from '../files/content-paths.ts';
import { namePicture } from '../files/file-names.ts';
import { controlId } from './find-part.ts';
import type { FormChoices } from './form-choices.ts';
import { isMade, type LeafField } from './form-field.ts';
import { showLeaf } from './leaf-values.ts';
import type { Origins } from './read-form.ts';

/** What a form is shown with. */
export interface FormView {
  readonly action: string;
  readonly choices: FormChoices;
  readonly problems: ReadonlyMap<string, string>;
  /** Where the items of lists were in the file. Undefined if the form shows the file itself. */
  readonly origins: Origins | undefined;
  /** The names that a map's new items have been given, by the path of their control. */
  readonly names?: Readonly<Record<string, string>>;
  /** The path of what has just been changed, which is not folded away. */
  readonly opened?: string | undefined;
}

/** Whether something below a path has a message, but for one part, or has just been changed. */
export function isOpen(path: string, { problems, opened }: FormView, except?: string): boolean {
  const id = controlId(path);
  const isBelow = (other: string) => other === id || other.startsWith(`${id}-`);
  if (opened !== undefined && isBelow(controlId(opened))) return true;
  return [...problems.keys()].some((each) => isBelow(each) && each !== (except && controlId(except)));
}

/** After the name of a picture's control: its file to upload. */
export const UPLOAD = '@file';

interface PictureGroup {
  readonly title: string;
  readonly names: readonly string[];
}

/**
 * The pictures as small ones with their names, folded away below the one that is chosen.
 * @param mayUpload whether another photograph can be sent with the form
 */
function renderPicture(
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
<details><summary class="actions">${shown !== '' ? renderThumbnail(shown) : isRequired ? '' : 'None'}<u>Choose ${shown === '' ? 'one' : 'another'}<span class="visually-hidden"> for ${base.label}</span></u></summary>
${first.length > 0 && html`<div class="cards">${first.map(choice)}</div>`}
${groups.map(({ title, names }) => names.length > 0 && html`<p class="hint">${title}</p><div class="cards">${names.map(choice)}</div>`)}
</details>
${
  mayUpload &&
  html`<label for="${uploadId}">or a new photograph</label>
<input id="${uploadId}" type="file" name="${base.name}.${UPLOAD}" accept="image/jpeg,image/png,image/webp,image/avif">`
}</fieldset>`;
}

function renderThumbnail(name: string): Html {
  const url = isPhotograph(name) ? photographUrl(name, 'cropped') : drawingUrl(name);
  return html`<span class="stack"><img src="${url}" alt="" width="96" height="72" loading="lazy">${namePicture(name)}</span>`;
}

/** What one line of a phone holds; longer text gets several. */
const LONGEST_LINE = 40;

type Options = readonly (readonly [value: string, name: string])[];

/** The control of one value. */
export function renderLeaf(field: LeafField, value: unknown, path: string, view: FormView): Html {
  const id = controlId(path);
  const shown = showLeaf(field, value);
  const { control } = field;
  const base: Field = {
    id,
    name: path,
    label: isLeftOut(field) ? `${field.title} (optional)` : field.title,
    hint: field.help,
    message: view.problems.get(id),
  };
  if (control === 'switch' || control === 'only-true') return renderBox(base, field.title, shown === 'on');
  if (control === 'ticks') return renderTicks(field, base, value, view);
  if (isMade(field)) return renderHidden(base, shown);
  if (control === 'choice') return choose(base, field.options, shown, field);
  if (control === 'yes-or-no') {
    return choose(
      base,
      [
        ['yes', 'Yes'],
        ['no', 'No'],
      ],
      shown,
      field,
    );
  }
  if (control === 'tree-type') return choose(base, view.choices.treeTypes, shown, field);
  if (control === 'record') return choose(base, view.choices.listRecords(field.of ?? ''), shown, field);
  const { isRequired } = field;
  const { icons, photographs, drawings } = view.choices;
  if (control === 'icon') {
    return renderPicture(base, shown, [{ title: 'Small pictures', names: icons }], {
      isRequired,
      mayUpload: false,
    });
  }
  if (control === 'picture') {
    const groups = [
      { title: 'Photographs', names: photographs },
      { title: 'Drawings', names: drawings },
    ];
    return renderPicture(base, shown, groups, { isRequired, mayUpload: true });
  }
  if (control === 'paragraphs' || control === 'words') return renderLines(base, shown, true);
  if (control === 'long' || control === 'lines') return renderLines(base, shown);
  return renderLine(control, base, shown);
}

/** Whether it can be left empty at any time. Opening times can only on a closed day. */
function isLeftOut({ isRequired, preset, control }: LeafField): boolean {
  return !isRequired && preset === undefined && control !== 'time';
}

function renderLine(control: LeafField['control'], base: Field, shown: string): Html {
  const isDay = control === 'day' && (shown === '' || parseDay(shown) !== null);
  const isTime = control === 'time' && (shown === '' || parseClockTime(shown) !== null);
  if (isDay || isTime) {
    return renderInput({ ...base, attributes: html`type="${isDay ? 'date' : 'time'}" class="short"` }, shown);
  }
  if (control === 'price' || control === 'number') {
    return renderInput(
      { ...base, attributes: html`type="text" class="short" inputmode="decimal" autocomplete="off"` },
      shown,
    );
  }
  if (shown.length > LONGEST_LINE && control === 'text') return renderLines(base, shown);
  const isPlain = control === 'link' || control === 'slug';
  return renderInput(
    { ...base, attributes: html`type="text"${isPlain && html` autocapitalize="none" spellcheck="false"`}` },
    shown,
  );
}

/** @param areWords with buttons for bold words, lists and links, which browser/words-buttons.ts adds */
function renderLines(base: Field, shown: string, areWords = false): Html {
  const lines = shown.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / LONGEST_LINE), 0);
  const rows = Math.min(Math.max(lines, 2), 14);
  const attributes = html`rows="${rows}"${areWords && html` data-words`}`;
  return renderTextarea({ ...base, attributes }, shown);
}

/** With what the value is now, also if nothing offers it. */
function choose(base: Field, options: Options, shown: string, { isRequired, preset }: LeafField): Html {
  const known = options.some(([value]) => value === shown);
  const none: Options =
    isRequired || preset !== undefined ? (shown === '' ? [['', 'Please choose']] : []) : [['', '–']];
  const now: Options = known || shown === '' ? [] : [[shown, shown]];
  return renderSelect(base, [...none, ...options, ...now], shown);
}

function renderBox(base: Field, title: string, isOn: boolean): Html {
  return html`<div class="field">
${renderFieldError(base.id, base.message)}
<label class="choice" for="${base.id}"><input id="${base.id}" type="checkbox" name="${base.name}" value="on"${isOn && html` checked`}>${title}</label>
${base.hint !== undefined && html`<p class="hint">${base.hint}</p>`}
</div>`;
}

function renderTicks(field: LeafField, base: Field, value: unknown, { choices }: FormView): Html {
  const old = Array.isArray(value) ? value.map(String) : [];
  const options = field.of === undefined ? field.options : choices.listRecords(field.of);
  const known = options.map(([each]) => each);
  const all = [...options, ...old.flatMap((each) => (known.includes(each) ? [] : [[each, each] as const]))];
  return html`<fieldset class="field" id="${base.id}"><legend>${base.label}</legend>
${renderFieldError(base.id, base.message)}
${base.hint !== undefined && html`<p class="hint">${base.hint}</p>`}
${all.map(([each, name], index) => html`<label class="choice" for="${base.id}-${index}"><input id="${base.id}-${index}" type="checkbox" name="${base.name}.${each}" value="on"${old.includes(each) && html` checked`}>${name}</label>`)}
</fieldset>`;
}

/** Made from another field where there is none, and not to be changed later. */
function renderHidden(field: Field, shown: string): Html {
  if (field.message === undefined) return html`<input type="hidden" name="${field.name}" value="${shown}">`;
  return renderInput(field, shown);
}
