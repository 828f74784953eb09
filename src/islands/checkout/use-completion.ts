import { useCallback, useEffect, useRef, useState } from 'react';
import type { StoredOrder } from '#domain/orders/stored-order.ts';
import type { CompletedOrder } from '#domain/payments/payment-answers.ts';
import { describeOrderFailure } from '#domain/payments/payment-messages.ts';
import {
  completeStoredOrder,
  isUnpaid,
  readSentence,
  withoutPayment,
} from '../../browser/complete-stored-order.ts';
import { storeOrder } from '../../browser/stored-order.ts';
import { showToast } from '../toasts/toast-store.ts';

export interface CompletionOptions {
  readonly order: StoredOrder | null;
  readonly paymentIntentId: string;
  readonly phone: string;
  readonly onCompleted: (order: CompletedOrder) => void;
  /** The service says that nothing was paid; `reason` is its sentence. */
  readonly onUnpaid: (reason: string | undefined) => void;
}

export interface CompletionState {
  readonly status: 'completing' | 'failed';
  /** The service's own sentence, where it has answered. */
  readonly reason?: string | undefined;
}

/**
 * Completes a paid order (section 4): at once, when the buyer asks for it again, and by itself when the line is back.
 * `options` are read when the completion begins.
 */
export function useCompletion(options: CompletionOptions) {
  const [state, setState] = useState<CompletionState>({ status: 'completing' });
  const current = useRef(options);
  current.current = options;
  const isRunning = useRef(false);

  const complete = useCallback(async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ status: 'completing' });
    const { order, paymentIntentId, phone, onCompleted, onUnpaid } = current.current;
    try {
      onCompleted(await completeStoredOrder(order, paymentIntentId));
    } catch (error) {
      if (isUnpaid(error)) {
        if (order) storeOrder(withoutPayment(order));
        onUnpaid(readSentence(error));
        return;
      }
      showToast(describeOrderFailure(phone));
      setState({ status: 'failed', reason: readSentence(error) });
    } finally {
      isRunning.current = false;
    }
  }, []);

  useEffect(() => void complete(), [complete]);

  useEffect(() => {
    if (state.status !== 'failed') return;
    window.addEventListener('online', complete);
    return () => window.removeEventListener('online', complete);
  }, [state, complete]);

  return { state, complete };
}
