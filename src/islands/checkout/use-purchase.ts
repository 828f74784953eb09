import { useEffect, useEffectEvent, useState } from 'react';
import { type Pence, parsePounds } from '#domain/money.ts';
import type { FoliageDelivery } from '#domain/orders/foliage-delivery.ts';
import type { StartedPayment } from '#domain/payments/payment-answers.ts';
import { ApiError } from '../../browser/api-client.ts';
import { completeFoliage } from '../../browser/complete-order.ts';
import {
  type Confirmation,
  confirmPayment,
  explainRefusal,
  PaymentFailure,
  readReturn,
} from '../../browser/confirm-payment.ts';
import {
  type FoliageChoice,
  forgetAttempt,
  openAttempt,
  type PaidFoliage,
  readAttempt,
  readPaid,
} from '../../browser/foliage-storage.ts';
import { startFoliagePayment } from '../../browser/start-payment.ts';
import type { Choice } from './use-choice.ts';
import { usePaying } from './use-payments.ts';

/** The buyer's progress. Once the boxes are paid for, nothing more can be paid. */
export type Stage =
  | { readonly name: 'choosing' }
  | { readonly name: 'card'; readonly payment: StartedPayment; readonly deliveryWeek: string }
  | { readonly name: 'paid'; readonly paid: PaidFoliage };

interface Means extends Pick<Confirmation, 'stripe' | 'elements' | 'payment'> {
  readonly delivery: FoliageDelivery;
}

interface Settings {
  readonly phone: string;
  readonly onPriceChange: (unitPrice: Pence) => void;
  readonly onRefusedFields: (fields: Readonly<Record<string, string>>) => void;
  /** Called with the choice made before the redirect to the bank. */
  readonly onReturn: (choice: Choice) => void;
}

export const CHOOSING: Stage = { name: 'choosing' };

export type Purchase = ReturnType<typeof usePurchase>;

export function usePurchase({ phone, onPriceChange, onRefusedFields, onReturn }: Settings) {
  const [stage, setStage] = useState<Stage>(CHOOSING);
  /** The order number of an earlier payment that was found instead of making a new one. */
  const [earlierOrder, setEarlierOrder] = useState<string | null>(null);
  const { isBusy, run, release } = usePaying(phone, ({ cause }) => {
    const answer = cause instanceof ApiError ? cause : undefined;
    const unitPrice = answer?.code === 'price_changed' ? parsePounds(answer.body.unitPrice) : null;
    if (unitPrice !== null) onPriceChange(unitPrice);
    onRefusedFields(answer?.fields ?? {});
  });

  /** @throws PaymentFailure */
  const start = async (choice: FoliageChoice): Promise<StartedPayment> => {
    setEarlierOrder(null);
    try {
      return await startFoliagePayment(choice);
    } catch (cause) {
      const { code, error, body } = cause instanceof ApiError ? cause : {};
      if (code === 'already_paid' && typeof body?.paymentIntentId === 'string') {
        const { attemptId } = openAttempt(choice);
        const paid = { paymentIntentId: body.paymentIntentId, attemptId };
        const order = await completeFoliage(paid).catch(() => null);
        // Tried again there, for as long as it takes.
        if (order === null) setStage({ name: 'paid', paid });
        else setEarlierOrder(order.orderNumber);
      }
      throw new PaymentFailure({ description: error ?? 'Failed to create payment' }, { cause });
    }
  };

  /** Takes the payment, then completes the order. @throws as `confirmPayment` */
  const pay = async ({ delivery, ...means }: Means): Promise<void> => {
    const { attemptId } = means.payment;
    const params = {
      // Not /success, which is a static page: the order is completed here first.
      return_url: `${location.origin}${location.pathname}?payment=success&attempt=${attemptId}`,
      receipt_email: delivery.email,
      shipping: delivery.shipping,
    };
    try {
      const { paymentIntentId } = await confirmPayment({ ...means, params, phone, isQuoted: true });
      setStage({ name: 'paid', paid: { paymentIntentId, attemptId } });
    } catch (error) {
      if (error instanceof PaymentFailure && error.hasEnded) forgetAttempt(attemptId);
      throw error;
    }
  };

  /** After a return from the bank, a reload, or going back: completes an order that is already paid for. */
  const resume = useEffectEvent(() => {
    const returned = readReturn(location.search);
    if (!returned?.hasFailed) {
      const { paymentIntentId, attemptId } = returned ?? readPaid() ?? {};
      if (paymentIntentId) setStage({ name: 'paid', paid: { paymentIntentId, attemptId } });
      return;
    }
    void run(async () => {
      const attempt = readAttempt();
      if (attempt?.attemptId === returned.attemptId && attempt) onReturn(attempt);
      history.replaceState(null, '', location.pathname);
      throw new PaymentFailure({ description: await explainRefusal(returned.clientSecret) });
    });
  });
  const reopen = useEffectEvent(() => {
    // The page is restored as it was left, perhaps during a payment.
    release();
    setStage(CHOOSING);
    resume();
  });
  useEffect(() => {
    resume();
    const gone = new AbortController();
    addEventListener('pageshow', ({ persisted }) => persisted && reopen(), gone);
    return () => gone.abort();
  }, []);

  return { stage, setStage, isBusy, run, earlierOrder, start, pay };
}
