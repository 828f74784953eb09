import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useState } from 'react';
import { CardFormStatus } from './problems.tsx';
import { type Payments, SLOW_AFTER_MS, useAppearance } from './use-payments.ts';

interface Props {
  readonly page: 'checkout' | 'foliage';
  readonly clientSecret: string;
  readonly payments: Payments;
  readonly options: StripePaymentElementOptions;
  readonly phone: string;
  /** Called with null when what was ready is no more. */
  readonly onReady: (elements: StripeElements | null) => void;
  /** Elements that have failed stay as they are: another try needs this component anew, under another key. */
  readonly onRestart: () => void;
  readonly onFailure?: () => void;
}

/** The provider's own card form, or what to do until it is there. Card data never reach our script. */
export function CardFields({ page, clientSecret, payments, options, phone, onRestart, ...handlers }: Props) {
  const appearance = useAppearance();
  const [element, setElement] = useState<Payments['status']>('loading');
  const isScriptReady = payments.stripe !== null;
  const status = isScriptReady ? element : payments.status;

  useEffect(() => {
    if (!isScriptReady || element !== 'loading') return;
    const timer = setTimeout(() => setElement('slow'), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isScriptReady, element]);

  return (
    <div className={status === 'loading' ? 'checkout-card awaited' : 'checkout-card'}>
      <CardFormStatus
        page={page}
        status={status}
        phone={phone}
        onRetry={isScriptReady ? onRestart : payments.retry}
      />
      <Elements stripe={payments.stripe} options={{ clientSecret, appearance, locale: 'en-GB' }}>
        <CardElement options={options} status={status} onStatus={setElement} {...handlers} />
      </Elements>
    </div>
  );
}

interface CardElementProps extends Pick<Props, 'options' | 'onReady' | 'onFailure'> {
  readonly status: Payments['status'];
  readonly onStatus: (status: Payments['status']) => void;
}

function CardElement({ options, status, onStatus, onReady, onFailure }: CardElementProps) {
  const elements = useElements();
  const hasFailed = status === 'failed';
  const tell = useEffectEvent(() => onFailure?.());
  useEffect(() => {
    if (hasFailed) tell();
  }, [hasFailed]);
  return (
    <div hidden={hasFailed}>
      <PaymentElement
        options={options}
        onReady={() => {
          onStatus('ready');
          onReady(elements);
        }}
        onLoadError={() => {
          onStatus('failed');
          onReady(null);
        }}
      />
    </div>
  );
}
