import { integrationError } from './api.js';
import { confirmPayment, retrievePaymentIntent } from './confirm.js';
import { ElementsGroup } from './elements-group.js';

/**
 * The sandbox's `window.Stripe`: what `loadStripe` finds there it uses in place of Stripe's own script.
 * @param key the publishable key
 */
function Stripe(key) {
  if (!/^pk_/.test(String(key))) {
    throw integrationError('Stripe() needs a publishable key, which begins with pk_.');
  }
  const refuse = (name) => async () => {
    throw integrationError(`The payment sandbox has no stripe.${name}().`);
  };
  return {
    elements: (options) => new ElementsGroup(key, options),
    confirmPayment: (options) => confirmPayment(key, options),
    retrievePaymentIntent: (clientSecret) => retrievePaymentIntent(key, clientSecret),
    // react-stripe-js takes for a Stripe only what has these as well.
    createPaymentMethod: refuse('createPaymentMethod'),
    confirmCardPayment: refuse('confirmCardPayment'),
    createToken: refuse('createToken'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

/** The release that @stripe/stripe-js was made for; another one makes it warn. */
Stripe.version = 'endive';

window.Stripe = Stripe;
