import {
  CONTACT_FIELDS,
  CONTACT_FORM,
  type ContactErrors,
  type ContactField,
  type ContactPreference,
  HIDDEN_FIELDS,
} from '#domain/contact/messages.ts';
import { keepTogether } from '#domain/keep-together.ts';
import type { PagePath } from '#domain/pages.ts';
import {
  errorId,
  type FormProblem,
  listProblems,
  renderErrorSummary,
  renderFieldError,
  renderInput,
  renderTextarea,
} from './field.ts';
import { type Html, html } from './html.ts';

/**
 * The contact form's markup. The build renders the empty form, and the service a filled one if it refuses a plain form
 * post. So both look the same, and `html` escapes every entry.
 */

/** The form's slot in the built page. */
export const CONTACT_FORM_SLOT = { start: '<!--contact-form-->', end: '<!--/contact-form-->' } as const;

/** Where the form is sent, and where the service redirects browsers without script after storing the message. */
export const CONTACT_PATH = '/api/contact-submit';
export const CONTACT_THANKS_PATH = '/contact-us/thank-you' satisfies PagePath;

/** The session storage key of a message that is not sent yet. */
export const CONTACT_DRAFT_KEY = 'contactDraft';

export const CONTACT_BUTTON = 'Send Message';

export interface ContactFormState {
  /** The values as entered, including hidden fields. */
  readonly entries: Readonly<Record<string, string>>;
  readonly errors: ContactErrors;
  /** Why the message was not accepted, if no entry is at fault. */
  readonly failure?: { readonly heading: string; readonly messages: readonly string[] } | undefined;
}

export const EMPTY_CONTACT_FORM: ContactFormState = { entries: {}, errors: {} };

const PREFERENCE_LABELS: Record<ContactPreference, string> = { email: 'By e-mail', phone: 'By phone' };

/** The form between its slot marks. Native validation is off, because our own messages appear beside the fields. */
export function renderContactForm(state: ContactFormState): string {
  const { entries } = state;
  const hidden = [HIDDEN_FIELDS.submissionId, HIDDEN_FIELDS.startedAt, HIDDEN_FIELDS.sentAt];
  const form = html`<form class="form" id="contact-form" action="${CONTACT_PATH}" method="post" novalidate>
${renderErrorSummary('contact-form', describeContactProblem(state))}
${renderText(state, 'name', html`type="text" autocomplete="name" required`)}
${renderText(state, 'email', html`type="email" autocomplete="email" spellcheck="false" required`)}
${renderText(state, 'phone', html`type="tel" autocomplete="tel"`)}
${renderPreferences(state)}
${renderText(state, 'subject', html`type="text" required`)}
${renderText(state, 'message', html`rows="7" required`)}
<div class="honeypot" aria-hidden="true"><label for="contact-honeypot">Please leave this empty</label><input id="contact-honeypot" name="${HIDDEN_FIELDS.honeypot}" type="text" autocomplete="off" tabindex="-1" value="${entries[HIDDEN_FIELDS.honeypot]}"></div>
${hidden.map((name) => html`<input type="hidden" name="${name}" value="${entries[name]}">`)}
<button class="button" type="submit">${CONTACT_BUTTON}</button>
</form>`;
  return `${CONTACT_FORM_SLOT.start}${keepTogether(form.toString())}${CONTACT_FORM_SLOT.end}`;
}

/** The id of a field's control, for labels and links from the error summary. */
export function contactControlId(field: ContactField): string {
  return CONTACT_FORM[field].controlId;
}

/** The form's errors, in the order of its fields. */
export function describeContactProblem({ errors, failure }: Omit<ContactFormState, 'entries'>): FormProblem {
  return { ...failure, fields: listProblems(CONTACT_FIELDS, errors, contactControlId) };
}

function renderText(
  { entries, errors }: ContactFormState,
  name: Exclude<ContactField, 'contactPreference'>,
  attributes: Html,
): Html {
  const { label, controlId: id } = CONTACT_FORM[name];
  const render = name === 'message' ? renderTextarea : renderInput;
  return render({ id, name, label, attributes, message: errors[name] }, entries[name]);
}

function renderPreferences(state: ContactFormState): Html {
  const id = contactControlId('contactPreference');
  const message = state.errors.contactPreference;
  const chosen = state.entries.contactPreference ?? 'email';
  const options = (['email', 'phone'] as const).map(
    (value) =>
      html`<label class="choice"><input id="contact-preference-${value}" name="contactPreference" type="radio" value="${value}" ${chosen === value && html`checked`}><span>${PREFERENCE_LABELS[value]}</span></label>`,
  );
  return html`<fieldset class="field" ${message !== undefined && html`aria-describedby="${errorId(id)}"`}>
<legend>${CONTACT_FORM.contactPreference.label}</legend>
${renderFieldError(id, message)}
<div class="choices">${options}</div>
</fieldset>`;
}
