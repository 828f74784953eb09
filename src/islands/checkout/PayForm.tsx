import type { StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { type DeliveryArea, describeExcludedAreas } from '#domain/delivery/delivery-area.ts';
import {
  FOLIAGE_FIELDS,
  FOLIAGE_RULES,
  type FoliageDelivery,
  type FoliageEntries,
  type FoliageField,
  readFoliageDelivery,
} from '#domain/orders/foliage-delivery.ts';
import { correctEntries } from '#domain/plain-text.ts';
import { clearFormProblem, showFieldError, showFormProblem } from '#forms/show-problem.ts';
import { keepDraft, readDraft } from '../../browser/form-draft.ts';
import { writeFormEntries } from '../../browser/form-entries.ts';
import { FOLIAGE_DRAFT_KEY } from '../../browser/stored-order.ts';
import { Toaster } from '../toasts/Toaster.tsx';
import { CardFields } from './CardFields.tsx';
import type { Payments } from './use-payments.ts';

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
  /** Where the farm delivers, if the form asks for the recipient and address as well. */
  readonly area?: DeliveryArea;
  readonly onPay: (elements: StripeElements | null, delivery?: FoliageDelivery) => void;
  readonly onFailure?: () => void;
}

/** The card, for a payment that the service has started, and on the foliage page the address. */
export function PayForm(props: Props) {
  const { labelledBy, payments, options, clientSecret, phone, isBusy, area, onFailure } = props;
  const [elements, setElements] = useState<StripeElements | null>(null);
  const [tries, setTries] = useState(1);
  const restart = () => {
    setTries(tries + 1);
    // The pressed button disappears, and the focus with it.
    document.getElementById(labelledBy)?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!area) return props.onPay(elements);
    const delivery = readDelivery(event.currentTarget, area);
    if (delivery) props.onPay(elements, delivery);
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
      onInput={(event) => area && keepAndRecheck(event, area)}
    >
      {area && <DeliveryFields area={area} />}
      {area ? (
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

/** Returns what is sent with the payment, or null after showing what is wrong. */
function readDelivery(form: HTMLFormElement, area: DeliveryArea): FoliageDelivery | null {
  const reading = readFoliageDelivery(readEntries(form), area);
  if ('delivery' in reading) {
    clearFormProblem(form);
    return reading.delivery;
  }
  writeFormEntries(form, correctEntries(FOLIAGE_RULES, readEntries(form)));
  const problems = Object.entries(reading.problems);
  showFormProblem(form, {
    fields: problems.map(([field, message]) => ({ controlId: controlId(field), message })),
  });
  return null;
}

/** Checks an invalid field again while it is corrected. */
function keepAndRecheck(event: FormEvent<HTMLFormElement>, area: DeliveryArea): void {
  const { currentTarget: form, target } = event;
  const entries = readEntries(form);
  keepDraft(FOLIAGE_DRAFT_KEY, entries);
  if (!(target instanceof HTMLInputElement) || !target.hasAttribute('aria-invalid')) return;
  const reading = readFoliageDelivery(entries, area);
  const problems = 'problems' in reading ? reading.problems : {};
  showFieldError(form, { controlId: target.id, message: problems[target.name as keyof FoliageEntries] });
}

/** Reads the delivery fields only, because card data must not be stored. */
function readEntries(form: HTMLFormElement): Record<FoliageField, string> {
  const data = new FormData(form);
  const entries = FOLIAGE_FIELDS.map(({ field }) => [field, String(data.get(field) ?? '')]);
  return Object.fromEntries(entries) as Record<FoliageField, string>;
}

/** The id of an entry's control, for labels and links from the error summary. */
function controlId(field: string): string {
  return `foliage-${field}`;
}

/**
 * The recipient and address. The fields never rerender, because forms/show-problem.ts inserts messages between them.
 */
function DeliveryFields({ area }: { readonly area: DeliveryArea }) {
  const [known] = useState(() => readDraft(FOLIAGE_DRAFT_KEY) ?? {});
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
