/** Whether this browser can use a passkey on this page: it supports them, and the page is secure. */
export function canUsePasskeys(): boolean {
  // Also called while a page is built, without a window.
  return globalThis.isSecureContext === true && 'PublicKeyCredential' in globalThis;
}

/** Uses a passkey. The code for it loads on demand. @returns why it failed, for the person; null if it did not */
export async function runPasskey(
  use: (passkeys: typeof import('./passkeys.ts')) => Promise<void>,
): Promise<string | null> {
  const passkeys = await import('./passkeys.ts').catch(() => null);
  if (passkeys === null) return 'Passkeys couldn’t be loaded. Please try again in a moment.';
  try {
    await use(passkeys);
    return null;
  } catch (error) {
    return passkeys.describePasskeyFailure(error);
  }
}
