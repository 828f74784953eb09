import { SANDBOX_MOUNT, SANDBOX_PUBLISHABLE_KEY } from './payment-sandbox.ts';

/**
 * Who takes the money. The build does not know: it leaves places in the pages, which the service fills as it loads
 * them, so that one built site serves every mode.
 */
export interface PaymentProvider {
  readonly kind: 'stripe' | 'sandbox';
  /** Of Stripe.js, or of what stands in for it. */
  readonly scriptUrl: string;
  readonly publishableKey: string;
}

/** Stripe's own address of the release that @stripe/stripe-js was made for; a test holds the two together. */
export const STRIPE_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';

export const SANDBOX_PROVIDER: PaymentProvider = {
  kind: 'sandbox',
  scriptUrl: `${SANDBOX_MOUNT}/stripe.js`,
  publishableKey: SANDBOX_PUBLISHABLE_KEY,
};

export function createStripeProvider(publishableKey: string): PaymentProvider {
  return { kind: 'stripe', scriptUrl: STRIPE_SCRIPT_URL, publishableKey };
}

/** What only a page of the sandbox shows stands between these marks. */
export const SANDBOX_ONLY = { start: '<!--sandbox-only-->', end: '<!--/sandbox-only-->' } as const;

/** The attribute of a card page's script in whose place its address and key are written. */
export const SCRIPT_PLACE = 'data-provider="unknown"';
