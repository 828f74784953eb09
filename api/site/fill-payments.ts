import { findPayments } from '#domain/pages.ts';
import {
  LIVE_ONLY,
  modeOfKey,
  type PaymentProvider,
  SANDBOX_BANNER,
  SANDBOX_ONLY,
  SCRIPT_PLACEHOLDER,
} from '#domain/payments/payment-provider.ts';
import { html } from '#forms/html.ts';
import { rewritePages } from './rewrite-pages.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

/**
 * Writes the payment provider's key, script and sandbox banner into a built site, so that a build does not depend on
 * the shop's settings. Pages without them stay byte for byte.
 * @throws Error with a message for a site that an older version built for one provider
 */
export async function fillPaymentPages(site: SiteSnapshot, provider: PaymentProvider): Promise<SiteSnapshot> {
  return rewritePages(site, (path, built) => {
    assertFillable(path, built, provider);
    return fillPayments(built, provider);
  });
}

function assertFillable(path: string, built: string, provider: PaymentProvider): void {
  const isKnown = findPayments(path) !== 'card' || built.includes(SCRIPT_PLACEHOLDER);
  const isHonest = provider.kind === 'sandbox' || !fillPayments(built, provider).includes(SANDBOX_BANNER);
  if (isKnown && isHonest) return;
  throw new Error(
    `The page ${path} was built by another version, for one way to pay; build the site again with \`npm run build\`.`,
  );
}

const whole = ({ start, end }: { start: string; end: string }) => new RegExp(`${start}[\\s\\S]*?${end}`, 'g');

/** Fills one page; returns it unchanged when it has no slot. */
export function fillPayments(page: string, { kind, scriptUrl, publishableKey }: PaymentProvider): string {
  const isLive = kind === 'stripe' && modeOfKey(publishableKey) === 'live';
  const shown = page
    .replace(whole(SANDBOX_ONLY), (banner) => (kind === 'sandbox' ? banner : ''))
    .replace(whole(LIVE_ONLY), (text) => (isLive ? text : ''));
  return shown.replace(SCRIPT_PLACEHOLDER, () =>
    String(html`data-url="${scriptUrl}" data-key="${publishableKey}"`),
  );
}
