import type { PasskeyUse } from '#domain/people.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';

/**
 * Shows the passkey buttons on the pages that the service renders, because they need a script. The passkey code loads
 * on the first click.
 */
for (const box of document.querySelectorAll<HTMLElement>('[data-passkey]')) {
  box.hidden = !canUsePasskeys();
  box.querySelector('button')?.addEventListener('click', () => void use(box));
}

async function use(box: HTMLElement): Promise<void> {
  const button = box.querySelector('button');
  const alert = box.querySelector<HTMLElement>('[role="alert"]');
  if (!button || !alert || button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  alert.hidden = true;
  try {
    const form = box.closest('form');
    await run(box.dataset.passkey as PasskeyUse, form);
    // The sign-in page may keep a form that is sent again afterwards.
    if (form?.elements.namedItem('kept-path')) return form.submit();
    location.assign(box.dataset.next ?? '/admin');
  } catch (error) {
    alert.textContent = await describe(error);
    alert.hidden = false;
  }
  button.ariaDisabled = null;
}

async function run(what: PasskeyUse, form: HTMLFormElement | null): Promise<void> {
  const { addPasskey, joinByPasskey, signInByPasskey } = await import('./passkeys.ts');
  if (what === 'add') return addPasskey();
  if (what === 'sign-in') return signInByPasskey();
  return joinByPasskey(String(form && new FormData(form).get('name')));
}

async function describe(error: unknown): Promise<string> {
  try {
    return (await import('./passkeys.ts')).describePasskeyFailure(error);
  } catch {
    return 'Passkeys could not be loaded. Please try again in a moment.';
  }
}
