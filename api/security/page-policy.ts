import { PAGES } from '#domain/pages.ts';
import { SPECULATION_RULES } from '#domain/speculation-rules.ts';
import { hashInline, type PageMarkup } from './page-markup.ts';

/** Whose payment form the pages load: Stripe's, or the sandbox's from our own host. */
export type PaymentProvider = 'stripe' | 'sandbox';

/** The headers of a page that depend on the page. */
export interface PagePolicy {
  readonly contentSecurityPolicy: string;
  readonly permissionsPolicy: string;
  readonly openerPolicy: 'same-origin' | 'same-origin-allow-popups';
}

const PAYMENT_PAGES: readonly string[] = [
  PAGES['branch-box-checkout'].path,
  PAGES['nordmann-foliage-payment'].path,
];
/**
 * Their form is answered with a redirect to Stripe's own page for buyers without script; Chromium asks about that too.
 */
const ORDER_FORM_PAGES: readonly string[] = [PAGES['nordmann-branches'].path, ...PAYMENT_PAGES];

/** Content pages get it from a script, so it does not stand in their markup. */
const SPECULATION_HASH = hashInline(SPECULATION_RULES);

/** As Stripe's integration security guide lists them. */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://m.stripe.network',
  ],
  form: ['https://checkout.stripe.com'],
  /** Where a wallet's sheet is opened from. */
  wallets: ['https://js.stripe.com', 'https://hooks.stripe.com', 'https://pay.google.com'],
} as const;

/**
 * Off everywhere; `payment` and the like are set by page. No longer than this, because a first visit waits for every
 * byte of it: frames of other hosts have none of these features unless they are given, and our scripts ask for none.
 */
const FEATURES_OFF = ['browsing-topics', 'camera', 'geolocation', 'microphone'];

/**
 * The policy of a built page: what stands in its markup, and what its payment form needs. A page of the service's own
 * that is not built, or has gone, gets the policy of an empty one.
 */
export function createPagePolicy(path: string, markup: PageMarkup, payments: PaymentProvider): PagePolicy {
  const isPaymentPage = PAYMENT_PAGES.includes(path);
  const usesStripe = isPaymentPage && payments === 'stripe';
  const stripe = (sources: readonly string[]) => (usesStripe ? sources : []);
  const { scriptHashes, styleHashes, scriptOrigins, frameSources, statisticsOrigins, preparesPages } = markup;
  // A widget's host serves its script, and with it its pictures, data and frames. Only /embed/tickets has one.
  const contentSecurityPolicy = formatPolicy({
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...scriptHashes,
      ...(preparesPages ? [SPECULATION_HASH] : []),
      ...scriptOrigins,
      ...statisticsOrigins,
      ...stripe(STRIPE.script),
    ],
    'style-src': ["'self'", ...styleHashes, ...scriptOrigins],
    'img-src': ["'self'", 'data:', ...scriptOrigins, ...statisticsOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...scriptOrigins, ...statisticsOrigins, ...stripe(STRIPE.connect)],
    'frame-src': [
      ...frameSources,
      ...scriptOrigins,
      ...stripe(STRIPE.frame),
      // The sandbox shows its authentication in a frame, as Stripe does.
      ...(isPaymentPage && !usesStripe ? ["'self'"] : []),
    ],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': [
      "'self'",
      ...(ORDER_FORM_PAGES.includes(path) && payments === 'stripe' ? STRIPE.form : []),
    ],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    // Our own pages frame /embed/tickets.
    'frame-ancestors': ["'self'"],
  });
  const frames = [...frameSources, ...scriptOrigins].map((source) => source.replaceAll("'", ''));
  const wallets = isPaymentPage ? ['self', ...stripe(STRIPE.wallets)] : [];
  return {
    contentSecurityPolicy,
    permissionsPolicy: formatPermissions({
      // A frame gets nothing that the page around it may not use itself.
      payment: frames.length > 0 ? ['self', ...frames] : wallets,
      fullscreen: frames.length > 0 ? ['self', ...frames] : [],
      ...(usesStripe && { 'publickey-credentials-get': STRIPE.wallets }),
    }),
    // The wallets' windows must be able to talk to the page that opened them.
    openerPolicy: isPaymentPage ? 'same-origin-allow-popups' : 'same-origin',
  };
}

function formatPolicy(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length === 0 ? "'none'" : [...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** `payment=(self "https://js.stripe.com"), camera=()`. */
function formatPermissions(allowed: Record<string, readonly string[]>): string {
  const off = Object.fromEntries(FEATURES_OFF.map((feature) => [feature, [] as string[]]));
  return Object.entries({ ...allowed, ...off })
    .map(([feature, origins]) => {
      const list = [...new Set(origins)].map((origin) => (origin === 'self' ? origin : `"${origin}"`));
      return `${feature}=(${list.join(' ')})`;
    })
    .join(', ');
}
