import { allowsCamera, allowsThirdParties, findPayments, TICKETS_EMBED } from '#domain/pages.ts';
import type { PaymentProvider } from '#domain/payments/payment-provider.ts';
import { SPECULATION_RULES } from '#domain/speculation-rules.ts';
import { createEmbedPolicy } from './embed-policy.ts';
import { formatPermissions, formatPolicy, type PagePolicy } from './format-policy.ts';
import { hashInline, type PageMarkup } from './page-markup.ts';

/** A script adds the speculation rules to content pages, so their markup does not contain them. */
const SPECULATION_HASH = hashInline(SPECULATION_RULES);

/**
 * The exact list of Stripe's integration security guide for Stripe.js:
 * https://docs.stripe.com/security/guide?csp=csp-js#content-security-policy
 */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://maps.googleapis.com'],
  connect: ['https://api.stripe.com', 'https://maps.googleapis.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
} as const;

/** Without script, the form's response redirects to Stripe's page. Chromium checks `form-action` for that too. */
const STRIPE_CHECKOUT = 'https://checkout.stripe.com';
/** Origins that open a wallet's sheet. */
const WALLETS = ['https://js.stripe.com', 'https://hooks.stripe.com', 'https://pay.google.com'];

/**
 * The policy of a built page: what its markup and its payment form need. Third parties are left out unless the table of
 * pages allows them, whatever the markup says.
 */
export function createPagePolicy(
  path: string,
  markup: PageMarkup,
  provider: PaymentProvider['kind'],
): PagePolicy {
  if (path === TICKETS_EMBED) return createEmbedPolicy(markup);
  const payments = findPayments(path);
  const isCardPage = payments === 'card';
  const usesStripe = isCardPage && provider === 'stripe';
  const stripe = (sources: readonly string[]) => (usesStripe ? sources : []);
  const { scriptHashes, styleHashes, preparesPages } = markup;
  const mayHaveOthers = allowsThirdParties(path);
  const statistics = mayHaveOthers ? markup.statisticsOrigins : [];
  const embeds = mayHaveOthers ? markup.frameSources : [];
  const contentSecurityPolicy = formatPolicy({
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...scriptHashes,
      ...(preparesPages ? [SPECULATION_HASH] : []),
      ...statistics,
      ...stripe(STRIPE.script),
    ],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:', ...statistics],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...statistics, ...stripe(STRIPE.connect)],
    'frame-src': [
      ...embeds,
      ...stripe(STRIPE.frame),
      // The sandbox shows its authentication in a frame, as Stripe does.
      ...(isCardPage && !usesStripe ? ["'self'"] : []),
    ],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'", ...(payments !== undefined && provider === 'stripe' ? [STRIPE_CHECKOUT] : [])],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
  // A frame can use only what the page itself may use.
  const frames = embeds.filter((source) => source !== "'self'");
  const wallets = isCardPage ? ['self', ...stripe(WALLETS)] : [];
  return {
    contentSecurityPolicy,
    permissionsPolicy: formatPermissions({
      payment: embeds.length > 0 ? ['self', ...frames] : wallets,
      fullscreen: embeds.length > 0 ? ['self', ...frames] : [],
      ...(allowsCamera(path) && { camera: ['self'] }),
      ...(usesStripe && { 'publickey-credentials-get': WALLETS }),
    }),
    // The wallets' windows must be able to talk to the page that opened them.
    openerPolicy: isCardPage ? 'same-origin-allow-popups' : 'same-origin',
    framing: 'DENY',
  };
}
