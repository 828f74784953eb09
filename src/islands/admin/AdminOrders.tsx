import '../../styles/panels.css';
import './admin.css';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SIGN_IN_TEMPLATE } from '#domain/office.ts';
import type { AdminSession } from '#domain/people.ts';
import { clearFormProblem, showFormProblem } from '#forms/show-problem.ts';
import { SESSION_URL, signIn } from '../../browser/admin-calls.ts';
import { ApiError } from '../../browser/api-client.ts';
import {
  createQueryClient,
  hasSessionEnded,
  markSessionStarted,
  watchSession,
} from '../../browser/query-client.ts';
import { wireSignIn } from '../../browser/sign-in-controls.ts';
import { LoadFailure, Loading } from './ListStates.tsx';
import { OrderBoard } from './OrderBoard.tsx';
import { RoleContext } from './role.ts';
import { TooltipProvider } from './Tooltip.tsx';
import '../../styles/forms.css';

// The list of orders. It is an island because only people who are signed in may see it, so it cannot be in the built
// page. Without script the page says so, and still explains labels and delivery.

/** @param trouble a picture, which the page renders in the slot of that name */
export default function AdminOrders({ trouble }: { readonly trouble?: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <div className="admin stack">
          <SessionGate trouble={trouble} />
        </div>
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** When the session ends while somebody works, they sign in over the page, and everything that they have typed stays. */
function SessionGate({ trouble }: { readonly trouble: ReactNode }) {
  const session = useQuery<AdminSession>({ queryKey: [SESSION_URL] });
  const hasEnded = useSyncExternalStore(watchSession, hasSessionEnded, () => false);

  const signInAgain = async () => {
    // First, because it may be another person, with another role.
    const { data } = await session.refetch({ throwOnError: true });
    if (!data?.signedIn) throw new Error('This browser can’t stay signed in.');
    markSessionStarted();
  };

  if (session.isPending) return <Loading />;
  if (session.data === undefined)
    return <LoadFailure onRetry={() => session.refetch()}>{trouble}</LoadFailure>;
  const { signedIn } = session.data;
  return (
    <RoleContext value={signedIn ? session.data.role : 'packer'}>
      <SignInAgain isOpen={hasEnded || !signedIn} onSignedIn={signInAgain} />
      <OrderBoard trouble={trouble} />
    </RoleContext>
  );
}

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
function SignInAgain({ isOpen, onSignedIn }: SignInProps) {
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
