import { type FieldProblem, renderErrorSummary, renderInput } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { CONTENT_PATH } from '../files/content-paths.ts';
import { ACTION } from './change-lists.ts';
import { controlId } from './find-part.ts';
import type { FormChoices } from './form-choices.ts';
import type { FormField } from './form-field.ts';
import type { Origins } from './read-form.ts';
import { renderFormField } from './render-field.ts';
import type { FormView } from './render-leaf.ts';

/** The entry with the hash of the file that the form was made from. */
export const SEEN = '@seen';
/** The entry with the hash of somebody else's change, if the form may be saved in spite of it. */
export const OVER = '@over';
/** The entry with the new pictures that somebody has been asked about. */
export const ASKED = '@asked';
/** The action of the button that saves and then shows the pages with the change. */
export const PREVIEW = 'preview';
/** The entry with the name of a new file. */
export const FILE_NAME = '@name';

export interface FormPage {
  readonly title: string;
  readonly action: string;
  /** Whether this machine can build a preview. */
  readonly canPreview: boolean;
  readonly field: FormField;
  readonly value: unknown;
  readonly seen: string | null;
  readonly over?: string;
  /** The new pictures that have been asked about, for saving them with the words as they are. */
  readonly asked?: string | undefined;
  readonly choices: FormChoices;
  readonly problems: readonly FieldProblem[];
  readonly origins?: Origins | undefined;
  readonly changed?: string | undefined;
  /** The path of a control that somebody comes for, which is not folded away. */
  readonly at?: string | undefined;
  readonly names?: Readonly<Record<string, string>>;
  /** Where visitors see the file, and what other files say differently. */
  readonly shown?: Html | undefined;
  /** Above the form: that it is a draft, or what somebody else has done. */
  readonly notes?: readonly Html[];
  readonly fileName?: { readonly label: string; readonly hint: string; readonly value: string };
  /** What else can be done with the file, below the form. */
  readonly more?: Html | undefined;
}

/** The form of a content file, filled in. */
export function renderFormPage(page: FormPage): Html {
  const { action, field, value, seen, choices, problems, shown, notes = [], fileName, more } = page;
  const view: FormView = {
    action,
    choices,
    problems: new Map(problems.map(({ controlId: id, message }) => [id, message])),
    origins: page.origins,
    names: page.names ?? {},
    opened: page.changed ?? page.at,
  };
  const body = renderFormField(field, value, '', view);
  const hasWords = body.toString().includes(' data-words');
  const hasPictures = body.toString().includes('type="file"');
  const help = field.kind === 'list' ? null : field.help;
  return html`<p class="links"><a href="${CONTENT_PATH}">Back to Content</a></p>
${help && html`<p>${help}</p>`}
${notes}
${shown}
<form class="form content-form" id="${controlId('')}" method="post" action="${action}"${hasPictures && html` enctype="multipart/form-data"`}${(page.changed ?? page.over) !== undefined && html` data-unsaved`} novalidate>
<button class="visually-hidden" type="submit" tabindex="-1" aria-hidden="true">Save</button>
${problems.length > 0 && html`<h2 class="visually-hidden">Not saved</h2>`}
${renderErrorSummary('content', { fields: problems })}
<input type="hidden" name="${SEEN}" value="${seen}">${page.over !== undefined && html`<input type="hidden" name="${OVER}" value="${page.over}">`}${page.asked && html`<input type="hidden" name="${ASKED}" value="${page.asked}">`}
${fileName && renderFileName(fileName, view)}
${body}
${hasWords && renderWordsHelp(choices)}
${hasTokens(value) && html`<p class="hint">Words in braces, such as {phone}, are figures that are kept elsewhere: the page shows the figure. Leave them as they are.</p>`}
<div class="actions small in-reach"><button class="button" type="submit" name="${ACTION}" value="save">Save the draft</button>${page.canPreview && html`<button class="button quiet" type="submit" name="${ACTION}" value="${PREVIEW}">Preview</button>`}<a class="button quiet" href="${CONTENT_PATH}">Cancel</a></div>
</form>
${more}`;
}

/** How words are written, for those who type it all; browser/words-buttons.ts takes the pages from here. */
function renderWordsHelp({ pages }: FormChoices): Html {
  return html`<details><summary>How to write bold words, lists and links</summary>
<div class="fields"><p>An empty line begins a new paragraph. Two stars on each side make <strong>bold words</strong>: <code>**bold words**</code>. Lines that begin with a hyphen and a space are a list: <code>- a warm coat</code>. A link has its words in square brackets and its address in round ones: <code>[our prices](/prices)</code>.</p>
<p>These are the addresses of our pages:</p>
<ul data-pages>${pages.map(([path, name]) => html`<li>${name}: <code>${path}</code></li>`)}</ul></div></details>`;
}

function renderFileName(
  { label, hint, value }: NonNullable<FormPage['fileName']>,
  { problems }: FormView,
): Html {
  const id = controlId(FILE_NAME);
  const attributes = html`type="text" autocapitalize="none" spellcheck="false" autocomplete="off"`;
  return renderInput({ id, name: FILE_NAME, label, hint, attributes, message: problems.get(id) }, value);
}

function hasTokens(value: unknown): boolean {
  return /\{[a-z]/i.test(JSON.stringify(value ?? '').replaceAll(/\{"/g, ''));
}
