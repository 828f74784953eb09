import { useRef, useState } from 'react';
import { type PaymentFailure, toFailure } from '../../browser/confirm-payment.ts';
import { showToast } from '../toasts/toast-store.ts';

type OnFailure = (failure: PaymentFailure) => void;

/** Runs one action at a time. Every failure becomes a toast and is passed on. */
export function usePaying(phone: string, onEveryFailure: OnFailure) {
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
  /** For a page that was left during a payment and is restored unchanged. */
  const release = () => lock(false);
  return { isBusy, run, release };
}
