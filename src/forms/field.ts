import { type Html, type HtmlPart, html } from './html.ts';

/**
 * The error messages of a form. The service renders them for browsers without script, and `forms/show-problem.ts` adds
 * them to an open page. So both look the same, and `html` escapes every entry.
 */

/** Why a form was not accepted: general messages, and the fields to correct in the order of the form. */
export interface FormProblem {
  readonly heading?: string | undefined;
  readonly messages?: readonly string[] | undefined;
  readonly fields: readonly FieldProblem[];
}

export interface FieldProblem {
  /** The id of the control that the summary links to. */
  readonly controlId: string;
  readonly message: string;
}

/** What is wrong with the named fields of a form, in their order. */
export function listProblems<Name extends string>(
  names: readonly Name[],
  messages: Readonly<Partial<Record<Name, string | undefined>>>,
  controlId: (name: Name) => string,
): FieldProblem[] {
  return names.flatMap((name) => {
    const message = messages[name];
    return message === undefined ? [] : [{ controlId: controlId(name), message }];
  });
}

/** The id of the message beside a control. */
export function errorId(controlId: string): string {
  return `${controlId}-error`;
}

/** The id of the hint below a control's label. */
function hintId(controlId: string): string {
  return `${controlId}-hint`;
}

/** The message beside a control; nothing if it is valid. */
export function renderFieldError(controlId: string, message: string | undefined): HtmlPart {
  if (message === undefined) return null;
  return html`<p class="error" id="${errorId(controlId)}"><span class="visually-hidden">Error: </span>${message}</p>`;
}

/** A field of a form: label, error message, hint and control. */
export interface Field {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** The error message. */
  readonly message?: string | undefined;
  readonly hint?: string | undefined;
  /** Further attributes of the control. */
  readonly attributes?: Html | undefined;
  /** In UTF-16 units. */
  readonly longest?: number | undefined;
  /** Below the control. */
  readonly after?: Html | undefined;
}

/**
 * A field for one line.
 * @param value as entered
 */
export function renderInput(field: Field, value: string | undefined): Html {
  return renderField(field, html`<input ${renderControl(field)} value="${value}">`);
}

/**
 * A field for several lines.
 * @param value as entered
 */
export function renderTextarea(field: Field, value: string | undefined): Html {
  // The parser drops a line feed right after the tag, so this adds one that it may drop.
  return renderField(
    field,
    html`<textarea ${renderControl(field)}>
${value}</textarea>`,
  );
}

/**
 * A select.
 * @param options pairs of value and label
 */
export function renderSelect(
  field: Field,
  options: readonly (readonly [value: string, name: string])[],
  chosen: string | undefined,
): Html {
  const list = options.map(
    ([value, name]) => html`<option value="${value}" ${value === chosen && html`selected`}>${name}</option>`,
  );
  return renderField(
    field,
    html`<select ${renderControl(field)}>
${list}</select>`,
  );
}

function renderControl({ id, name, message, hint, longest, attributes }: Field): Html {
  return html`id="${id}" name="${name}" ${attributes} ${longest !== undefined && html`maxlength="${longest}"`} ${renderControlState(id, { message, hasHint: hint !== undefined })}`;
}

function renderField({ id, label, message, hint, after }: Field, control: Html): Html {
  return html`<div class="field">
<label for="${id}">${label}</label>
${renderFieldError(id, message)}
${hint !== undefined && html`<p class="hint" id="${hintId(id)}">${hint}</p>`}
${control}
${after}
</div>`;
}

/** Attributes that connect a control to its hint and its message. */
function renderControlState(
  controlId: string,
  { message, hasHint = false }: { message?: string | undefined; hasHint?: boolean },
): Html {
  const describedBy = [hasHint && hintId(controlId), message !== undefined && errorId(controlId)].filter(
    Boolean,
  );
  return html`${message !== undefined && html`aria-invalid="true"`} ${describedBy.length > 0 && html`aria-describedby="${describedBy.join(' ')}"`}`;
}

/**
 * The summary at the top of a form. It takes the focus, so that a screen reader starts with what went wrong.
 * @param inOpenPage whether a script puts it into a page and focuses it, where browsers refuse to and say so
 */
export function renderErrorSummary(formId: string, problem: FormProblem, inOpenPage = false): HtmlPart {
  const { heading = 'Something isn’t right yet', messages = [], fields } = problem;
  if (fields.length === 0 && messages.length === 0) return null;
  const links = fields.map(({ controlId, message }) => html`<li><a href="#${controlId}">${message}</a></li>`);
  return html`<div class="summary" role="alert" tabindex="-1" ${!inOpenPage && html`autofocus`} aria-labelledby="${formId}-problem">
<h3 id="${formId}-problem">${heading}</h3>
${messages.map((message) => html`<p>${message}</p>`)}
${links.length > 0 && html`<ul>${links}</ul>`}
</div>`;
}
