import '../../styles/panels.css';
import './checkout.css';
import type { StripeElements } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { describeThanks } from '#domain/orders/order-outcome.ts';
import { STORED_ORDER_KEY, type StoredOrder } from '#domain/orders/stored-order.ts';
import type { Vat } from '#domain/vat.ts';
import { completeStoredOrder } from '../../browser/complete-order.ts';
import { confirmPayment } from '../../browser/confirm-payment.ts';
import { acceptOffer, type Checkout, type PaidOrder, prepareCheckout } from '../../browser/start-payment.ts';
import { keepRefused, ORDER_PATH } from '../../browser/stored-order.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { dismissToasts, showToast } from '../toasts/toast-store.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { CardFields } from './CardFields.tsx';
import { OrderCompletion } from './OrderCompletion.tsx';
import { OrderSummary, PriceChanged } from './OrderSummary.tsx';
import { usePaying, usePayments } from './use-payments.ts';

// The branch box checkout (sections 2, 4, 5 and 8). It is an island because the card fields belong to the payment
// provider's script. Without script the page explains how to order anyway, in its noscript section.

interface Props {
  /** The page's heading until there is something to complete. */
  readonly heading: string;
  readonly phone: string;
  readonly vat: Vat | undefined;
}

export function BranchBoxCheckout({ heading, phone, vat }: Props) {
  const { isBusy, run } = usePaying(phone);
  const { checkout, prepare, markPaid, isFromOtherTab } = useCheckout(isBusy);
  const payments = usePayments();
  const [elements, setElements] = useState<StripeElements | null>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);

  /** The pressed button is about to disappear, and the focus with it. */
  const startAgain = () => {
    headingRef.current?.focus();
    dismissToasts();
    void prepare();
  };

  const pay = ({ order, payment }: ReadyCheckout) =>
    run(async () => {
      const params = { return_url: new URL(`${ORDER_PATH}?payment=success`, location.href).href };
      const paid = await confirmPayment({ stripe: payments.stripe, elements, payment, params, phone });
      showToast(paid.message);
      markPaid({ step: 'paid', order, paymentIntentId: paid.paymentIntentId, title: paid.message.title });
    });

  return (
    <div className="checkout wrap">
      <div className="checkout-head">
        <h1 ref={headingRef} tabIndex={-1}>
          {checkout.step === 'ready' ? 'Complete Your Order' : heading}
        </h1>
        {/* A buyer who leaves during a payment might order and pay again. */}
        {checkout.step !== 'preparing' && checkout.step !== 'paid' && !isBusy && (
          <a className="button quiet" href={ORDER_PATH}>
            Back to branch boxes
          </a>
        )}
      </div>
      {checkout.step === 'preparing' && (
        <p className="loading" role="status">
          <Spinner /> Preparing checkout...
        </p>
      )}
      {checkout.step === 'price-changed' && (
        <PriceChanged
          order={checkout.order}
          offer={checkout.offer}
          onAccept={() => {
            acceptOffer(checkout.order, checkout.offer);
            startAgain();
          }}
        />
      )}
      {checkout.step === 'ready' && isFromOtherTab && (
        <p className="callout" role="status">
          You changed this order in your other tab. Please look it over before you pay.
        </p>
      )}
      {checkout.step === 'ready' && (
        <div className="checkout-columns">
          <OrderSummary order={checkout.order} vat={vat} />
          <section className="panel" aria-labelledby="checkout-payment">
            <h2 id="checkout-payment">Payment Details</h2>
            <form
              className="form"
              aria-labelledby="checkout-payment"
              onSubmit={(event) => {
                event.preventDefault();
                void pay(checkout);
              }}
            >
              <CardFields
                key={checkout.run}
                page="checkout"
                clientSecret={checkout.payment.clientSecret}
                payments={payments}
                options={fillBillingDetails(checkout.order)}
                phone={phone}
                onElements={setElements}
                onRestart={startAgain}
              />
              <Toaster />
              <button className="button checkout-pay" type="submit" disabled={!elements || isBusy}>
                {isBusy ? 'Processing Payment...' : `Pay £${checkout.payment.amount}`}
              </button>
            </form>
            <p className="hint">
              Your payment is secured by Stripe, our card provider. Your card details go straight to them and
              are not stored by us.
            </p>
          </section>
        </div>
      )}
      {checkout.step === 'paid' && (
        <OrderCompletion
          title={checkout.title}
          paymentIntentId={checkout.paymentIntentId}
          phone={phone}
          complete={() => completeStoredOrder(checkout.order, checkout.paymentIntentId)}
          onCompleted={(order) => location.replace(`${ORDER_PATH}?${describeThanks(order)}`)}
          onUnpaid={(description = '') => {
            const failure = { title: 'Payment Failed', description, variant: 'destructive' } as const;
            showToast({ ...failure, stays: true, takesFocus: true });
            void prepare();
          }}
        />
      )}
      {checkout.step !== 'ready' && <Toaster />}
    </div>
  );
}

type ReadyCheckout = Extract<Checkout, { readonly step: 'ready' }>;

function fillBillingDetails({ customerName: name, customerEmail: email }: StoredOrder) {
  return { defaultValues: { billingDetails: { name, email } } };
}

/**
 * The state of the checkout. It is prepared when the page loads, and again on request, when another tab has changed the
 * order, or when the page is restored from the back/forward cache. Without an order, or without a payment for it, it
 * returns to the order form, which says why. Another `run` means new card fields.
 */
function useCheckout(isBusy: boolean) {
  const [checkout, setCheckout] = useState<Checkout & { readonly run: number }>({
    step: 'preparing',
    run: 0,
  });
  const runs = useRef(0);
  const [isFromOtherTab, setFromOtherTab] = useState(false);

  const prepare = async () => {
    runs.current += 1;
    const run = runs.current;
    setCheckout({ step: 'preparing', run });
    const next = await prepareCheckout();
    // The result of an earlier preparation is out of date.
    if (run !== runs.current) return;
    if (next.step === 'no-order') return location.replace(ORDER_PATH);
    if (next.step !== 'refused') return setCheckout({ ...next, run });
    keepRefused(next);
    location.replace(`${ORDER_PATH}#order`);
  };
  const markPaid = (paid: PaidOrder) => {
    runs.current += 1;
    setCheckout({ ...paid, run: runs.current });
  };

  const prepareNow = useEffectEvent(() => void prepare());
  const readStorageEvent = useEffectEvent(({ key }: StorageEvent) => {
    // A null key means that all storage was cleared.
    const isOrder = key === STORED_ORDER_KEY || key === null;
    if (!isOrder || checkout.step !== 'ready' || isBusy) return;
    setFromOtherTab(true);
    void prepare();
  });
  useEffect(() => {
    prepareNow();
    const gone = new AbortController();
    addEventListener('storage', (event) => readStorageEvent(event), gone);
    addEventListener('pageshow', ({ persisted }) => persisted && prepareNow(), gone);
    return () => gone.abort();
  }, []);

  return { checkout, prepare, markPaid, isFromOtherTab };
}
