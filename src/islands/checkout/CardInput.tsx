import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { showToast } from '../toasts/toast-store.ts';
import { PaymentHelp } from './PaymentHelp.tsx';
import { useAppearance } from './use-appearance.ts';
import { type Payments, SLOW_AFTER_MS } from './use-payments.ts';

interface Props {
  readonly clientSecret: string;
  readonly payments: Payments;
  readonly retry: () => void;
  readonly phone: string;
  /** Called with null when what was ready is no more. */
  readonly onReady: (elements: StripeElements | null) => void;
}

/** The wallets have their own button, with the delivery week in it. */
const OPTIONS: StripePaymentElementOptions = { wallets: { applePay: 'never', googlePay: 'never' } };

/** The provider's card fields, or what to do where they cannot be shown. */
export function CardInput({ clientSecret, payments, retry, phone, onReady }: Props) {
  const appearance = useAppearance();
  const [state, setState] = useState<Payments['status']>('loading');
  const [tries, setTries] = useState(1);
  const hasFailed = payments.status === 'failed' || state === 'failed';

  useEffect(() => {
    if (!hasFailed) return;
    const description = 'Manual payment flow not yet implemented. Please use wallet payment.';
    showToast({ title: 'Manual Payment', description, variant: 'destructive' });
  }, [hasFailed]);

  const isScriptReady = payments.stripe !== null;
  useEffect(() => {
    if (!isScriptReady || state !== 'loading') return;
    const timer = setTimeout(() => setState('slow'), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isScriptReady, state]);

  const tryAgain = () => {
    setState('loading');
    setTries((before) => before + 1);
    if (!isScriptReady) retry();
  };

  return (
    <fieldset className="fields">
      <legend>Your card</legend>
      {/* A new try needs new elements: those that have failed stay as they are. */}
      <Elements key={tries} stripe={payments.stripe} options={{ clientSecret, appearance }}>
        <CardElement
          isHidden={hasFailed}
          onReady={(elements) => {
            setState('ready');
            onReady(elements);
          }}
          onFailure={() => {
            setState('failed');
            onReady(null);
          }}
        />
      </Elements>
      {state !== 'ready' && (
        <PaymentHelp status={isScriptReady ? state : payments.status} phone={phone} retry={tryAgain} />
      )}
      {!hasFailed && (
        <p className="hint">
          Payment is secured by our card provider. Your card details go straight there, and are not stored
          here.
        </p>
      )}
    </fieldset>
  );
}

interface CardElementProps {
  readonly isHidden: boolean;
  readonly onReady: (elements: StripeElements | null) => void;
  readonly onFailure: () => void;
}

function CardElement({ isHidden, onReady, onFailure }: CardElementProps) {
  const elements = useElements();
  return (
    <div hidden={isHidden}>
      <PaymentElement options={OPTIONS} onReady={() => onReady(elements)} onLoadError={onFailure} />
    </div>
  );
}
