/** What payments are made of: nothing, in the sandbox; Stripe's test money; or real money. */
export const PAYMENT_MODES = ['sandbox', 'test', 'live'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** Of the settings, what says which mode they ask for. */
type ModeSettings = { readonly mode: 'sandbox' } | { readonly mode: 'stripe'; readonly secretKey: string };

/** The mode that the settings ask for. Stripe's keys say which of its two worlds they belong to. */
export function readPaymentMode(payments: ModeSettings): PaymentMode {
  if (payments.mode === 'sandbox') return 'sandbox';
  return modeOfKey(payments.secretKey);
}

/** @param key as `sk_live_…`, `rk_test_…` or `pk_live_…` */
export function modeOfKey(key: string): 'test' | 'live' {
  return /^[a-z]+_live_/.test(key) ? 'live' : 'test';
}
