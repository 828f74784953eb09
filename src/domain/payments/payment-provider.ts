import { SANDBOX_MOUNT, SANDBOX_PUBLISHABLE_KEY } from './payment-sandbox.ts';

/**
 * The provider that takes the payments. The build does not know it, so it leaves placeholders in the pages. The service
 * fills them in, so that one built site serves every mode.
 */
export interface PaymentProvider {
  readonly kind: 'stripe' | 'sandbox';
  /** The URL of Stripe.js, or of its sandbox. */
  readonly scriptUrl: string;
  readonly publishableKey: string;
}

/** The URL of the release that @stripe/stripe-js was made for. A test checks that the two match. */
export const STRIPE_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';

export const SANDBOX_PROVIDER: PaymentProvider = {
  kind: 'sandbox',
  scriptUrl: `${SANDBOX_MOUNT}/stripe.js`,
  publishableKey: SANDBOX_PUBLISHABLE_KEY,
};

export function createStripeProvider(publishableKey: string): PaymentProvider {
  return { kind: 'stripe', scriptUrl: STRIPE_SCRIPT_URL, publishableKey };
}

/** Marks around content that only the sandbox shows. */
export const SANDBOX_ONLY = { start: '<!--sandbox-only-->', end: '<!--/sandbox-only-->' } as const;

/** Marks around content that only a shop with live keys shows. */
export const LIVE_ONLY = { start: '<!--live-only-->', end: '<!--/live-only-->' } as const;

/** The attribute of a card page's script that the service replaces by the URL and the key. */
export const SCRIPT_PLACEHOLDER = 'data-provider="unknown"';
