import '../../styles/forms.css';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { LONGEST_NAME } from '#domain/people.ts';
import { signIn } from '../../browser/admin-calls.ts';
import { ApiError } from '../../browser/api-client.ts';
import { canUsePasskeys, runPasskey } from '../../browser/passkey-use.ts';

const FAILED = 'Signing in didn’t work. Please try again in a moment.';

interface SignInProps {
  /** Whether passkeys work on this host. */
  readonly offersPasskeys: boolean;
  /** May fail, as signing in may. */
  readonly onSignedIn: () => Promise<void>;
}

/** Asks for name and password, or a passkey. Whoever has forgotten theirs is told whom to ask on the service's page. */
function SignIn({ offersPasskeys, onSignedIn }: SignInProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  /** @param use returns why it failed, or throws that; null if it did not */
  const enter = async (use: () => Promise<string | null>) => {
    if (isBusy) return;
    setBusy(true);
    setMessage('');
    try {
      setMessage((await use()) ?? '');
    } catch (error) {
      setMessage((error instanceof ApiError && error.error) || FAILED);
    }
    setBusy(false);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const { value: name } = elements.namedItem('name') as HTMLInputElement;
    const field = elements.namedItem('password') as HTMLInputElement;
    await enter(async () => {
      if (field.value === '') return 'Please enter the password.';
      await signIn(name, field.value);
      await onSignedIn();
      return null;
    });
    field.select();
  };
  const usePasskey = () =>
    enter(() =>
      runPasskey(async ({ signInByPasskey }) => {
        await signInByPasskey();
        await onSignedIn();
      }),
    );

  return (
    <div className="form-frame admin-sign-in">
      <form className="form" method="post" noValidate onSubmit={submit}>
        <h2>Sign in</h2>
        <p role="status">
          You’ve been signed out. Please sign in again. Everything you entered is still here.
        </p>
        <p className="error" id={`${id}error`} role="alert" hidden={message === ''}>
          {message}
        </p>
        <div className="field">
          <label htmlFor={`${id}name`}>Name</label>
          <p className="hint" id={`${id}hint`}>
            The owner of the farm can leave it empty.
          </p>
          <input
            id={`${id}name`}
            name="name"
            type="text"
            autoComplete="username"
            autoCapitalize="words"
            spellCheck={false}
            maxLength={LONGEST_NAME}
            aria-describedby={`${id}hint`}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}password`}>Password</label>
          <input
            id={`${id}password`}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            aria-invalid={message !== '' || undefined}
            aria-describedby={message === '' ? undefined : `${id}error`}
          />
        </div>
        <button className="button" type="submit">
          {isBusy ? 'Signing in...' : 'Sign in'}
        </button>
        {offersPasskeys && canUsePasskeys() && (
          <button className="button quiet" type="button" onClick={usePasskey}>
            Use a passkey
          </button>
        )}
      </form>
    </div>
  );
}

/** The sign-in over the page, which stays as it is below. It cannot be closed without signing in. */
export function SignInAgain({ isOpen, ...props }: SignInProps & { readonly isOpen: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // Closing it gives the focus back to where it was.
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      className="admin-over"
      aria-label="Sign in again"
      ref={dialog}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close it on a second Escape all the same.
      onClose={() => isOpen && dialog.current?.showModal()}
    >
      {isOpen && <SignIn {...props} />}
    </dialog>
  );
}
