import { CONTACT_FIELDS, HIDDEN_FIELDS, SUBMISSION_ID } from '#domain/contact/messages.ts';
import { CONTACT_DRAFT_KEY, contactControlId } from '#forms/contact-form.ts';
import { emptyForm, fillUntouched, readFormEntries } from '../../browser/form-entries.ts';
import { createUuid } from '../../browser/random-id.ts';
import { keepDraft, readDraft } from '../../browser/storage.ts';

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
export function resumeMessage(form: HTMLFormElement, { isSentBack }: { isSentBack: boolean }): void {
  if (!isSentBack) {
    fillUntouched(form, readDraft(CONTACT_DRAFT_KEY) ?? {});
    // The visitor may have started long before this script loaded.
    if (readHidden(form, 'startedAt') === '')
      writeHidden(form, 'startedAt', Math.round(performance.timeOrigin));
  }
  if (!SUBMISSION_ID.test(readHidden(form, 'submissionId'))) writeHidden(form, 'submissionId', createUuid());
}

/** Prepares the form for the next message. */
export function startMessage(form: HTMLFormElement): void {
  emptyForm(form);
  // The default of section 3. A form that was sent back may have another in its markup.
  (document.getElementById(contactControlId('contactPreference')) as HTMLInputElement).checked = true;
  writeHidden(form, 'submissionId', createUuid());
  writeHidden(form, 'startedAt', Date.now());
}

/** Stores the text so far, unless it is empty. */
export function keepMessage(form: HTMLFormElement): void {
  const entries = readFormEntries(form);
  const hasWords = CONTACT_FIELDS.some((field) => field !== 'contactPreference' && entries[field]?.trim());
  if (hasWords)
    keepDraft(CONTACT_DRAFT_KEY, Object.fromEntries(KEPT.map((name) => [name, entries[name] ?? ''])));
  else forgetMessage();
}

export function forgetMessage(): void {
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
