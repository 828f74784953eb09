import type { Appearance, Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { abandonScript, loadPayments, readAppearance } from '../../browser/load-stripe.ts';

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
