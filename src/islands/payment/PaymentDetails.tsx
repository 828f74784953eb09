import { Elements } from '@stripe/react-stripe-js';
import { useMemo } from 'react';
import type { PaymentMessage } from '#domain/payment-messages.ts';
import type { StoredOrder } from '#domain/stored-order.ts';
import type { StartedPayment } from '../../lib/order-calls.ts';
import { PaymentForm } from './PaymentForm.tsx';
import { useAppearance } from './use-appearance.ts';
import type { Payments } from './use-payments.ts';

export interface PaymentDetailsProps {
  readonly order: StoredOrder;
  readonly payment: StartedPayment;
  readonly payments: Payments;
  readonly phone: string;
  /** Why the buyer is here again, where an earlier payment came to nothing. */
  readonly notice: PaymentMessage | null;
  readonly onRetryScript: () => void;
  /** Begins again with the service: for a card form that could not be loaded. */
  readonly onRestart: () => void;
  /** The stored order is not the one that is shown any more. */
  readonly onOutdated: () => void;
  readonly onPaying: (isPaying: boolean) => void;
  /** The payment has been made; `title` says how far it is. */
  readonly onPaid: (paymentIntentId: string, title: string) => void;
}

/** The card with the provider's own payment form in it. Card data never reach our script. */
export function PaymentDetails(props: PaymentDetailsProps) {
  const { clientSecret } = props.payment;
  const appearance = useAppearance();
  const options = useMemo(
    () => ({ clientSecret, appearance, locale: 'en-GB' as const }),
    [clientSecret, appearance],
  );
  return (
    <section className="checkout-card" aria-labelledby="checkout-payment">
      <h2 id="checkout-payment">Payment Details</h2>
      <Elements stripe={props.payments.stripe} options={options}>
        <PaymentForm {...props} />
      </Elements>
      <p className="checkout-secure">
        Your payment is secured by Stripe, our card provider. Your card details go straight to them and are
        not stored by us.
      </p>
    </section>
  );
}
