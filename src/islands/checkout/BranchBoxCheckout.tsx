import { type ReactNode, useRef, useState } from 'react';
import { describeThanks } from '#domain/orders/order-outcome.ts';
import type { PaymentMessage } from '#domain/payments/payment-messages.ts';
import type { Vat } from '#domain/vat.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { CheckoutRefused } from './CheckoutRefused.tsx';
import { OrderCompletion } from './OrderCompletion.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { PaymentDetails } from './PaymentDetails.tsx';
import { PriceChanged } from './PriceChanged.tsx';
import { ORDER_PAGE, useCheckout } from './use-checkout.ts';
import { usePayments } from './use-payments.ts';
import '../../styles/panels.css';
import './BranchBoxCheckout.css';

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
  const { checkout, prepare, accept, markPaid } = useCheckout();
  const { payments, retry } = usePayments();
  const [notice, setNotice] = useState<PaymentMessage | null>(null);
  const [isPaying, setPaying] = useState(false);
  const headingRef = useRef<HTMLHeadingElement>(null);

  /** What was pressed is about to go, and the focus with it. */
  function start(action: () => void) {
    headingRef.current?.focus();
    setNotice(null);
    action();
  }

  return (
    <div className="checkout wrap">
      <div className="checkout-head">
        <h1 ref={headingRef} tabIndex={-1}>
          {checkout.step === 'ready' ? 'Complete Your Order' : heading}
        </h1>
        {/* Who leaves in the middle of a payment might order, and pay, once more. */}
        {checkout.step !== 'preparing' && checkout.step !== 'paid' && !isPaying && (
          <a className="button quiet" href={ORDER_PAGE}>
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
        <CheckoutRefused reason={checkout.reason} phone={phone} onRetry={() => start(prepare)}>
          {children}
        </CheckoutRefused>
      )}
      {checkout.step === 'price-changed' && (
        <PriceChanged order={checkout.order} offer={checkout.offer} onAccept={() => start(accept)} />
      )}
      {checkout.step === 'ready' && (
        <div className="checkout-columns">
          <OrderSummary order={checkout.order} vat={vat} />
          <PaymentDetails
            key={checkout.run}
            order={checkout.order}
            payment={checkout.payment}
            payments={payments}
            phone={phone}
            notice={notice}
            onRetryScript={retry}
            onRestart={() => start(prepare)}
            onOutdated={prepare}
            onPaying={setPaying}
            onPaid={(paymentIntentId, title) => markPaid({ order: checkout.order, paymentIntentId, title })}
          />
        </div>
      )}
      {checkout.step === 'paid' && (
        <OrderCompletion
          title={checkout.title}
          order={checkout.order}
          paymentIntentId={checkout.paymentIntentId}
          phone={phone}
          onCompleted={(order) => location.replace(`${ORDER_PAGE}?${describeThanks(order)}`)}
          onUnpaid={(reason) => {
            setNotice({ title: 'Payment Failed', description: reason ?? '', variant: 'destructive' });
            void prepare();
          }}
        />
      )}
      <Toaster />
    </div>
  );
}
