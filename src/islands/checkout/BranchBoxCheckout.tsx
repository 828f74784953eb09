import type { StripeElements } from '@stripe/stripe-js';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { describeThanks } from '#domain/orders/order-outcome.ts';
import { STORED_ORDER_KEY } from '#domain/orders/stored-order.ts';
import type { Vat } from '#domain/vat.ts';
import { completeStoredOrder } from '../../browser/complete-order.ts';
import { confirmPayment } from '../../browser/confirm-payment.ts';
import { acceptOffer, type Checkout, type PaidOrder, prepareCheckout } from '../../browser/start-payment.ts';
import { ORDER_PATH } from '../../browser/stored-order.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { showToast } from '../toasts/toast-store.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { CardFields } from './CardFields.tsx';
import { OrderCompletion } from './OrderCompletion.tsx';
import { OrderSummary, PriceChanged } from './OrderSummary.tsx';
import { CheckoutRefused, PaymentProblem, type Problem } from './problems.tsx';
import { usePaying } from './use-paying.ts';
import { type Payments, usePayments } from './use-payments.ts';
import '../../styles/panels.css';
import './checkout.css';

// The branch box checkout (sections 2, 4, 5 and 8). An island, because the card form is the payment provider's script.
// Without script the page says how to order all the same: see its noscript part.

interface Props {
  /** The page's heading until there is something to complete. */
  readonly heading: string;
  readonly phone: string;
  readonly vat: Vat | undefined;
  /** The picture for a checkout that cannot be, drawn by the page. */
  readonly children?: ReactNode;
}

export function BranchBoxCheckout({ heading, phone, vat, children }: Props) {
  const { checkout, prepare, markPaid } = useCheckout();
  const payments = usePayments();
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isBusy, run } = usePaying(phone, ({ notification, isInForm }) =>
    setProblem({ ...notification, takesFocus: !isInForm }),
  );
  const headingRef = useRef<HTMLHeadingElement>(null);

  /** What was pressed is about to go, and the focus with it. */
  const startAgain = () => {
    headingRef.current?.focus();
    setProblem(null);
    void prepare();
  };

  const pay = ({ order, payment }: ReadyCheckout, elements: StripeElements | null) =>
    run(async () => {
      setProblem(null);
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
        {/* Who leaves in the middle of a payment might order, and pay, once more. */}
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
      {checkout.step === 'refused' && (
        <CheckoutRefused reason={checkout.reason} phone={phone} onRetry={startAgain}>
          {children}
        </CheckoutRefused>
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
      {checkout.step === 'ready' && (
        <div className="checkout-columns">
          <OrderSummary order={checkout.order} vat={vat} />
          <PaymentForm
            key={checkout.run}
            checkout={checkout}
            payments={payments}
            phone={phone}
            problem={problem}
            isBusy={isBusy}
            onPay={(elements) => pay(checkout, elements)}
            onRestart={startAgain}
            onOutdated={prepare}
          />
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
            setProblem({ title: 'Payment Failed', description, takesFocus: true });
            void prepare();
          }}
        />
      )}
      <Toaster />
    </div>
  );
}

type ReadyCheckout = Extract<Checkout, { readonly step: 'ready' }>;

interface PaymentFormProps {
  readonly checkout: ReadyCheckout;
  readonly payments: Payments;
  readonly phone: string;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
  readonly onPay: (elements: StripeElements | null) => void;
  /** For a card form that could not be loaded. */
  readonly onRestart: () => void;
  /** The stored order is not the one that is shown any more. */
  readonly onOutdated: () => void;
}

/** The provider's form, what is to be said about it, and the button that pays. */
function PaymentForm({ checkout, payments, phone, problem, isBusy, ...handlers }: PaymentFormProps) {
  const { order, payment } = checkout;
  const { onPay, onRestart, onOutdated } = handlers;
  const [elements, setElements] = useState<StripeElements | null>(null);
  const billingDetails = { name: order.customerName, email: order.customerEmail };

  const look = useEffectEvent(({ key }: StorageEvent) => {
    // Another tab has changed, paid or completed the order; a null key means that all storage was cleared.
    if ((key === STORED_ORDER_KEY || key === null) && !isBusy) onOutdated();
  });
  useEffect(() => {
    const listen = (event: StorageEvent) => look(event);
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, []);

  return (
    <section className="panel" aria-labelledby="checkout-payment">
      <h2 id="checkout-payment">Payment Details</h2>
      <form
        className="form"
        aria-labelledby="checkout-payment"
        onSubmit={(event) => {
          event.preventDefault();
          onPay(elements);
        }}
      >
        <CardFields
          page="checkout"
          clientSecret={payment.clientSecret}
          payments={payments}
          options={{ defaultValues: { billingDetails } }}
          phone={phone}
          onReady={setElements}
          onRestart={onRestart}
        />
        {problem && <PaymentProblem problem={problem} />}
        <button className="button checkout-pay" type="submit" disabled={!elements || isBusy}>
          {isBusy ? 'Processing Payment...' : `Pay £${payment.amount}`}
        </button>
      </form>
      <p className="hint">
        Your payment is secured by Stripe, our card provider. Your card details go straight to them and are
        not stored by us.
      </p>
    </section>
  );
}

/**
 * The checkout's course: prepared when the page loads, and again when the buyer asks for it or when the browser brings
 * the page back from its cache. Without an order the page is left. Another `run` means another card form.
 */
function useCheckout() {
  const [checkout, setCheckout] = useState<Checkout & { readonly run: number }>({
    step: 'preparing',
    run: 0,
  });
  const runs = useRef(0);

  const prepare = async () => {
    runs.current += 1;
    const run = runs.current;
    setCheckout({ step: 'preparing', run });
    const next = await prepareCheckout();
    // What an earlier preparation brings is out of date.
    if (run !== runs.current) return;
    if (next.step === 'no-order') location.replace(ORDER_PATH);
    else setCheckout({ ...next, run });
  };
  const markPaid = (paid: PaidOrder) => {
    runs.current += 1;
    setCheckout({ ...paid, run: runs.current });
  };

  const prepareNow = useEffectEvent(() => void prepare());
  useEffect(() => {
    prepareNow();
    const prepareAnew = ({ persisted }: PageTransitionEvent) => {
      if (persisted) prepareNow();
    };
    window.addEventListener('pageshow', prepareAnew);
    return () => window.removeEventListener('pageshow', prepareAnew);
  }, []);

  return { checkout, prepare, markPaid };
}
