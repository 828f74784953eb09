/**
 * Constants of the payment sandbox for pages and service. The sandbox replaces Stripe while no keys are set.
 */

/** Shown on every page with payments while the sandbox replaces Stripe. */
export const SANDBOX_BANNER = 'Payment sandbox: no money moves.';

/** Shown beside it: why weeks can be chosen that are over. */
export const SANDBOX_WEEKS = 'Its delivery weeks are samples, and stay on sale after their dates.';

/** Where the service mounts the sandbox's browser half, and the sandbox its own copy of the pages. */
export const SANDBOX_MOUNT = '/payment-sandbox';

/** Replaces Stripe's publishable key. It is public and protects nothing. */
export const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox';

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

/** The sandbox takes no money; Stripe takes test money or real money. */
export const PAYMENT_MODES = ['sandbox', 'test', 'live'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** The part of the settings that decides the mode. */
type ModeSettings = { readonly mode: 'sandbox' } | { readonly mode: 'stripe'; readonly secretKey: string };

/** The mode of the settings. Stripe's keys say whether they are for testing. */
export function readPaymentMode(payments: ModeSettings): PaymentMode {
  if (payments.mode === 'sandbox') return 'sandbox';
  return modeOfKey(payments.secretKey);
}

/** @param key such as `sk_live_…`, `rk_test_…` or `pk_live_…` */
export function modeOfKey(key: string): 'test' | 'live' {
  return /^[a-z]+_live_/.test(key) ? 'live' : 'test';
}
