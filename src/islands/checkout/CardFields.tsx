import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useState } from 'react';
import { describeMissingCardForm } from '#domain/payments/payment-messages.ts';
import { CallLink } from '../ui/CallLink.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { type Payments, SLOW_AFTER_MS, useAppearance } from './use-payments.ts';

interface Props {
  readonly clientSecret: string;
  readonly payments: Payments;
  readonly options: StripePaymentElementOptions;
  readonly phone: string;
  /** Receives the elements to pay with, and null when they are gone. */
  readonly onElements: (elements: StripeElements | null) => void;
  /** Elements that failed cannot recover: another try needs a new instance of this component, with another key. */
  readonly onRestart: () => void;
  readonly onFailure: () => void;
}

/** The provider's own card fields, or the options until they are ready. Card data never reach our script. */
export function CardFields(props: Props) {
  const { clientSecret, payments, phone, onRestart } = props;
  const appearance = useAppearance();
  const [element, setElement] = useState<Payments['status']>('loading');
  const isScriptReady = payments.stripe !== null;
  const status = isScriptReady ? element : payments.status;

  useEffect(() => {
    if (!isScriptReady || element !== 'loading') return;
    const timer = setTimeout(() => setElement('slow'), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isScriptReady, element]);

  const onRetry = isScriptReady ? onRestart : payments.retry;
  return (
    <div className={status === 'loading' ? 'checkout-card awaited' : 'checkout-card'}>
      <CardFormStatus status={status} phone={phone} onRetry={onRetry} />
      <Elements stripe={payments.stripe} options={{ clientSecret, appearance, locale: 'en-GB' }}>
        <CardElement {...props} status={status} onStatus={setElement} />
      </Elements>
    </div>
  );
}

interface CardElementProps extends Pick<Props, 'options' | 'onElements' | 'onFailure'> {
  readonly status: Payments['status'];
  readonly onStatus: (status: Payments['status']) => void;
}

function CardElement({ options, status, onStatus, onElements, onFailure }: CardElementProps) {
  const elements = useElements();
  const tell = useEffectEvent((isReady: boolean) => onElements(isReady ? elements : null));
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (status === 'failed') fail();
    tell(status === 'ready');
    return () => tell(false);
  }, [status]);
  return (
    <div hidden={status === 'failed'}>
      <PaymentElement
        options={options}
        onReady={() => onStatus('ready')}
        onLoadError={() => onStatus('failed')}
      />
    </div>
  );
}

interface CardFormStatusProps extends Pick<Props, 'phone'> {
  readonly status: Payments['status'];
  readonly onRetry: () => void;
}

/** The message and options until the card fields are ready (section 8). */
export function CardFormStatus({ status, phone, onRetry }: CardFormStatusProps) {
  if (status === 'ready') return null;
  if (status === 'loading') {
    return (
      <p role="status">
        <Spinner /> Loading the card form...
      </p>
    );
  }
  const [lead, more] = describeMissingCardForm(status);
  return (
    <div className="callout trouble">
      <div role="alert">
        <p className="lead">{lead}</p>
        <p>{more}</p>
      </div>
      <p className="actions">
        <button className="button" type="button" onClick={onRetry}>
          Try again
        </button>
        <CallLink phone={phone} />
      </p>
    </div>
  );
}
