import { useRef, useState } from 'react';
import { type PaymentFailure, toFailure } from '../../browser/confirm-payment.ts';
import { showToast } from '../toasts/toast-store.ts';

export interface Paying {
  readonly isBusy: boolean;
  /** What is asked for while something else is done, as by a second click, is not done. */
  readonly run: (work: () => Promise<void>, onFailure?: (failure: PaymentFailure) => void) => Promise<void>;
  /** For a page that was left in the middle of a payment, and comes back as it was. */
  readonly release: () => void;
}

/** One thing at a time. Every failure is shown as a toast, and handed on. */
export function usePaying(phone: string, onEveryFailure: (failure: PaymentFailure) => void): Paying {
  const [isBusy, setBusy] = useState(false);
  // Two clicks can come before React has disabled the button.
  const isLocked = useRef(false);
  const lock = (isClosed: boolean) => {
    isLocked.current = isClosed;
    setBusy(isClosed);
  };
  const run: Paying['run'] = async (work, onFailure) => {
    if (isLocked.current) return;
    lock(true);
    try {
      await work();
    } catch (error) {
      const failure = toFailure(error, phone);
      onFailure?.(failure);
      onEveryFailure(failure);
      showToast(failure.notification);
    }
    lock(false);
  };
  return { isBusy, run, release: () => lock(false) };
}
