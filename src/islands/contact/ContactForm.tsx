/**
 * The contact form's script. It shows mistakes and the result at once, and keeps the text through a bad connection.
 * Without it the form posts by itself, and the service responds with the same form or with thanks.
 */

import './contact-thanks.css';
// Here as well, so that the page includes the styles and they do not wait for the script.
import '../toasts/toasts.css';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CONTACT_RULES, type ContactMessage, checkContactMessage } from '#domain/contact/contact-message.ts';
import {
  CONTACT_FAILED,
  CONTACT_FIELDS,
  CONTACT_SENT,
  HIDDEN_FIELDS,
  SUBMISSION_ID,
} from '#domain/contact/messages.ts';
import { correctEntries } from '#domain/plain-text.ts';
import {
  CONTACT_BUTTON,
  CONTACT_DRAFT_KEY,
  CONTACT_PATH,
  contactControlId,
  describeContactProblem,
} from '#forms/contact-form.ts';
import { clearFormProblem, showFieldError, showFormProblem } from '#forms/show-problem.ts';
import { ApiError, callApi } from '../../browser/api-client.ts';
import {
  emptyForm,
  fillUntouched,
  readFormEntries,
  setReadOnly,
  writeFormEntries,
} from '../../browser/form-entries.ts';
import { createUuid } from '../../browser/random-id.ts';
import { keepDraft, readDraft } from '../../browser/storage.ts';
import { takeFocus } from '../take-focus.ts';
import { showToast } from '../toasts/toast-store.ts';
import { useFormEvents } from '../use-form-events.ts';

/**
 * No response after this time means that the connection is lost. Sending an arrived message again does not store it
 * twice.
 */
const ANSWER_WITHIN_MS = 30_000;

/** Beside the form, which belongs to the page, so that its entries stay. */
export default function ContactForm() {
  const form = useRef(document.getElementById('contact-form') as HTMLFormElement).current;
  /** Section 5: entries are checked on submit, and on every change after it. */
  const isSubmitted = useRef(false);
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<ContactMessage | null>(null);
  /** Its 12 kB are loaded while somebody writes, because the connection may be lost by the time they send. */
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const hasToaster = useRef(false);

  useEffect(() => {
    const isSentBack = form.querySelector('.summary') !== null;
    isSubmitted.current = isSentBack;
    resumeMessage(form, { isSentBack });
  }, [form]);
  useFormEvents(form, { input: recheck, submit });
  useLayoutEffect(() => {
    form.hidden = sent !== null;
  }, [form, sent]);

  function recheck({ target }: Event): void {
    loadToaster();
    keepMessage(form);
    const { name, value } = target as HTMLInputElement;
    const field = CONTACT_FIELDS.find((each) => each === name);
    if (!isSubmitted.current || field === undefined) return;
    const reading = CONTACT_RULES[field](value);
    const message = 'message' in reading ? reading.message : undefined;
    showFieldError(form, { controlId: contactControlId(field), message });
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    isSubmitted.current = true;
    const checked = checkContactMessage(readFormEntries(form));
    if (!checked.ok) {
      writeFormEntries(form, correctEntries(CONTACT_RULES, readFormEntries(form)));
      return showFormProblem(form, describeContactProblem(checked));
    }
    clearFormProblem(form);
    setSending(true);
    showSending(form, true);
    loadToaster();
    const failure = await send(form).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    showSending(form, false);
    setSending(false);
    if (failure) fail(form, failure.error);
    else finish(form, checked.message);
  }

  function finish(form: HTMLFormElement, message: ContactMessage): void {
    forgetMessage();
    startMessage(form);
    isSubmitted.current = false;
    setSent(message);
    showToast(CONTACT_SENT);
  }

  function fail(form: HTMLFormElement, error: unknown): void {
    const { fields } = describeContactProblem({ errors: error instanceof ApiError ? error.fields : {} });
    showToast({ ...CONTACT_FAILED, variant: 'destructive' });
    if (fields.length > 0) showFormProblem(form, { fields });
    // A disabled button loses the focus.
    else if (document.activeElement === document.body) findButton(form).focus();
    if (hasToaster.current) return;
    const { title, description } = CONTACT_FAILED;
    showFormProblem(form, { heading: title, messages: [description], fields });
  }

  function loadToaster(): void {
    import('../toasts/Toaster.tsx').then(
      (module) => {
        hasToaster.current = true;
        setToaster(() => module.Toaster);
      },
      () => undefined,
    );
  }

  function startAgain(): void {
    flushSync(() => setSent(null));
    document.getElementById(contactControlId('name'))?.focus();
  }

  return (
    <>
      {sent && <ContactThanks message={sent} onAgain={startAgain} />}
      <p className="visually-hidden" role="status">
        {isSending && 'Sending...'}
      </p>
      {Toaster && <Toaster />}
    </>
  );
}

