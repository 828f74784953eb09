import { keepTogether } from '#domain/keep-together.ts';
import {
  errorId,
  type FieldProblem,
  type FormProblem,
  renderErrorSummary,
  renderFieldError,
} from './field.ts';
import type { HtmlPart } from './html.ts';

/**
 * Shows the same errors in an open form that the service would render: a summary that takes the focus, a message
 * beside each field, and 'Error:' in the page's title. It removes earlier messages and keeps the entries.
 * @param form has an id; each control is in a `.field`, after its label or legend
 */
export function showFormProblem(form: HTMLFormElement, problem: FormProblem): void {
  clearFormProblem(form);
  for (const field of problem.fields) showFieldError(form, field);
  form.insertAdjacentHTML('afterbegin', write(renderErrorSummary(form.id, problem, true)));
  markTitle(form.ownerDocument, true);
  form.querySelector<HTMLElement>('.summary')?.focus();
}

/** Removes the summary and every message. */
export function clearFormProblem(form: HTMLFormElement): void {
  form.querySelector('.summary')?.remove();
  markTitle(form.ownerDocument, false);
  for (const control of form.querySelectorAll('[aria-invalid="true"]')) {
    showFieldError(form, { controlId: control.id, message: undefined });
  }
  for (const message of form.querySelectorAll('.field > .error')) message.remove();
}

/**
 * Shows, changes or removes the message beside one field. An unchanged message stays, so that nothing is announced
 * again while somebody types. The summary goes when the last mistake is mended.
 */
export function showFieldError(
  form: HTMLFormElement,
  { controlId, message }: Omit<FieldProblem, 'message'> & { readonly message: string | undefined },
): void {
  const control = form.ownerDocument.getElementById(controlId);
  const field = control?.closest('.field');
  if (!control || !field) throw new Error(`The form has no field with #${controlId}.`);
  const id = errorId(controlId);
  const shown = form.ownerDocument.getElementById(id);
  if (shown?.textContent === `Error: ${message}`) return;
  shown?.remove();
  // A group of radio buttons is described as a whole.
  const described = field.matches('fieldset') ? field : control;
  const others = (described.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each !== id);
  if (message === undefined) {
    control.removeAttribute('aria-invalid');
    setOrRemove(described, 'aria-describedby', others.filter(Boolean).join(' '));
    dropMendedSummary(form);
    return;
  }
  const fold = control.closest('details');
  if (fold) fold.open = true;
  field
    .querySelector('label, legend')
    ?.insertAdjacentHTML('afterend', write(renderFieldError(controlId, message)));
  if (described === control) control.setAttribute('aria-invalid', 'true');
  described.setAttribute('aria-describedby', [...others, id].filter(Boolean).join(' '));
}

/** As the service writes it: nothing ends a line within an amount or a name. */
function write(part: HtmlPart): string {
  return keepTogether(String(part ?? ''));
}

/** The list of mistakes goes with the last of them, and the summary unless it also says something else. */
function dropMendedSummary(form: HTMLFormElement): void {
  const summary = form.querySelector('.summary');
  if (form.querySelector('.field > .error') !== null) return;
  summary?.querySelector('ul')?.remove();
  if (summary?.querySelector('p') !== null) return;
  summary.remove();
  markTitle(form.ownerDocument, false);
}

/** Before the page's name, because a screen reader says it first. */
function markTitle(page: Document, hasProblem: boolean): void {
  page.title = (hasProblem ? 'Error: ' : '') + page.title.replace('Error: ', '');
}

function setOrRemove(element: Element, name: string, value: string): void {
  if (value === '') element.removeAttribute(name);
  else element.setAttribute(name, value);
}
