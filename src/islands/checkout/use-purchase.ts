import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Pence } from '#domain/money.ts';
import type { CompletedOrder, StartedPayment } from '#domain/payments/payment-answers.ts';
import { describeException, describeOrderFailure } from '#domain/payments/payment-messages.ts';
import { ApiError } from '../../browser/api-client.ts';
import {
  type FoliageChoice,
  forgetAttempt,
  keepEntries,
  keepPaid,
  openAttempt,
  type PaidFoliage,
  readAttempt,
  readPaid,
} from '../../browser/foliage-storage.ts';
import { completeOrder } from '../../browser/order-calls.ts';
import { showToast } from '../toasts/toast-store.ts';
import { explainRefusal, PaymentFailure, type Returned, readReturn, startPayment } from './payment-steps.ts';
import type { Choice } from './use-choice.ts';

/** Where the buyer stands. From `finishing` on the boxes are paid for, and nothing can be paid any more. */
export type Stage =
  | { readonly name: 'choosing' }
  | { readonly name: 'card'; readonly payment: StartedPayment; readonly deliveryWeek: string }
  | { readonly name: 'finishing' }
  | { readonly name: 'unfinished'; readonly paid: PaidFoliage };

export interface Purchase {
  readonly stage: Stage;
  readonly isBusy: boolean;
  /** The order number of a payment that was found made already, instead of being made again. */
  readonly earlierOrder: string | null;
  /**
   * Does one thing at a time: what is asked for meanwhile, as by a second click, is not done. A failure is shown as
   * a toast, and told to `onFailure`.
   */
  readonly run: (work: () => Promise<void>, onFailure?: (failure: PaymentFailure) => void) => void;
  /** @throws PaymentFailure */
  readonly start: (choice: FoliageChoice) => Promise<StartedPayment>;
  readonly showCard: (payment: StartedPayment, deliveryWeek: string) => void;
  readonly showChoice: () => void;
  /** Completes the order of a payment that has been made, and goes to the thank-you. */
  readonly finish: (paid: PaidFoliage) => Promise<void>;
}

interface Settings {
  readonly phone: string;
  readonly onPriceChange: (unitPrice: Pence) => void;
  readonly onRefusedFields: (fields: Readonly<Record<string, string>>) => void;
  /** Called with what was chosen before the buyer was led away to the bank. */
  readonly onReturn: (choice: Choice) => void;
}

const CHOOSING: Stage = { name: 'choosing' };

export function usePurchase({ phone, onPriceChange, onRefusedFields, onReturn }: Settings): Purchase {
  const [stage, setStage] = useState<Stage>(CHOOSING);
  const [isBusy, setBusy] = useState(false);
  const [earlierOrder, setEarlierOrder] = useState<string | null>(null);
  const isLocked = useRef(false);

  const lock = (isClosed: boolean) => {
    isLocked.current = isClosed;
    setBusy(isClosed);
  };

  const run: Purchase['run'] = async (work, onFailure) => {
    if (isLocked.current) return;
    lock(true);
    try {
      await work();
    } catch (error) {
      const failure = toFailure(error, phone);
      onFailure?.(failure);
      if (failure.unitPrice !== undefined) onPriceChange(failure.unitPrice);
      onRefusedFields(failure.fields);
      fail(failure.title, failure.message);
    }
    lock(false);
  };

  const failToFinish = (paid: PaidFoliage) => {
    setStage({ name: 'unfinished', paid });
    const { title, description } = describeOrderFailure(phone);
    return new PaymentFailure(description, { title });
  };

  const start = async (choice: FoliageChoice) => {
    setEarlierOrder(null);
    try {
      return await startPayment(choice);
    } catch (error) {
      const paymentIntentId = error instanceof PaymentFailure ? error.earlierPaymentId : undefined;
      if (paymentIntentId === undefined) throw error;
      const paid = { paymentIntentId, attemptId: openAttempt(choice).attemptId };
      const order = await complete(paid).catch(() => null);
      if (!order) throw failToFinish(paid);
      forget(paid);
      setEarlierOrder(order.orderNumber);
      throw error;
    }
  };

  const finish = async (paid: PaidFoliage) => {
    keepPaid(paid);
    setStage({ name: 'finishing' });
    try {
      await complete(paid);
    } catch (error) {
      const { cause } = error as Error;
      if (!(cause instanceof ApiError) || cause.code !== 'payment_incomplete') throw failToFinish(paid);
      keepPaid(null);
      setStage(CHOOSING);
      throw new PaymentFailure(cause.sentence);
    }
    forget(paid);
    keepEntries(null);
    // Not a step of the history: the way back must not lead to what has been paid for.
    location.replace('/success');
  };

  const explain = async ({ attemptId, clientSecret }: Returned) => {
    const attempt = readAttempt();
    if (attempt?.attemptId === attemptId && attempt) onReturn(attempt);
    history.replaceState(null, '', location.pathname);
    throw new PaymentFailure(await explainRefusal(clientSecret));
  };

  /** After a return from the bank, a reload, or the way back: what has been paid for is completed first. */
  const resume = useEffectEvent(() => {
    const returned = readReturn(location.search);
    if (returned?.hasFailed) return run(() => explain(returned));
    const paid = returned ?? readPaid();
    if (!paid) return;
    const { paymentIntentId, attemptId } = paid;
    run(() => finish({ paymentIntentId, attemptId }));
  });
  const reopen = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // The page as it was left, perhaps in the middle of a payment.
    lock(false);
    setStage(CHOOSING);
    resume();
  });
  useEffect(() => {
    resume();
    const handle = (event: PageTransitionEvent) => reopen(event);
    window.addEventListener('pageshow', handle);
    return () => window.removeEventListener('pageshow', handle);
  }, []);

  return {
    stage,
    isBusy,
    earlierOrder,
    run,
    start,
    finish,
    showCard: (payment, deliveryWeek) => setStage({ name: 'card', payment, deliveryWeek }),
    showChoice: () => setStage(CHOOSING),
  };
}

function complete({ paymentIntentId, attemptId }: PaidFoliage): Promise<CompletedOrder> {
  return completeOrder({ paymentIntentId, ...(attemptId !== undefined && { attemptId }) });
}

function forget({ attemptId }: PaidFoliage): void {
  forgetAttempt(attemptId);
  keepPaid(null);
}

function toFailure(error: unknown, phone: string): PaymentFailure {
  if (error instanceof PaymentFailure) return error;
  const { title, description } = describeException(error, phone);
  return new PaymentFailure(description, { title, cause: error });
}

function fail(title: string, description: string): void {
  showToast({ title, description, variant: 'destructive' });
}
