import { useEffect, useRef } from 'react';
import { SignIn } from './SignIn.tsx';

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
      {isOpen && <SignIn reason="ended" offersPasskeys={offersPasskeys} onSignedIn={onSignedIn} />}
    </dialog>
  );
}
