import { Elements } from '@stripe/react-stripe-js';
import { useMemo } from 'react';
import { PaymentForm, type PaymentFormProps } from './PaymentForm.tsx';
import { useAppearance } from './use-appearance.ts';

/** The card with the provider's own payment form in it. Card data never reach our script. */
export function PaymentDetails(props: PaymentFormProps) {
  const { clientSecret } = props.payment;
  const appearance = useAppearance();
  const options = useMemo(
    () => ({ clientSecret, appearance, locale: 'en-GB' as const }),
    [clientSecret, appearance],
  );
  return (
    <section className="panel" aria-labelledby="checkout-payment">
      <h2 id="checkout-payment">Payment Details</h2>
      <Elements stripe={props.payments.stripe} options={options}>
        <PaymentForm {...props} />
      </Elements>
      <p className="hint">
        Your payment is secured by Stripe, our card provider. Your card details go straight to them and are
        not stored by us.
      </p>
    </section>
  );
}
