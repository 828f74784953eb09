import { useState } from 'react';
import { canUsePasskeys } from '../../browser/can-use-passkeys.ts';

/** Signs in with a passkey. The code for it loads on demand. */
export function PasskeySignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  if (!canUsePasskeys()) return null;

  const signIn = async () => {
    if (isBusy) return;
    setBusy(true);
    setMessage('');
    const passkeys = await import('../../browser/passkeys.ts').catch(() => null);
    try {
      if (passkeys === null)
        setMessage('What a passkey needs could not be loaded. Please try again in a moment.');
      else {
        await passkeys.signInByPasskey();
        return onSignedIn();
      }
    } catch (error) {
      setMessage(passkeys?.describePasskeyFailure(error) ?? '');
    }
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
