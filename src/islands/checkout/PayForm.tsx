import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js';
import type { StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import {
  type InputEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import type { FoliageDelivery } from '#domain/orders/foliage-delivery.ts';
import { describeMissingCardForm } from '#domain/payments/payment-messages.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { CallLink } from '../ui/CallLink.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { type Payments, SLOW_AFTER_MS, useAppearance } from './use-payments.ts';

/** The recipient and address, for a form that asks for them as well. */
export interface DeliveryPart {
  readonly fields: ReactNode;
  /** What is sent with the payment, or null after showing what is wrong. */
  readonly read: (form: HTMLFormElement) => FoliageDelivery | null;
  readonly onInput: (event: InputEvent<HTMLFormElement>) => void;
}

interface Props {
  /** The id of its heading, which can take the focus. */
  readonly labelledBy: string;
  /** Pounds, as a decimal string. */
  readonly amount: string;
  readonly clientSecret: string;
  readonly payments: Payments;
  readonly options: StripePaymentElementOptions;
  readonly phone: string;
  readonly isBusy: boolean;
  readonly delivery?: DeliveryPart;
  readonly onPay: (elements: StripeElements | null, delivery?: FoliageDelivery) => void;
  readonly onFailure?: () => void;
}

/** The card, for a payment that the service has started, and on the foliage page the address. */
export function PayForm(props: Props) {
  const { labelledBy, payments, options, clientSecret, phone, isBusy, delivery, onFailure } = props;
  const [elements, setElements] = useState<StripeElements | null>(null);
  const [tries, setTries] = useState(1);
  const restart = () => {
    setTries(tries + 1);
    // The pressed button disappears, and the focus with it.
    document.getElementById(labelledBy)?.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!delivery) return props.onPay(elements);
    const given = delivery.read(event.currentTarget);
    if (given) props.onPay(elements, given);
  };
  const card = (
    <CardFields
      key={tries}
      clientSecret={clientSecret}
      payments={payments}
      options={options}
      phone={phone}
      onElements={setElements}
      onRestart={restart}
      onFailure={() => onFailure?.()}
    />
  );
  return (
    <form
      className="form"
      id="pay-form"
      aria-labelledby={labelledBy}
      noValidate
      onSubmit={submit}
      onInput={delivery?.onInput}
    >
      {delivery?.fields}
      {delivery ? (
        <fieldset className="fields">
          <legend>Your card</legend>
          {card}
        </fieldset>
      ) : (
        card
      )}
      <Toaster />
      <button className="button checkout-pay" type="submit" disabled={!elements || isBusy}>
        {isBusy ? 'Processing Payment...' : `Pay £${props.amount}`}
      </button>
      <p className="hint">
        Your payment is secured by Stripe, our card provider. Your card details go straight to them, and we
        don’t store them.
      </p>
    </form>
  );
}

interface CardFieldsProps {
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
function CardFields(props: CardFieldsProps) {
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

interface CardElementProps extends Pick<CardFieldsProps, 'options' | 'onElements' | 'onFailure'> {
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

interface CardFormStatusProps extends Pick<CardFieldsProps, 'phone'> {
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
