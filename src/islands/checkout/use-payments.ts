import type { Appearance, Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { giveUpOnScript, loadPayments } from '../../browser/load-stripe.ts';

/** After so long the page says that the card form takes its time, and offers a way out. */
export const SLOW_AFTER_MS = 10_000;

type Script =
  | { readonly status: 'loading' | 'slow' | 'failed'; readonly stripe: null }
  | { readonly status: 'ready'; readonly stripe: Stripe };

/** The provider's script, and how to ask for it again. */
export type Payments = Script & { readonly retry: () => void };

const LOADING: Script = { status: 'loading', stripe: null };

/** Stripe.js on its way: still loading, slow (10 s), failed, or ready. */
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
    if (script.status === 'slow') giveUpOnScript();
    setScript(LOADING);
    setTries((before) => before + 1);
  };
  return { ...script, retry };
}

/** The look of Stripe's elements, which changes with the page when the system turns dark or light. */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(getAppearance);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setAppearance(getAppearance());
    dark.addEventListener('change', update);
    return () => dark.removeEventListener('change', update);
  }, []);
  return appearance;
}

/** A green primary colour (section 2), and the page's own paper and ink. */
function getAppearance(): Appearance {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: isDark ? '#a5d3b5' : '#1f5132',
      colorBackground: isDark ? '#101a15' : '#fbf7ef',
      colorText: isDark ? '#f1ede3' : '#1b1f1c',
      colorTextSecondary: isDark ? '#c4cfc8' : '#43504a',
      colorDanger: isDark ? '#f0a79f' : '#a3231c',
      borderRadius: '3px',
    },
  };
}
