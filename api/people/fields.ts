import type { Kysely } from 'kysely';
import {
  LONGEST_NAME,
  LONGEST_PASSWORD,
  type PasskeyUse,
  ROLE_LABELS,
  SHORTEST_PASSWORD,
} from '#domain/people.ts';
import { hasWords, readWords } from '#domain/plain-text.ts';
import { type Field, renderInput } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { FOUNDER_ID, findPersonByName, keyOf } from '../admin/admin-repository.ts';
import { isGuessable } from '../admin/password.ts';
import type { Database } from '../db/schema.ts';

type FieldOf<Name> = Omit<Field, 'name' | 'attributes' | 'longest' | 'after'> & Name;

export function renderNameField({
  value,
  isLogin,
  ...field
}: FieldOf<{ readonly value: string; readonly isLogin?: boolean }>): Html {
  const attributes = html`type="text" autocomplete="${isLogin ? 'username' : 'off'}" autocapitalize="words" spellcheck="false"`;
  return renderInput({ ...field, name: 'name', longest: LONGEST_NAME, attributes }, value);
}

/** Always empty, because a typed password is not sent back. Its box needs `src/browser/sign-in-controls.ts`. */
export function renderPasswordField({
  isNew,
  ...field
}: FieldOf<{ readonly name: string; readonly isNew: boolean }>): Html {
  const attributes = html`type="password" autocomplete="${isNew ? 'new-password' : 'current-password'}" autocapitalize="none" spellcheck="false"`;
  const after = html`<label class="choice shows"><input type="checkbox" data-shows="${field.id}" autocomplete="off"> Show the password</label>`;
  return renderInput({ ...field, longest: LONGEST_PASSWORD, attributes, after }, '');
}

/** Needs a script. It stays hidden until `src/browser/sign-in-controls.ts` shows it. */
export function renderPasskeyButton(
  use: PasskeyUse,
  words: { readonly button: string; readonly about: string; readonly next: string },
): Html {
  return html`<div class="passkey stack" data-passkey="${use}" data-next="${words.next}" hidden>
<p class="hint">${words.about}</p>
<button class="button quiet" type="button">${words.button}</button>
<p class="callout trouble" role="alert" hidden></p>
</div>`;
}

/** The value, or a message about what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly message: string };

/**
 * A name that can be told from every other by looking at it, because it stands in the history of orders.
 * @param ownId the person who may already have this name
 */
export async function readName(
  db: Kysely<Database>,
  typed: string,
  ownId: string | null,
): Promise<Reading<string>> {
  const tooLong = { message: `Please keep the name below ${LONGEST_NAME} characters.` };
  if (typed.length > 10 * LONGEST_NAME) return tooLong;
  // Compatibility forms look like other letters: full width, mathematical bold, ligatures.
  const name = readWords(typed).normalize('NFKC');
  if (name.length > LONGEST_NAME) return tooLong;
  if (!hasWords(name)) return { message: 'Please enter a name.' };
  // A tower of marks covers a page.
  if (/[^\p{L}\p{M}\p{Nd} '’.-]|\p{M}{4}/u.test(name))
    return { message: 'A name can have letters, digits, spaces, apostrophes, hyphens and full stops.' };
  // Letters of two alphabets may look the same.
  if (/\p{Script=Latin}/u.test(name) && /(?!\p{Script=Latin})\p{L}/u.test(name))
    return { message: 'Please write the name in the letters of one alphabet.' };
  const holder = await findPersonByName(db, name);
  const isTaken = holder !== undefined && holder.id !== ownId;
  if (isTaken || (isFirstName(name) && ownId !== FOUNDER_ID)) {
    return { message: 'Somebody has this name already. Please add a middle name or a surname.' };
  }
  return { value: name };
}

/** The name under which the history has what the first owner did before they gave theirs. */
function isFirstName(name: string): boolean {
  return keyOf(name) === keyOf(ROLE_LABELS.owner);
}

/** @param names public ones: the farm's and the person's own */
export function readNewPassword(typed: string, names: readonly string[]): Reading<string> {
  if (typed.length < SHORTEST_PASSWORD) {
    return { message: `Please choose a password of at least ${SHORTEST_PASSWORD} characters.` };
  }
  if (typed.length > LONGEST_PASSWORD) {
    return { message: `Please keep the password below ${LONGEST_PASSWORD} characters.` };
  }
  if (isGuessable(typed, names)) {
    return {
      message:
        'That password can be guessed. Please use four or more words that have nothing to do with each other.',
    };
  }
  return { value: typed };
}
