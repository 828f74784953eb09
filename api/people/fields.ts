import { hintId, renderControlState, renderFieldError } from '#domain/form-markup.ts';
import { type Html, html } from '#domain/html.ts';
import { LONGEST_NAME, LONGEST_PASSWORD, type PasskeyUse } from '#domain/people.ts';

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why it was not taken. */
  readonly sentence?: string | undefined;
}

/** Where somebody's name is entered. */
export function renderNameField(field: Field & { readonly value: string; readonly isLogin?: boolean }): Html {
  const { id, value, isLogin } = field;
  return renderField(
    field,
    html`<input id="${id}" name="name" type="text" maxlength="${LONGEST_NAME}" autocomplete="${isLogin ? 'username' : 'off'}" autocapitalize="words" spellcheck="false" value="${value}" ${stateOf(field)}>`,
  );
}

/** Never filled: what was typed is not sent back. */
export function renderPasswordField(field: Field & { readonly name: string; readonly isNew: boolean }): Html {
  const { id, name, isNew } = field;
  return renderField(
    field,
    html`<input id="${id}" name="${name}" type="password" maxlength="${LONGEST_PASSWORD}" autocomplete="${isNew ? 'new-password' : 'current-password'}" autocapitalize="none" spellcheck="false" ${stateOf(field)}>`,
  );
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

function renderField({ id, label, hint, sentence }: Field, control: Html): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${hintId(id)}">${hint}</p>`}
${renderFieldError(id, sentence)}
${control}</div>`;
}

function stateOf({ id, hint, sentence }: Field): Html {
  return renderControlState(id, { sentence, hasHint: hint !== undefined });
}
