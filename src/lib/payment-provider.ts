import { SANDBOX_MOUNT, SANDBOX_PUBLISHABLE_KEY } from '#domain/payment-sandbox.ts';

/**
 * Who takes the money, as it was decided when the site was built: Stripe with the key of that time, or the payment
 * sandbox that stands in for it (decisions.md).
 */
const key = import.meta.env.PUBLIC_STRIPE_PUBLISHABLE_KEY;

export const IS_SANDBOX = key === undefined || key === '';
export const PUBLISHABLE_KEY = IS_SANDBOX ? SANDBOX_PUBLISHABLE_KEY : String(key);

/** Stripe's own address of the release that @stripe/stripe-js was made for; a test holds the two together. */
export const STRIPE_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';
export const PAYMENT_SCRIPT_URL = IS_SANDBOX ? `${SANDBOX_MOUNT}/stripe.js` : STRIPE_SCRIPT_URL;
/** The id of the script element that a payment page asks for it with. */
export const PAYMENT_SCRIPT_ID = 'payment-script';
