import { PAGES } from '#domain/pages.ts';
import { type Person, SHORTEST_PASSWORD } from '#domain/people.ts';
import { renderErrorSummary } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { messageOf } from '../http/problems.ts';
import { renderNameField, renderPasskeyButton, renderPasswordField } from './fields.ts';

export interface JoinPage {
  readonly person: Person;
  /** As typed, or as the owner entered it. */
  readonly name: string;
  readonly problems: { readonly name?: string | undefined; readonly password?: string | undefined };
  readonly offersPasskeys: boolean;
}

/** Where to go after joining. */
export const JOINED = `${PAGES['admin/account'].path}?done=joined`;

const NAME = 'join-name';
const PASSWORD = 'join-password';

export function renderJoin({ person, name, problems, offersPasskeys }: JoinPage): Html {
  const fields = [
    { controlId: NAME, message: problems.name },
    { controlId: PASSWORD, message: problems.password },
  ].flatMap(({ controlId, message }) => (message === undefined ? [] : [{ controlId, message }]));
  return html`<p>Hello ${person.name}. Choose how you want to sign in from now on. That signs you in, and this link stops working.</p>
<div class="form-frame admin-sign-in">
<form class="form" method="post" action="${PAGES['admin/join'].path}" novalidate>
${renderErrorSummary('join', { fields })}
${renderNameField({ id: NAME, label: 'Your name', hint: 'You sign in with it, and it appears in the history of the orders you deal with.', value: name, message: problems.name, isLogin: true })}
${offersPasskeys && renderPasskeyButton('join', { button: 'Join with a passkey', about: 'Quickest: this telephone or computer signs you in by finger, face or code, and there is nothing to remember.', next: JOINED })}
${renderPasswordField({ id: PASSWORD, label: 'A new password', name: 'password', isNew: true, hint: `At least ${SHORTEST_PASSWORD} characters. Four words that have nothing to do with each other are good, and easy to type.`, message: problems.password })}
<button class="button" type="submit">Join with this password</button>
</form>
</div>`;
}

/** For an expired link, or none. */
export function renderNoInvitation(): Html {
  return html`<div class="callout trouble"><p>${messageOf({ code: 'invitation_over' })}</p>
<p>If you have joined already, <a href="${PAGES['admin/sign-in'].path}">sign in</a>.</p></div>`;
}
