import { type Html, type HtmlPart, html } from './html.ts';
import {
  CONTACT_FIELDS,
  type ContactErrors,
  type ContactField,
  type ContactPreference,
  HIDDEN_FIELDS,
} from './messages.ts';

/**
 * The contact form's markup, once. The page is built with the empty form, and the service puts a filled one in its
 * place when a plain form post cannot be taken. So both look the same, and `html` escapes every entry.
 */

/** Where the form stands in the built page. */
export const CONTACT_FORM_SLOT = { start: '<!--contact-form-->', end: '<!--/contact-form-->' } as const;

/** Where the service takes the form, and where it sends a browser without script when the message is stored. */
export const CONTACT_ADDRESS = '/api/contact-submit';
export const CONTACT_THANKS_ADDRESS = '/contact-us/thank-you';

export interface ContactFormState {
  /** What was entered, as it was entered. Hidden fields too. */
  readonly entries: Readonly<Record<string, string>>;
  readonly errors: ContactErrors;
  /** Why the message was not taken, where it is not the entries' fault. */
  readonly failure?: { readonly heading: string; readonly sentences: readonly string[] } | undefined;
}

export const EMPTY_CONTACT_FORM: ContactFormState = { entries: {}, errors: {} };

const LABELS: Record<ContactField, string> = {
  name: 'Your name',
  email: 'E-mail address',
  phone: 'Phone number (optional)',
  subject: 'What is it about?',
  message: 'Your message',
  contactPreference: 'How would you like us to answer?',
};

const PREFERENCE_LABELS: Record<ContactPreference, string> = { email: 'By e-mail', phone: 'By phone' };

/** The form between its slot marks. Native validation is off: our own sentences stand beside the fields. */
export function renderContactForm(state: ContactFormState): string {
  const { entries } = state;
  const hidden = [HIDDEN_FIELDS.submissionId, HIDDEN_FIELDS.startedAt, HIDDEN_FIELDS.sentAt];
  const form = html`<form class="contact-form" action="${CONTACT_ADDRESS}" method="post" novalidate>
${renderSummary(state)}
${renderInput(state, 'name', html`type="text" autocomplete="name" required`)}
${renderInput(state, 'email', html`type="email" autocomplete="email" spellcheck="false" required`)}
${renderInput(state, 'phone', html`type="tel" autocomplete="tel"`)}
${renderPreferences(state)}
${renderInput(state, 'subject', html`type="text" required`)}
${renderMessage(state)}
<div class="trap" aria-hidden="true"><label for="contact-trap">Please leave this empty</label><input id="contact-trap" name="${HIDDEN_FIELDS.trap}" type="text" autocomplete="off" tabindex="-1" value="${entries[HIDDEN_FIELDS.trap]}"></div>
${hidden.map((name) => html`<input type="hidden" name="${name}" value="${entries[name]}">`)}
<button type="submit">Send Message</button>
</form>`;
  return `${CONTACT_FORM_SLOT.start}${form}${CONTACT_FORM_SLOT.end}`;
}

/** The id of a field's control: what an error summary's link and a label lead to. */
export function contactControlId(field: ContactField): string {
  return field === 'contactPreference' ? 'contact-preference-email' : `contact-${field}`;
}

/** Takes the focus as the page loads, so that a screen reader begins with what went wrong. */
function renderSummary({ errors, failure }: ContactFormState): HtmlPart {
  const wrong = CONTACT_FIELDS.filter((field) => errors[field] !== undefined);
  if (wrong.length === 0 && failure === undefined) return null;
  const links = wrong.map(
    (field) => html`<li><a href="#${contactControlId(field)}">${errors[field]}</a></li>`,
  );
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="contact-problem">
<h3 id="contact-problem">${failure?.heading ?? 'There is a problem'}</h3>
${failure?.sentences.map((sentence) => html`<p>${sentence}</p>`)}
${links.length > 0 && html`<ul>${links}</ul>`}
</div>`;
}

function renderInput(
  state: ContactFormState,
  field: 'name' | 'email' | 'phone' | 'subject',
  kind: Html,
): Html {
  const id = contactControlId(field);
  return html`<div class="field">
<label for="${id}">${LABELS[field]}</label>
${renderError(state, field)}
<input id="${id}" name="${field}" ${kind} ${renderState(state, field)} value="${state.entries[field]}">
</div>`;
}

function renderMessage(state: ContactFormState): Html {
  const id = contactControlId('message');
  // A line feed right after the tag is dropped by the parser; without it, one that the visitor entered would be.
  return html`<div class="field">
<label for="${id}">${LABELS.message}</label>
${renderError(state, 'message')}
<textarea id="${id}" name="message" rows="7" required ${renderState(state, 'message')}>
${state.entries.message}</textarea>
</div>`;
}

function renderPreferences(state: ContactFormState): Html {
  const chosen = state.entries.contactPreference ?? 'email';
  const options = (['email', 'phone'] as const).map(
    (value) =>
      html`<label class="choice"><input id="contact-preference-${value}" name="contactPreference" type="radio" value="${value}" ${chosen === value && html`checked`}><span>${PREFERENCE_LABELS[value]}</span></label>`,
  );
  return html`<fieldset class="field" ${state.errors.contactPreference !== undefined && html`aria-describedby="contact-contactPreference-error"`}>
<legend>${LABELS.contactPreference}</legend>
${renderError(state, 'contactPreference')}
<div class="choices">${options}</div>
</fieldset>`;
}

function renderError({ errors }: ContactFormState, field: ContactField): HtmlPart {
  const sentence = errors[field];
  if (sentence === undefined) return null;
  return html`<p class="error" id="contact-${field}-error"><span class="visually-hidden">Error: </span>${sentence}</p>`;
}

function renderState({ errors }: ContactFormState, field: ContactField): HtmlPart {
  return errors[field] !== undefined && html`aria-invalid="true" aria-describedby="contact-${field}-error"`;
}
