import type { StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { FoliageDelivery } from '#domain/orders/foliage-delivery.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { CardFields } from './CardFields.tsx';
import type { Payments } from './use-payments.ts';

/** The recipient and address, for a form that asks for them as well. */
export interface DeliveryPart {
  readonly fields: ReactNode;
  /** What is sent with the payment, or null after showing what is wrong. */
  readonly read: (form: HTMLFormElement) => FoliageDelivery | null;
  readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
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
        Your payment is secured by Stripe, our card provider. Your card details go straight to them and are
        not stored by us.
      </p>
    </form>
  );
}
