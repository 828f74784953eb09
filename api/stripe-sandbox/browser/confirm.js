import { callApi, integrationError, intentIdOf } from './api.js';

/** @see https://docs.stripe.com/js/payment_intents/confirm_payment */
export async function confirmPayment(key, { elements, clientSecret, confirmParams = {}, redirect }) {
  if (clientSecret === undefined || elements === undefined || redirect !== 'if_required') {
    throw integrationError(
      'The sandbox’s stripe.confirmPayment() wants elements, a clientSecret and redirect "if_required".',
    );
  }
  if (!elements.isReadyToConfirm) {
    throw integrationError('elements.submit() must be called before stripe.confirmPayment().');
  }
  const payment = elements.choosePayment();
  if (payment.error) return { error: payment.error };
  const mismatch = await elements.findMismatch(clientSecret);
  const { value: intent, error = mismatch } = mismatch
    ? {}
    : await callApi(key, 'POST', `/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
        ...confirmParams,
        client_secret: clientSecret,
        // A wallet's address is sent along without being asked for, as Stripe.js does.
        shipping: confirmParams.shipping ?? payment.shipping,
        payment_method_data: payment.paymentMethod,
        use_stripe_sdk: true,
      });
  if (intent?.status === 'requires_action') return leaveFor(intent.next_action);
  payment.settle(error);
  return error ? { error } : { paymentIntent: intent };
}

/** Never settles, as with Stripe: nobody is left on the page to hear of it. */
function leaveFor({ redirect_to_url: page }) {
  location.assign(page.url);
  return new Promise(() => {});
}

/** @returns {Promise<{ paymentIntent?: any, error?: any }>} */
export async function retrievePaymentIntent(key, clientSecret) {
  const path = `/payment_intents/${intentIdOf(clientSecret)}`;
  const { value, error } = await callApi(key, 'GET', path, { client_secret: clientSecret });
  return error ? { error } : { paymentIntent: value };
}
