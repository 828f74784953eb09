import type { StripeElements } from '@stripe/stripe-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { DeliveryArea } from '#domain/delivery/delivery-area.ts';
import { type FoliageEntries, readFoliageDelivery } from '#domain/delivery/foliage-delivery.ts';
import type { StartedPayment } from '#domain/payments/payment-answers.ts';
import { NOT_READY } from '#domain/payments/payment-messages.ts';
import { keepEntries, readEntries } from '../../browser/foliage-storage.ts';
import { clearFormProblem, showFieldError, showFormProblem } from '../../browser/form-errors.ts';
import { CardInput } from './CardInput.tsx';
import { DeliveryFields, deliveryControlId } from './DeliveryFields.tsx';
import { confirmPayment, PaymentFailure } from './payment-steps.ts';
import type { Payments } from './use-payments.ts';
import type { Purchase } from './use-purchase.ts';

interface Props {
  readonly payment: StartedPayment;
  readonly weekLabel: string;
  readonly payments: Payments;
  readonly retry: () => void;
  readonly area: DeliveryArea;
  readonly purchase: Purchase;
}

/** Address and card, for a payment that the service has begun. */
export function CardPay({ payment, weekLabel, payments, retry, area, purchase }: Props) {
  const { phone } = area;
  const [elements, setElements] = useState<StripeElements | null>(null);
  const [known] = useState(readEntries);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const total = `£${payment.amount}`;
  const boxes = payment.quantity === 1 ? '1 box' : `${payment.quantity} boxes`;

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const reading = readFoliageDelivery(readForm(form), area);
    if ('problems' in reading) {
      const fields = Object.entries(reading.problems).map(([field, sentence]) => ({
        controlId: deliveryControlId(field),
        sentence,
      }));
      return showFormProblem(form, { fields });
    }
    clearFormProblem(form);
    purchase.run(async () => {
      if (!payments.stripe || !elements) {
        throw new PaymentFailure(NOT_READY.description, { title: NOT_READY.title });
      }
      const { error } = await elements.submit();
      if (error) throw new PaymentFailure(error.message ?? 'Failed to create payment');
      const { delivery } = reading;
      const confirmation = { stripe: payments.stripe, elements, payment, delivery, phone };
      const paymentIntentId = await confirmPayment(confirmation);
      await purchase.finish({ paymentIntentId, attemptId: payment.attemptId });
    });
  };

  return (
    <section className="foliage-card" aria-labelledby="foliage-card-heading">
      <h3 id="foliage-card-heading" tabIndex={-1} ref={heading}>
        Pay with card
      </h3>
      <p className="foliage-order">
        {boxes}, {weekLabel}: <strong>{total}</strong>, delivery included
      </p>
      <button className="button quiet" type="button" disabled={purchase.isBusy} onClick={purchase.showChoice}>
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
        <CardInput
          clientSecret={payment.clientSecret}
          payments={payments}
          retry={retry}
          phone={phone}
          onReady={setElements}
        />
        <button className="button" type="submit" disabled={purchase.isBusy || elements === null}>
          {purchase.isBusy ? 'Processing...' : `Pay ${total}`}
        </button>
      </form>
    </section>
  );
}

/** Looks again at a field that was wrong, as it is mended. */
function keepAndRecheck(
  { currentTarget: form, target }: FormEvent<HTMLFormElement>,
  area: DeliveryArea,
): void {
  const entries = readForm(form);
  keepEntries(entries);
  if (!(target instanceof HTMLInputElement) || !target.hasAttribute('aria-invalid')) return;
  const reading = readFoliageDelivery(entries, area);
  const problems = 'problems' in reading ? reading.problems : {};
  showFieldError(form, { controlId: target.id, sentence: problems[target.name as keyof FoliageEntries] });
}

function readForm(form: HTMLFormElement): FoliageEntries {
  const data = new FormData(form);
  const read = (name: keyof FoliageEntries) => String(data.get(name) ?? '');
  return {
    name: read('name'),
    email: read('email'),
    line1: read('line1'),
    line2: read('line2'),
    city: read('city'),
    postcode: read('postcode'),
  };
}
