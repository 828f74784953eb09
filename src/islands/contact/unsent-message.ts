import { CONTACT_FIELDS, HIDDEN_FIELDS, SUBMISSION_ID } from '#domain/contact/messages.ts';
import { CONTACT_DRAFT_KEY, contactControlId } from '#forms/contact-form.ts';
import { keepDraft, readDraft } from '../../browser/form-draft.ts';
import { emptyForm, fillUntouched, readFormEntries } from '../../browser/form-entries.ts';
import { createUuid } from '../../browser/random-id.ts';

/**
 * A message that is being written: what it has besides its words, and how it survives a reload or a wrong turn.
 * Its id and its start are kept with it, so that a message that is sent after a reload is still the same one, and is
 * not taken for a robot's because it was ready so soon.
 */

const KEPT = [...CONTACT_FIELDS, HIDDEN_FIELDS.submissionId, HIDDEN_FIELDS.startedAt];

/**
 * Gives the form back what this tab has kept, where the visitor has entered nothing since. A form that the service
 * has sent back holds the latest entries already, and says nothing of when it was begun.
 */
export function resumeMessage(form: HTMLFormElement, { isSentBack }: { isSentBack: boolean }): void {
  if (!isSentBack) {
    fillUntouched(form, readDraft(CONTACT_DRAFT_KEY) ?? {});
    // The page may have been read and written in long before this script came.
    if (readHidden(form, 'startedAt') === '')
      writeHidden(form, 'startedAt', Math.round(performance.timeOrigin));
  }
  if (!SUBMISSION_ID.test(readHidden(form, 'submissionId'))) writeHidden(form, 'submissionId', createUuid());
}

/** Makes the form ready for the next message. */
export function beginMessage(form: HTMLFormElement): void {
  emptyForm(form);
  // The default of section 3; in a form that was sent back, another may be the markup's.
  (document.getElementById(contactControlId('contactPreference')) as HTMLInputElement).checked = true;
  writeHidden(form, 'submissionId', createUuid());
  writeHidden(form, 'startedAt', Date.now());
}

/** Keeps what is written so far; nothing when nothing is. */
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
