import '../../styles/forms.css';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { FORGOTTEN_PASSWORD, LONGEST_NAME } from '#domain/people.ts';
import { signIn } from '../../browser/admin-calls.ts';
import { ApiError } from '../../browser/api-client.ts';
import { canUsePasskeys, runPasskey } from '../../browser/passkey-use.ts';

const FAILED = 'Signing in didn’t work. Please try again in a moment.';

interface SignInProps {
  /** Whether passkeys work on this host. */
  readonly offersPasskeys: boolean;
  /** May fail, as signing in may. */
  readonly onSignedIn: () => void | Promise<void>;
}

/** Asks for name and password, or a passkey. The owner needs no name. */
function SignIn({ offersPasskeys, onSignedIn }: SignInProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [message, setMessage] = useState('');
  const attempt = useMutation({ mutationFn: signIn, onSuccess: onSignedIn });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (attempt.isPending) return;
    const { elements } = event.currentTarget;
    const name = elements.namedItem('name') as HTMLInputElement;
    const field = elements.namedItem('password') as HTMLInputElement;
    setMessage('');
    try {
      if (field.value === '') setMessage('Please enter the password.');
      else await attempt.mutateAsync({ name: name.value, password: field.value });
    } catch (error) {
      setMessage((error instanceof ApiError && error.error) || FAILED);
    }
    field.select();
  };

  return (
    <div className="form-frame admin-sign-in">
      <form className="form" method="post" noValidate onSubmit={submit}>
        <h2>Sign in</h2>
        <p role="status">
          You’ve been signed out. Please sign in again. Everything you entered is still here.
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
          <p className="error" id={`${id}error`} role="alert" hidden={message === ''}>
            {message}
          </p>
          <input
            id={`${id}password`}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            required
            aria-invalid={message !== '' || undefined}
            aria-describedby={message === '' ? undefined : `${id}error`}
          />
        </div>
        <label className="choice">
          <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
          <span>Show the password</span>
        </label>
        <button className="button" type="submit">
          {attempt.isPending ? 'Signing in...' : 'Sign in'}
        </button>
        {offersPasskeys && <PasskeySignIn onSignedIn={onSignedIn} />}
        <details>
          <summary>{FORGOTTEN_PASSWORD.question}</summary>
          <p>{FORGOTTEN_PASSWORD.answer}</p>
        </details>
      </form>
    </div>
  );
}

/** Signs in with a passkey. The code for it loads on demand. */
function PasskeySignIn({ onSignedIn }: Pick<SignInProps, 'onSignedIn'>) {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  if (!canUsePasskeys()) return null;

  const signIn = async () => {
    if (isBusy) return;
    setBusy(true);
    const failure = await runPasskey(async ({ signInByPasskey }) => {
      await signInByPasskey();
      await onSignedIn();
    });
    setMessage(failure ?? '');
    setBusy(false);
  };

  return (
    <>
      <button className="button quiet" type="button" aria-disabled={isBusy || undefined} onClick={signIn}>
        Use a passkey
      </button>
      {message !== '' && (
        <p className="callout trouble" role="alert">
          {message}
        </p>
      )}
    </>
  );
}

interface SignInAgainProps {
  readonly isOpen: boolean;
  readonly offersPasskeys: boolean;
  readonly onSignedIn: () => Promise<void>;
}

/** The sign-in over the page, which stays as it is below. It cannot be closed without signing in. */
export function SignInAgain({ isOpen, offersPasskeys, onSignedIn }: SignInAgainProps) {
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
      {isOpen && <SignIn offersPasskeys={offersPasskeys} onSignedIn={onSignedIn} />}
    </dialog>
  );
}
