import type { Appearance, Stripe } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { type PaymentFailure, toFailure } from '../../browser/confirm-payment.ts';
import { abandonScript, loadPayments, readAppearance } from '../../browser/load-stripe.ts';
import { dismissToasts, showToast } from '../toasts/toast-store.ts';

/** After this time the page says that the card fields are slow, and offers an alternative. */
export const SLOW_AFTER_MS = 10_000;

type Script =
  | { readonly status: 'loading' | 'slow' | 'failed'; readonly stripe: null }
  | { readonly status: 'ready'; readonly stripe: Stripe };

/** The provider's script, and how to request it again. */
export type Payments = Script & { readonly retry: () => void };

const LOADING: Script = { status: 'loading', stripe: null };

/** The state of Stripe.js: still loading, slow (10 s), failed, or ready. */
export function usePayments(): Payments {
  const [script, setScript] = useState(LOADING);
  const [tries, setTries] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another try is what runs this again.
  useEffect(() => {
    let isCurrent = true;
    const set = (next: Script) => {
      if (isCurrent) setScript(next);
    };
    const timer = setTimeout(() => set({ status: 'slow', stripe: null }), SLOW_AFTER_MS);
    loadPayments()
      .then(
        (stripe) => set({ status: 'ready', stripe }),
        () => set({ status: 'failed', stripe: null }),
      )
      .finally(() => clearTimeout(timer));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [tries]);
  const retry = () => {
    if (script.status === 'slow') abandonScript();
    setScript(LOADING);
    setTries((before) => before + 1);
  };
  return { ...script, retry };
}

/** The look of Stripe's elements, which follows the system's dark or light mode. */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setAppearance(readAppearance());
    dark.addEventListener('change', update);
    return () => dark.removeEventListener('change', update);
  }, []);
  return appearance;
}

type OnFailure = (failure: PaymentFailure) => void;

/** Runs one action at a time. Every failure becomes a toast, which stays until the next action, and is passed on. */
export function usePaying(phone: string, onEveryFailure?: OnFailure) {
  const [isBusy, setBusy] = useState(false);
  // A second click can come before React has disabled the button.
  const isLocked = useRef(false);
  const lock = (isClosed: boolean) => {
    isLocked.current = isClosed;
    setBusy(isClosed);
  };
  /** A request during another action, such as a second click, is ignored. */
  const run = async (work: () => Promise<void>, onFailure?: OnFailure): Promise<void> => {
    if (isLocked.current) return;
    lock(true);
    dismissToasts();
    try {
      await work();
    } catch (error) {
      const failure = toFailure(error, phone);
      onFailure?.(failure);
      onEveryFailure?.(failure);
      // The provider's form has taken the focus where it shows the mistake.
      showToast({ ...failure.notification, stays: true, takesFocus: !failure.isInForm });
    }
    lock(false);
  };
  /** For a page that was left during a payment and is restored unchanged. */
  const release = () => lock(false);
  return { isBusy, run, release };
}
