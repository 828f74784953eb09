import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import { loadPayments } from '../../browser/load-stripe.ts';

/** After so long the page says that the card form takes its time, and offers a way out. */
export const SLOW_AFTER_MS = 10_000;

export type Payments =
  | { readonly status: 'loading' | 'slow' | 'failed'; readonly stripe: null }
  | { readonly status: 'ready'; readonly stripe: Stripe };

/** Stripe.js on its way: still loading, slow (10 s), failed, or ready. `retry` asks for the script again. */
export function usePayments(): { readonly payments: Payments; readonly retry: () => void } {
  const [payments, setPayments] = useState<Payments>({ status: 'loading', stripe: null });
  const [tries, setTries] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another try is what runs this again.
  useEffect(() => {
    let isCurrent = true;
    const set = (next: Payments) => {
      if (isCurrent) setPayments(next);
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
  const retry = useCallback(() => {
    setPayments({ status: 'loading', stripe: null });
    setTries((before) => before + 1);
  }, []);
  return { payments, retry };
}
