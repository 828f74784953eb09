import { readFileSync } from 'node:fs';

export const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';
export const SHOP_PAGES = ['/nordmann-branches', '/branch-box-checkout', '/nordmann-foliage-payment'];

/** What a built page's own script is told to load, where it has one. */
export function paymentScriptOf(html: string): string | undefined {
  return /data-id="payment-script" data-url="([^"]*)"/.exec(html)?.[1];
}

export function asksForScript(path: string): boolean {
  return readFileSync(`src/pages${path}.astro`, 'utf8').includes('<PaymentScript');
}
