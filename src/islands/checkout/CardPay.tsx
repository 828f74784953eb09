import type { StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type DeliveryArea, describeExcludedAreas } from '#domain/delivery/delivery-area.ts';
import {
  FOLIAGE_FIELDS,
  FOLIAGE_RULES,
  type FoliageEntries,
  type FoliageField,
  readFoliageDelivery,
} from '#domain/orders/foliage-delivery.ts';
import type { StartedPayment } from '#domain/payments/payment-answers.ts';
import { correctEntries } from '#domain/plain-text.ts';
import { formatBoxes } from '#domain/quantity.ts';
import { clearFormProblem, showFieldError, showFormProblem } from '#forms/show-problem.ts';
import { keepEntries, readEntries } from '../../browser/foliage-storage.ts';
import { writeFormEntries } from '../../browser/form-entries.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { showToast } from '../toasts/toast-store.ts';
import { CardFields } from './CardFields.tsx';
import type { Payments } from './use-payments.ts';
import { CHOOSING, type Purchase } from './use-purchase.ts';

interface Props {
  readonly payment: StartedPayment;
  readonly weekLabel: string;
  readonly payments: Payments;
  readonly area: DeliveryArea;
  readonly purchase: Purchase;
}

/** Wallets have their own button, which includes the delivery week. */
const OPTIONS: StripePaymentElementOptions = { wallets: { applePay: 'never', googlePay: 'never' } };

/** Address and card, for a payment that the service has started. */
export function CardPay({ payment, weekLabel, payments, area, purchase }: Props) {
  const [elements, setElements] = useState<StripeElements | null>(null);
  const [tries, setTries] = useState(1);
  const [known] = useState(readEntries);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const total = `£${payment.amount}`;
  const boxes = formatBoxes(payment.quantity);

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const reading = readFoliageDelivery(readForm(form), area);
    if ('problems' in reading) {
      writeFormEntries(form, correctEntries(FOLIAGE_RULES, readForm(form)));
      const problems = Object.entries(reading.problems);
      const fields = problems.map(([field, message]) => ({ controlId: controlId(field), message }));
      return showFormProblem(form, { fields });
    }
    clearFormProblem(form);
    const { stripe } = payments;
    const { delivery } = reading;
    void purchase.run(() => purchase.pay({ stripe, elements, payment, delivery }));
  };

  return (
    <section className="foliage-card" aria-labelledby="foliage-card-heading">
      <h3 id="foliage-card-heading" tabIndex={-1} ref={heading}>
        Pay with card
      </h3>
      <p className="foliage-order">
        {boxes}, {weekLabel}: <strong>{total}</strong>, delivery included
      </p>
      <button
        className="button quiet"
        type="button"
        disabled={purchase.isBusy}
        onClick={() => purchase.setStage(CHOOSING)}
      >
        Change quantity or week
      </button>
      <form
        className="form"
        id="foliage-card-form"
        noValidate
        onSubmit={pay}
        onInput={(event) => keepAndRecheck(event, area)}
      >
        <DeliveryFields known={known} area={area} />
        <fieldset className="fields">
          <legend>Your card</legend>
          <CardFields
            key={tries}
            page="foliage"
            clientSecret={payment.clientSecret}
            payments={payments}
            options={OPTIONS}
            phone={area.phone}
            onElements={setElements}
            onRestart={() => setTries(tries + 1)}
            onFailure={() => {
              const description = 'Manual payment flow not yet implemented. Please use wallet payment.';
              showToast({ title: 'Manual Payment', description, variant: 'destructive', stays: true });
            }}
          />
          <p className="hint">
            Your payment is secured by our card provider. Your card details go straight to them and are not
            stored by us.
          </p>
        </fieldset>
        <Toaster />
        <button className="button" type="submit" disabled={purchase.isBusy || elements === null}>
          {purchase.isBusy ? 'Processing...' : `Pay ${total}`}
        </button>
      </form>
    </section>
  );
}

/** Checks an invalid field again while it is corrected. */
function keepAndRecheck(event: FormEvent<HTMLFormElement>, area: DeliveryArea): void {
  const { currentTarget: form, target } = event;
  const entries = readForm(form);
  keepEntries(entries);
  if (!(target instanceof HTMLInputElement) || !target.hasAttribute('aria-invalid')) return;
  const reading = readFoliageDelivery(entries, area);
  const problems = 'problems' in reading ? reading.problems : {};
  showFieldError(form, { controlId: target.id, message: problems[target.name as keyof FoliageEntries] });
}

/** Reads the delivery fields only, because card data must not be stored. */
function readForm(form: HTMLFormElement): Record<FoliageField, string> {
  const data = new FormData(form);
  const entries = FOLIAGE_FIELDS.map(({ field }) => [field, String(data.get(field) ?? '')]);
  return Object.fromEntries(entries) as Record<FoliageField, string>;
}

/** The id of an entry's control, for labels and links from the error summary. */
function controlId(field: string): string {
  return `foliage-${field}`;
}

interface DeliveryFieldsProps {
  readonly known: Partial<FoliageEntries>;
  readonly area: DeliveryArea;
}

/**
 * The recipient and address. The fields never rerender, because forms/show-problem.ts inserts messages between them.
 */
function DeliveryFields({ known, area }: DeliveryFieldsProps) {
  return (
    <fieldset className="fields">
      <legend>Where shall we send it?</legend>
      <p className="hint">
        We deliver within the United Kingdom only. {describeExcludedAreas(area.notDeliveredTo)}
      </p>
      {FOLIAGE_FIELDS.map(({ field, label, autoComplete, maxLength }) => (
        <div className="field" key={field}>
          <label htmlFor={controlId(field)}>{label}</label>
          <input
            id={controlId(field)}
            name={field}
            type={field === 'email' ? 'email' : 'text'}
            className={field === 'postcode' ? 'short' : undefined}
            autoComplete={autoComplete}
            maxLength={maxLength}
            defaultValue={known[field]}
            required={field !== 'line2'}
            spellCheck={field === 'email' ? false : undefined}
          />
        </div>
      ))}
    </fieldset>
  );
}
