import '../../styles/panels.css';
import '../../styles/receipt.css';
import './checkout.css';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Pence, parsePounds } from '#domain/money.ts';
import { describeThanks } from '#domain/orders/order-outcome.ts';
import { STORED_ORDER_KEY, type StoredOrder } from '#domain/orders/stored-order.ts';
import type { Vat } from '#domain/vat.ts';
import { prepareCheckout } from '../../browser/payment.ts';
import { KEPT_ORDER, ORDER_PATH } from '../../browser/stored-order.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { OrderCompletion } from './OrderCompletion.tsx';
import { OrderSummary, PriceChanged } from './OrderSummary.tsx';
import { PayForm } from './PayForm.tsx';
import { usePayments } from './use-payments.ts';
import { usePurchase } from './use-purchase.ts';

// The checkout of the order form's boxes (sections 2, 4, 5 and 8). It is an island because the card fields belong to the
// payment provider's script. Without script the page explains how to order anyway, below.

interface Props {
  /** The page's heading until there is something to complete. */
  readonly heading: string;
  readonly phone: string;
  readonly vat: Vat | undefined;
}

export function BranchBoxCheckout({ heading, phone, vat }: Props) {
  const payments = usePayments();
  const purchase = usePurchase<StoredOrder>({
    phone,
    first: { name: 'preparing' },
    open: prepareCheckout,
    kept: KEPT_ORDER,
    returnPath: () => `${ORDER_PATH}?payment=success`,
    leave: (order) => location.replace(`${ORDER_PATH}?${describeThanks(order)}`),
  });
  const { stage, isBusy, open } = purchase;
  const isFromOtherTab = useOtherTab(stage.name === 'ready' && !isBusy, open);

  return (
    <div className="checkout wrap">
      <div className="checkout-head">
        <h1>{stage.name === 'ready' ? 'Complete Your Order' : heading}</h1>
        {/* A buyer who leaves during a payment might order and pay again. */}
        {stage.name !== 'preparing' && stage.name !== 'paid' && !isBusy && (
          <a href={ORDER_PATH}>Back to branch boxes</a>
        )}
      </div>
      {stage.name === 'preparing' && (
        <p className="loading" role="status">
          <Spinner /> Preparing checkout...
        </p>
      )}
      {stage.name === 'ready' && isFromOtherTab && (
        <p className="callout" role="status">
          You changed this order in your other tab. Please look it over before you pay.
        </p>
      )}
      {stage.name === 'ready' && stage.knownPrice !== undefined && (
        <PriceChanged known={readPrice(stage.knownPrice)} now={readPrice(stage.payment.unitPrice)} />
      )}
      {stage.name === 'ready' && (
        <div className="checkout-columns">
          <OrderSummary order={stage.purchase} vat={vat} />
          <section className="panel" aria-labelledby="pay-heading">
            <h2 id="pay-heading" tabIndex={-1}>
              Payment Details
            </h2>
            <PayForm
              key={purchase.stageRun}
              labelledBy="pay-heading"
              amount={stage.payment.amount}
              clientSecret={stage.payment.clientSecret}
              payments={payments}
              options={fillBillingDetails(stage.purchase)}
              phone={phone}
              isBusy={isBusy}
              onPay={(elements) => void purchase.pay(stage, { stripe: payments.stripe, elements })}
            />
          </section>
        </div>
      )}
      {purchase.completion && <OrderCompletion Heading="h2" {...purchase.completion} />}
      {stage.name === 'preparing' && <Toaster />}
    </div>
  );
}

/**
 * Opens the checkout anew when another tab changes the order.
 * @returns whether one has
 */
function useOtherTab(isListening: boolean, open: () => Promise<void>): boolean {
  const [hasChanged, setChanged] = useState(false);
  const read = useEffectEvent(({ key }: StorageEvent) => {
    // A null key means that all storage was cleared.
    if (!isListening || (key !== STORED_ORDER_KEY && key !== null)) return;
    setChanged(true);
    void open();
  });
  useEffect(() => {
    const gone = new AbortController();
    addEventListener('storage', (event) => read(event), gone);
    return () => gone.abort();
  }, []);
  return hasChanged;
}

function fillBillingDetails({ customerName: name, customerEmail: email }: StoredOrder) {
  return { defaultValues: { billingDetails: { name, email } } };
}

/** Whole pounds and pence, which the service has sent or this browser has checked. */
function readPrice(pounds: string): Pence {
  return parsePounds(pounds) as Pence;
}
