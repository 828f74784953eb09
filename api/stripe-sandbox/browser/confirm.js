import { callApi, integrationError, intentIdOf } from './api.js';

/** @see https://docs.stripe.com/js/payment_intents/confirm_payment */
export async function confirmPayment(key, options) {
  const {
    elements,
    clientSecret = elements?.clientSecret,
    confirmParams = {},
    redirect = 'always',
  } = options;
  if (clientSecret === undefined) throw integrationError('stripe.confirmPayment() needs a clientSecret.');
  if (redirect === 'always' && confirmParams.return_url === undefined) {
    throw integrationError(
      'Invalid value for stripe.confirmPayment(): confirmParams.return_url is required where redirect is "always".',
    );
  }
  if (elements && !elements.isReadyToConfirm) {
    throw integrationError('elements.submit() must be called before stripe.confirmPayment().');
  }
  const payment = elements?.choosePayment();
  if (payment?.error) return { error: payment.error };
  const settle = payment?.settle ?? (() => {});
  const mismatch = await elements?.findMismatch(clientSecret);
  const result = mismatch
    ? { error: mismatch }
    : await sendConfirmation(key, clientSecret, payment, confirmParams);
  const isRedirecting = result.paymentIntent?.status === 'requires_action';
  if (!isRedirecting) settle(result.error);
  return finish(result, redirect === 'always' ? confirmParams.return_url : undefined);
}

async function sendConfirmation(key, clientSecret, payment, confirmParams) {
  const { payment_method_data: more = {}, shipping, ...rest } = confirmParams;
  const data = payment && {
    ...payment.paymentMethod,
    billing_details: mergeDetails(payment.paymentMethod.billing_details, more.billing_details),
  };
  const path = `/payment_intents/${intentIdOf(clientSecret)}/confirm`;
  const { value, error } = await callApi(key, 'POST', path, {
    ...rest,
    client_secret: clientSecret,
    // A wallet's address is sent along without being asked for, as Stripe.js does.
    shipping: shipping ?? payment?.shipping,
    payment_method_data: data,
    use_stripe_sdk: true,
    sandbox_page_url: location.href,
  });
  return error ? { error } : { paymentIntent: value };
}

/** The page's data of the payer win over the element's. */
function mergeDetails(own = {}, given = {}) {
  const address = { ...own.address, ...given.address };
  return { ...own, ...given, ...(Object.keys(address).length > 0 ? { address } : {}) };
}

/** Goes where the intent or the page wants the buyer to go; otherwise hands back the result. */
function finish(result, returnUrl) {
  const { paymentIntent } = result;
  const page = paymentIntent && nextPage(paymentIntent);
  if (page) return leaveFor(page);
  if (!paymentIntent || returnUrl === undefined) return result;
  const url = new URL(returnUrl, location.href);
  url.searchParams.set('payment_intent', paymentIntent.id);
  url.searchParams.set('payment_intent_client_secret', paymentIntent.client_secret);
  url.searchParams.set('redirect_status', paymentIntent.status === 'processing' ? 'pending' : 'succeeded');
  return leaveFor(url.href);
}

function nextPage({ status, next_action: action }) {
  if (status !== 'requires_action') return undefined;
  return action?.redirect_to_url?.url ?? action?.use_stripe_sdk?.stripe_js;
}

/** Never settles, as with Stripe: nobody is left on the page to hear of it. */
function leaveFor(url) {
  location.assign(url);
  return new Promise(() => {});
}

/** @returns {Promise<{ paymentIntent?: any, error?: any }>} */
export async function retrievePaymentIntent(key, clientSecret) {
  const path = `/payment_intents/${intentIdOf(clientSecret)}`;
  const { value, error } = await callApi(key, 'GET', path, { client_secret: clientSecret });
  return error ? { error } : { paymentIntent: value };
}
