import '../../styles/forms.css';
import { useEffect, useRef } from 'react';
import { SIGN_IN_TEMPLATE } from '#domain/office.ts';
import { clearFormProblem, showFormProblem } from '#forms/show-problem.ts';
import { signIn } from '../../browser/admin-calls.ts';
import { ApiError } from '../../browser/api-client.ts';
import { wireSignIn } from '../../browser/sign-in-controls.ts';

const FAILED = 'Signing in didn’t work. Please try again in a moment.';

interface SignInProps {
  readonly isOpen: boolean;
  /** May fail, as signing in may. */
  readonly onSignedIn: () => Promise<void>;
}

/**
 * The service's own form of signing in, over the page, which stays as it is below. It cannot be closed without signing
 * in.
 */
export function SignInAgain({ isOpen, onSignedIn }: SignInProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed must outlast each rendering.
  useEffect(() => {
    const over = dialog.current;
    const template = document.getElementById(SIGN_IN_TEMPLATE);
    if (!isOpen || !over || !(template instanceof HTMLTemplateElement)) return;
    over.replaceChildren(template.content.cloneNode(true));
    const form = over.querySelector('form');
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      void submit(form, onSignedIn);
    });
    wireSignIn(over, () => form && finish(form, onSignedIn));
    over.showModal();
    // Closing it gives the focus back to where it was.
    return () => over.close();
  }, [isOpen]);
  return (
    <dialog
      className="admin-over"
      aria-label="Sign in again"
      ref={dialog}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close it on a second Escape all the same.
      onClose={() => isOpen && dialog.current?.showModal()}
    />
  );
}

async function submit(form: HTMLFormElement, onSignedIn: () => Promise<void>): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const entries = new FormData(form);
  await finish(form, async () => {
    await signIn(String(entries.get('name')), String(entries.get('password')));
    await onSignedIn();
  });
  form.ariaBusy = null;
}

async function finish(form: HTMLFormElement, act: () => Promise<void>): Promise<void> {
  try {
    await act();
    clearFormProblem(form);
  } catch (error) {
    const own = error instanceof ApiError ? (error.fields.password ?? error.error) : undefined;
    showFormProblem(form, { fields: [{ controlId: 'sign-in-password', message: own ?? FAILED }] });
  }
}
