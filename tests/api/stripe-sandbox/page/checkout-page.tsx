import {
  Elements,
  ExpressCheckoutElement,
  PaymentElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { StripeElementsOptions, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

// A page as the shop has it, with the real libraries: `?flow=card` has its intent before the form, `?flow=deferred`
// and `?flow=wallet` make it afterwards.

const stripePromise = loadStripe('pk_test_sandbox');
const query = new URLSearchParams(location.search);
const flow = query.get('flow') ?? 'card';
const appearance = { variables: { colorPrimary: '#1f5132' } };

async function createIntent(): Promise<string> {
  const response = await fetch('/intent', { method: 'POST' });
  return ((await response.json()) as { clientSecret: string }).clientSecret;
}

function Checkout({ clientSecret }: { clientSecret?: string | undefined }) {
  const [stripe, elements] = [useStripe(), useElements()];
  const [message, setMessage] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const note = (name: string, value?: unknown) =>
    setEvents((before) => [...before, value === undefined ? name : `${name} ${JSON.stringify(value)}`]);

  async function pay(): Promise<string | undefined> {
    if (!stripe || !elements) throw new Error('not ready');
    const submitted = await elements.submit();
    if (submitted.error) return setResult(submitted.error);
    const secret = clientSecret ?? (await createIntent());
    const result = await stripe.confirmPayment({
      elements,
      clientSecret: secret,
      confirmParams: {
        return_url: new URL('/return', location.href).href,
        payment_method_data: { billing_details: { name: 'Ann Ash' } },
      },
      redirect: 'if_required',
    });
    return setResult(result.error ?? { status: result.paymentIntent.status });
  }

  function setResult(result: { status?: string; code?: string | undefined; message?: string | undefined }) {
    setMessage(result.status ?? `${result.code}: ${result.message}`);
    return result.status === undefined ? result.message : undefined;
  }

  async function payByWallet(event: StripeExpressCheckoutElementConfirmEvent) {
    note('confirm', [event.billingDetails?.email, event.shippingAddress?.address, event.shippingRate?.id]);
    const problem = await pay();
    if (problem) event.paymentFailed({ reason: 'fail', message: problem });
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void pay();
      }}
    >
      {flow === 'wallet' ? (
        <ExpressCheckoutElement
          options={{
            emailRequired: true,
            shippingAddressRequired: true,
            allowedShippingCountries: ['GB'],
            business: { name: 'Nordmann Foliage' },
          }}
          onReady={({ availablePaymentMethods }) => note('ready', availablePaymentMethods ?? null)}
          onClick={({ resolve }) =>
            resolve({
              shippingRates: [
                { id: '2025-11-17', amount: 0, displayName: 'Week of 17 Nov' },
                { id: '2025-11-24', amount: 0, displayName: 'Week of 24 Nov' },
              ],
            })
          }
          onShippingAddressChange={({ address, resolve, reject }) => {
            note('address', address.postal_code);
            if (address.postal_code.startsWith('BT')) reject();
            else resolve();
          }}
          onShippingRateChange={({ shippingRate, resolve }) => {
            note('rate', shippingRate.id);
            resolve();
          }}
          onCancel={() => note('cancel')}
          onConfirm={payByWallet}
        />
      ) : (
        <PaymentElement
          onReady={() => note('ready')}
          onLoadError={({ error }) => note('loaderror', error.code)}
          onChange={({ complete, empty }) => note('change', { complete, empty })}
        />
      )}
      <button type="submit" disabled={!stripe}>
        Pay
      </button>
      <output aria-label="Result">{message}</output>
      <ul aria-label="Events">
        {events.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The list only grows.
          <li key={place}>{event}</li>
        ))}
      </ul>
    </form>
  );
}

async function start() {
  const main = document.querySelector('main');
  if (!main) throw new Error('no main');
  const secret = query.get('payment_intent_client_secret');
  if (secret) {
    const result = await (await stripePromise)?.retrievePaymentIntent(secret);
    main.append(`${query.get('redirect_status')}: ${result?.paymentIntent?.status}`);
    return;
  }
  const clientSecret = flow === 'card' ? (query.get('secret') ?? (await createIntent())) : undefined;
  const options: StripeElementsOptions = clientSecret
    ? { clientSecret, appearance }
    : { mode: 'payment', amount: Number(query.get('amount') ?? 2735), currency: 'gbp', appearance };
  const root = document.createElement('div');
  main.append(root);
  createRoot(root).render(
    <StrictMode>
      <Elements stripe={stripePromise} options={options}>
        <Checkout clientSecret={clientSecret} />
      </Elements>
    </StrictMode>,
  );
}

void start();
