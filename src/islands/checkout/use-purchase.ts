import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FoliageDelivery } from '#domain/orders/foliage-delivery.ts';
import type { CompletedOrder, StartedPayment } from '#domain/orders/order-outcome.ts';
import { completeOrder } from '../../browser/complete-order.ts';
import { confirmPayment, PaymentFailure, type Stage, toFailure } from '../../browser/payment.ts';
import type { Kept } from '../../browser/stored-order.ts';
import { dismissToast, showToast } from '../toasts/toast-store.ts';

type Ready<Purchase> = Pick<Extract<Stage<Purchase>, { name: 'ready' }>, 'payment' | 'purchase'>;

/** What differs between the two pages. */
export interface Setting<Purchase> {
  readonly phone: string;
  readonly first: Stage<Purchase>;
  /**
   * What the page goes on with when it has loaded or is restored from the back/forward cache.
   * @returns null for the first stage
   * @throws PaymentFailure to show
   */
  readonly open: () => Promise<Stage<Purchase> | null>;
  readonly kept: Kept<Purchase>;
  /** The path to which the buyer's bank returns. */
  readonly returnPath: (payment: StartedPayment) => string;
  /** Leaves for the thank-you. */
  readonly leave: (order: CompletedOrder) => void;
  /** Whether to show every error in the provider's words, or only errors about the card. */
  readonly isQuoted?: boolean;
  readonly onFailure?: (failure: PaymentFailure) => void;
}

interface Means {
  readonly stripe: Stripe | null;
  readonly elements: StripeElements | null;
  /** Where the page asks for it, or the wallet. */
  readonly delivery?: FoliageDelivery | undefined;
}

/** One purchase: its payment, what the bank says, and the order that it becomes. */
export function usePurchase<Purchase extends { readonly attemptId: string }>(setting: Setting<Purchase>) {
  const { phone, first, kept, isQuoted = false, onFailure } = setting;
  // Another `run` means new card fields.
  const [{ stage, run: stageRun }, setState] = useState({ stage: first, run: 0 });
  const [isBusy, setBusy] = useState(false);
  const runs = useRef(0);
  // A second click can come before React has disabled the button.
  const isLocked = useRef(false);
  const lock = (isClosed: boolean) => {
    isLocked.current = isClosed;
    setBusy(isClosed);
  };
  const enter = (next: Stage<Purchase>) => {
    runs.current += 1;
    setState({ stage: next, run: runs.current });
  };
  /** Every failure becomes a toast, which stays until the next action. */
  const fail = (error: unknown): PaymentFailure => {
    const failure = toFailure(error, phone);
    onFailure?.(failure);
    // The provider's form has taken the focus where it shows the mistake.
    showToast({ ...failure.notification, phone, stays: true, takesFocus: !failure.isInForm });
    return failure;
  };
  /** Runs one action at a time: one that is asked for during another, as by a second click, is ignored. */
  const run = async (work: () => Promise<void>, onOwnFailure?: (failure: PaymentFailure) => void) => {
    if (isLocked.current) return;
    lock(true);
    dismissToast();
    await work().catch((error) => {
      const failure = fail(error);
      onOwnFailure?.(failure);
    });
    lock(false);
  };

  /** Begins again. A page may have been left during a payment, and be restored as it was. */
  const open = async () => {
    lock(false);
    enter(first);
    const opened = runs.current;
    const next = await setting.open().catch(fail);
    // What an earlier opening finds is out of date.
    if (next && !(next instanceof PaymentFailure) && opened === runs.current) enter(next);
  };
  const openNow = useEffectEvent(() => void open());
  useEffect(() => {
    openNow();
    const gone = new AbortController();
    addEventListener('pageshow', ({ persisted }) => persisted && openNow(), gone);
    return () => gone.abort();
  }, []);

  /** @throws PaymentFailure, or what the provider's script throws */
  const take = async ({ payment, purchase }: Ready<Purchase>, { delivery, ...means }: Means) => {
    const params = {
      return_url: new URL(setting.returnPath(payment), location.href).href,
      ...(delivery && { receipt_email: delivery.email, shipping: delivery.shipping }),
    };
    const { message, paymentIntentId } = await confirmPayment({ ...means, payment, params, phone, isQuoted });
    enter({ name: 'paid', purchase, paymentIntentId, title: message.title });
  };
  /** Takes the payment that is ready, with the card that has been entered. */
  const pay = (ready: Ready<Purchase>, means: Means) => run(() => take(ready, means));

  /** The service says that nothing was paid. */
  const reopenUnpaid = (description = '') => {
    fail(new PaymentFailure({ description }));
    // The address of a return from the bank would complete it again.
    if (location.search !== '') history.replaceState(null, '', location.pathname);
    void open();
  };
  /** For `OrderCompletion`. */
  const completion = stage.name === 'paid' && {
    phone,
    title: stage.title,
    paymentIntentId: stage.paymentIntentId,
    complete: () => completeOrder(stage.purchase, stage.paymentIntentId, kept),
    onCompleted: setting.leave,
    onUnpaid: reopenUnpaid,
  };
  return { stage, stageRun, isBusy, run, open, enter, take, pay, completion };
}
