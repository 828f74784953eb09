import type { PasskeyUse } from '#domain/people.ts';

/**
 * What forms of signing in can do with a script: show a password, and use a passkey, whose code loads on the first
 * click.
 * @param onSignedIn instead of going to the next page
 */
export function wireSignIn(root: ParentNode, onSignedIn?: () => unknown): void {
  for (const box of root.querySelectorAll<HTMLInputElement>('[data-shows]')) {
    const field = root.querySelector<HTMLInputElement>(`#${box.dataset.shows}`);
    const show = (isShown: boolean) => field?.setAttribute('type', isShown ? 'text' : 'password');
    box.addEventListener('change', () => show(box.checked));
    // Browsers offer to keep what was typed as a password.
    box.form?.addEventListener('submit', () => show(false));
  }
  for (const box of root.querySelectorAll<HTMLElement>('[data-passkey]')) {
    box.hidden = !(isSecureContext && 'PublicKeyCredential' in window);
    box.querySelector('button')?.addEventListener('click', () => void usePasskey(box, onSignedIn));
  }
}

async function usePasskey(box: HTMLElement, onSignedIn?: () => unknown): Promise<void> {
  const button = box.querySelector('button');
  const alert = box.querySelector<HTMLElement>('[role="alert"]');
  if (!button || !alert || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  alert.hidden = true;
  const form = box.closest('form');
  const failure = await runPasskey(box.dataset.passkey as PasskeyUse, form);
  button.ariaDisabled = null;
  if (failure !== null) {
    alert.textContent = failure;
    alert.hidden = false;
  } else if (onSignedIn) onSignedIn();
  // The sign-in page may keep a form that is sent again afterwards.
  else if (form?.elements.namedItem('kept')) form.submit();
  else location.assign(box.dataset.next ?? '/admin');
}

/** @returns why it failed, for the person; null if it did not */
async function runPasskey(what: PasskeyUse, form: HTMLFormElement | null): Promise<string | null> {
  const passkeys = await import('./passkeys.ts').catch(() => null);
  if (passkeys === null) return 'Passkeys couldn’t be loaded. Please try again in a moment.';
  try {
    if (what === 'add') await passkeys.addPasskey();
    else if (what === 'sign-in') await passkeys.signInByPasskey();
    else await passkeys.joinByPasskey(String(form && new FormData(form).get('name')));
    return null;
  } catch (error) {
    return passkeys.describePasskeyFailure(error);
  }
}
