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