/** @throws ApiError or DOMException, as `callApi` */
async function send(form: HTMLFormElement): Promise<void> {
  const payload = { ...readFormEntries(form), [HIDDEN_FIELDS.sentAt]: Date.now() };
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  await callApi({ method: 'POST', url: CONTACT_PATH, payload, signal });
}

/** A message that is being sent cannot be changed, because the form is emptied afterwards. */
function showSending(form: HTMLFormElement, isSending: boolean): void {
  const button = findButton(form);
  button.disabled = isSending;
  button.textContent = isSending ? 'Sending...' : CONTACT_BUTTON;
  setReadOnly(form, isSending);
}

function findButton(form: HTMLFormElement): HTMLButtonElement {
  return form.querySelector('button') as HTMLButtonElement;
}

interface ContactThanksProps {
  /** The message that was sent. */
  readonly message: ContactMessage;
  readonly onAgain: () => void;
}

/** Replaces the form and shows where the answer will go, so that a wrong address is noticed. */
function ContactThanks({ message, onAgain }: ContactThanksProps) {
  return (
    <div className="contact-thanks">
      <h3 tabIndex={-1} ref={takeFocus}>
        Thank you, {message.name}!
      </h3>
      <Answer message={message} />
      <button type="button" className="button quiet" onClick={onAgain}>
        Send Another Message
      </button>
    </div>
  );
}

function Answer({ message: { contactPreference, email, phone } }: Pick<ContactThanksProps, 'message'>) {
  if (contactPreference === 'phone' && phone !== undefined) {
    return (
      <p>
        We’ll ring you. The number you gave us is <strong>{phone}</strong>.
      </p>
    );
  }
  return (
    <p>
      {contactPreference === 'phone' ? 'You gave us no phone number, so we’ll' : 'We’ll'} write to you at{' '}
      <strong>{email}</strong>.
    </p>
  );
}

/**
 * A message that is being written: its hidden values, and how it survives a reload or a wrong turn. Its id and start
 * time are stored with it. So a message sent after a reload is still the same one, and is not taken for a robot's
 * because it was ready so soon.
 */

const KEPT = [...CONTACT_FIELDS, HIDDEN_FIELDS.submissionId, HIDDEN_FIELDS.startedAt];

/**
 * Restores the form's stored values, if the visitor has entered nothing since. A form that the service has sent back
 * already contains the latest entries, but not its start time.
 */
function resumeMessage(form: HTMLFormElement, { isSentBack }: { isSentBack: boolean }): void {
  if (!isSentBack) {
    fillUntouched(form, readDraft(CONTACT_DRAFT_KEY) ?? {});
    // The visitor may have started long before this script loaded.
    if (readHidden(form, 'startedAt') === '')
      writeHidden(form, 'startedAt', Math.round(performance.timeOrigin));
  }
  if (!SUBMISSION_ID.test(readHidden(form, 'submissionId'))) writeHidden(form, 'submissionId', createUuid());
}

/** Prepares the form for the next message. */
function startMessage(form: HTMLFormElement): void {
  emptyForm(form);
  // The default of section 3. A form that was sent back may have another in its markup.
  (document.getElementById(contactControlId('contactPreference')) as HTMLInputElement).checked = true;
  writeHidden(form, 'submissionId', createUuid());
  writeHidden(form, 'startedAt', Date.now());
}

/** Stores the text so far, unless it is empty. */
function keepMessage(form: HTMLFormElement): void {
  const entries = readFormEntries(form);
  const hasWords = CONTACT_FIELDS.some((field) => field !== 'contactPreference' && entries[field]?.trim());
  if (hasWords)
    keepDraft(CONTACT_DRAFT_KEY, Object.fromEntries(KEPT.map((name) => [name, entries[name] ?? ''])));
  else forgetMessage();
}

function forgetMessage(): void {
  keepDraft(CONTACT_DRAFT_KEY, null);
}

type HiddenField = 'submissionId' | 'startedAt';

function readHidden(form: HTMLFormElement, name: HiddenField): string {
  return findHidden(form, name).value;
}

function writeHidden(form: HTMLFormElement, name: HiddenField, value: string | number): void {
  findHidden(form, name).value = String(value);
}

function findHidden(form: HTMLFormElement, name: HiddenField): HTMLInputElement {
  return form.elements.namedItem(HIDDEN_FIELDS[name]) as HTMLInputElement;
}
