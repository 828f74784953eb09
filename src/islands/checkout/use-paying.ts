import { useElements, useStripe } from '@stripe/react-stripe-js';
import { useEffect, useRef, useState } from 'react';
import {
  describeException,
  judgeConfirmation,
  NOT_READY,
  type PaymentMessage,
  type PaymentOutcome,
} from '#domain/payments/payment-messages.ts';
import { showToast } from '../toasts/toast-store.ts';
import { ORDER_PAGE } from './use-checkout.ts';

interface PayingOptions {
  readonly isReady: boolean;
  readonly phone: string;
  readonly notice: PaymentMessage | null;
  readonly onPaying: (isPaying: boolean) => void;
  readonly onPaid: (paymentIntentId: string, title: string) => void;
}

/** A message that stays beside the button: a toast goes after five seconds. */
type Problem = PaymentMessage & { readonly takesFocus: boolean };

/** One payment at a time, and what came of the last one (section 4, payment form). */
export function usePaying({ isReady, phone, notice, onPaying, onPaid }: PayingOptions) {
  const [stripe, elements] = [useStripe(), useElements()];
  const [isSubmitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(notice && { ...notice, takesFocus: true });
  // Two clicks can come before React has disabled the button.
  const isLocked = useRef(false);
  const problemRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem?.takesFocus) problemRef.current?.focus();
  }, [problem]);

  async function confirm(): Promise<PaymentOutcome & { readonly isFormsToSay?: boolean }> {
    if (!stripe || !elements || !isReady) return { message: NOT_READY };
    try {
      const result = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: new URL(`${ORDER_PAGE}?payment=success`, location.href).href },
        redirect: 'if_required',
      });
      // The provider's form shows what to mend and takes the focus there itself.
      const isFormsToSay = result.error?.type === 'validation_error';
      return { ...judgeConfirmation(result, phone), isFormsToSay };
    } catch (error) {
      return { message: describeException(error, phone) };
    }
  }

  async function pay(): Promise<void> {
    if (isLocked.current) return;
    isLocked.current = true;
    setSubmitting(true);
    onPaying(true);
    setProblem(null);
    const { message, paymentIntentId, isFormsToSay = false } = await confirm();
    showToast(message);
    isLocked.current = false;
    setSubmitting(false);
    onPaying(false);
    if (paymentIntentId === undefined) setProblem({ ...message, takesFocus: !isFormsToSay });
    else onPaid(paymentIntentId, message.title);
  }

  return { isSubmitting, problem, problemRef, pay };
}
