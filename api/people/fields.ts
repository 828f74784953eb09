import { LONGEST_NAME, LONGEST_PASSWORD, type PasskeyUse } from '#domain/people.ts';
import { type Field, renderInput } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';

type FieldOf<Name> = Omit<Field, 'name' | 'attributes' | 'longest' | 'after'> & Name;

/** Where somebody's name is entered. */
export function renderNameField({
  value,
  isLogin,
  ...field
}: FieldOf<{ readonly value: string; readonly isLogin?: boolean }>): Html {
  const attributes = html`type="text" autocomplete="${isLogin ? 'username' : 'off'}" autocapitalize="words" spellcheck="false"`;
  return renderInput({ ...field, name: 'name', longest: LONGEST_NAME, attributes }, value);
}

/** Never filled: what was typed is not sent back. */
export function renderPasswordField({
  isNew,
  ...field
}: FieldOf<{ readonly name: string; readonly isNew: boolean }>): Html {
  const attributes = html`type="password" autocomplete="${isNew ? 'new-password' : 'current-password'}" autocapitalize="none" spellcheck="false"`;
  return renderInput({ ...field, longest: LONGEST_PASSWORD, attributes }, '');
}

/** What only a script can do. It stays hidden until `src/browser/passkey-buttons.ts` shows it. */
export function renderPasskeyButton(
  use: PasskeyUse,
  words: { readonly button: string; readonly about: string; readonly next: string },
): Html {
  return html`<div class="passkey" data-passkey="${use}" data-next="${words.next}" hidden>
<p class="hint">${words.about}</p>
<button class="button quiet" type="button">${words.button}</button>
<p class="callout trouble" role="alert" hidden></p>
</div>`;
}
