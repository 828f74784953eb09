import { useRef, useState } from 'react';
import { type PaymentFailure, toFailure } from '../../browser/confirm-payment.ts';
import { showToast } from '../toasts/toast-store.ts';

type OnFailure = (failure: PaymentFailure) => void;

/** One thing at a time. Every failure is shown as a toast, and handed on. */
export function usePaying(phone: string, onEveryFailure: OnFailure) {
  const [isBusy, setBusy] = useState(false);
  // Two clicks can come before React has disabled the button.
  const isLocked = useRef(false);
  const lock = (isClosed: boolean) => {
    isLocked.current = isClosed;
    setBusy(isClosed);
  };
  /** What is asked for while something else is done, as by a second click, is not done. */
  const run = async (work: () => Promise<void>, onFailure?: OnFailure): Promise<void> => {
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
  /** For a page that was left in the middle of a payment, and comes back as it was. */
  const release = () => lock(false);
  return { isBusy, run, release };
}
