import type { PasskeyUse } from '#domain/people.ts';
import { canUsePasskeys, runPasskey } from './passkey-use.ts';

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
  const form = box.closest('form');
  const failure = await runPasskey(({ addPasskey, joinByPasskey, signInByPasskey }) => {
    const what = box.dataset.passkey as PasskeyUse;
    if (what === 'add') return addPasskey();
    if (what === 'sign-in') return signInByPasskey();
    return joinByPasskey(String(form && new FormData(form).get('name')));
  });
  button.ariaDisabled = null;
  if (failure !== null) {
    alert.textContent = failure;
    alert.hidden = false;
    // The sign-in page may keep a form that is sent again afterwards.
  } else if (form?.elements.namedItem('kept-path')) form.submit();
  else location.assign(box.dataset.next ?? '/admin');
}
