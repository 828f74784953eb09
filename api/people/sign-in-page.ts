import { PAGES } from '#domain/pages.ts';
import { renderErrorSummary } from '#forms/field.ts';
import { type Html, html } from '#forms/html.ts';
import { renderNameField, renderPasskeyButton, renderPasswordField } from './fields.ts';
import { type KeptForm, renderKeptField } from './kept-form.ts';

export interface SignInPage {
  /** The page to open after signing in. */
  readonly next: string;
  readonly name: string;
  readonly message: string | null;
  readonly offersPasskeys: boolean;
  /** They are asked again because they change how somebody signs in. */
  readonly isSignedIn: boolean;
  /** A form that was sent after the session had ended, or that wants a new sign-in. */
  readonly kept?: KeptForm | null;
}

/** The sign-in form for pages without script, between the slot marks. */
export function renderSignIn({
  next,
  name,
  message,
  offersPasskeys,
  isSignedIn,
  kept = null,
}: SignInPage): Html {
  const problem = message === null ? [] : [{ controlId: 'sign-in-password', message }];
  return html`<div class="form-frame admin-sign-in">
<form class="form" method="post" action="${PAGES['admin/sign-in'].path}" novalidate>
${renderErrorSummary('sign-in', { fields: problem })}
${isSignedIn && html`<p class="callout">To change how somebody signs in, please sign in again first, with your password or a passkey.</p>`}
${kept && html`<p class="callout">${!isSignedIn && 'Your session has ended, so nothing'}${isSignedIn && 'Nothing'} was saved yet. What you entered is kept on this page: sign in, and send it again.</p>`}
<input type="hidden" name="next" value="${next}">
${kept && renderKeptField(kept)}
${renderNameField({ id: 'sign-in-name', label: 'Name', hint: 'The owner of the farm can leave it empty.', value: name, isLogin: true })}
${renderPasswordField({ id: 'sign-in-password', label: 'Password', name: 'password', isNew: false, message: message ?? undefined })}
<button class="button" type="submit">Sign in</button>
${offersPasskeys && renderPasskeyButton('sign-in', { button: 'Use a passkey', about: 'With a passkey, your telephone or computer signs you in by finger, face or code.', next })}
</form>
</div>`;
}
