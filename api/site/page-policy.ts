import { createHash } from 'node:crypto';
import { OWN_EMBED_SANDBOX } from '#domain/embeds.ts';
import { allowsCamera, allowsThirdParties, findPayments, TICKETS_EMBED } from '#domain/pages.ts';
import type { PaymentProvider } from '#domain/payments/payment-provider.ts';
import { SPECULATION_RULES } from '#domain/speculation-rules.ts';

/** The headers of a page that depend on the page. */
export interface PagePolicy {
  readonly contentSecurityPolicy: string;
  readonly permissionsPolicy: string;
  readonly openerPolicy: 'same-origin' | 'same-origin-allow-popups' | 'unsafe-none';
  /** `X-Frame-Options`, for browsers and scanners that do not read the policy's `frame-ancestors`. */
  readonly framing: 'DENY' | 'SAMEORIGIN';
}

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

/**
 * The policy of a page that runs another company's script and is shown in a frame. `sandbox` gives the page an opaque
 * origin, also when it is opened on its own, so the script cannot reach our pages, cookies, storage or API. Everything
 * else it loads must come from the script's own host.
 */
function createEmbedPolicy({ scriptHashes, styleHashes, scriptOrigins }: PageMarkup): PagePolicy {
  return {
    contentSecurityPolicy: formatPolicy({
      'default-src': ["'none'"],
      'script-src': [...scriptHashes, ...scriptOrigins],
      'style-src': [...styleHashes, ...scriptOrigins],
      'img-src': ['data:', ...scriptOrigins],
      'font-src': scriptOrigins,
      'connect-src': scriptOrigins,
      'frame-src': scriptOrigins,
      'form-action': scriptOrigins,
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'self'"],
      sandbox: OWN_EMBED_SANDBOX.split(' '),
    }),
    permissionsPolicy: formatPermissions({
      payment: ['self', ...scriptOrigins],
      fullscreen: ['self', ...scriptOrigins],
    }),
    // Browsers refuse to show a sandboxed page with any other value.
    openerPolicy: 'unsafe-none',
    framing: 'SAMEORIGIN',
  };
}

/**
 * Off on every page; `payment` and `fullscreen` are set for each page, and the camera for one. The list is short because every first visit
 * waits for its bytes: frames of other hosts have no such feature unless we grant it, and our scripts use none.
 */
const FEATURES_OFF = ['browsing-topics', 'camera', 'geolocation', 'microphone'];

/** `default-src 'none'; script-src 'self'`. A directive without a source allows none. */
function formatPolicy(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length === 0 ? "'none'" : [...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** `payment=(self "https://js.stripe.com"), camera=()`. */
function formatPermissions(allowed: Record<string, readonly string[]>): string {
  const off = Object.fromEntries(
    FEATURES_OFF.filter((feature) => !(feature in allowed)).map((feature) => [feature, [] as string[]]),
  );
  return Object.entries({ ...allowed, ...off })
    .map(([feature, origins]) => {
      const list = [...new Set(origins)].map((origin) => (origin === 'self' ? origin : `"${origin}"`));
      return `${feature}=(${list.join(' ')})`;
    })
    .join(', ');
}

/** The facts about a built page that its policy depends on. */
export interface PageMarkup {
  /** `'sha256-…'` of each inline script. */
  readonly scriptHashes: readonly string[];
  /** `'sha256-…'` of each inline style. */
  readonly styleHashes: readonly string[];
  /** Origins of other hosts whose scripts the page loads: `https://tickets.example.com`. */
  readonly scriptOrigins: readonly string[];
  /** Sources of frames that a click opens: origins of other hosts, or `'self'` for a page of ours. */
  readonly frameSources: readonly string[];
  /** Origins whose statistics the page loads for visitors who accept. */
  readonly statisticsOrigins: readonly string[];
  /** Whether a script of the page puts the speculation rules into it. */
  readonly preparesPages: boolean;
}

const ATTRIBUTES = `(?:[^>"']|"[^"]*"|'[^']*')*`;
/** One pattern for all blocks in order, so that the text `<style>` inside a script is not taken for a style. */
const BLOCKS = new RegExp(`<!--[\\s\\S]*?-->|<(script|style)\\b(${ATTRIBUTES})>([\\s\\S]*?)</\\1\\s*>`, 'gi');
const EMBEDS = /\sdata-embed="([^"]*)"/g;
const STATISTICS = /\sdata-analytics-script="([^"]*)"/g;
const PREPARES_PAGES = /<body data-keep-pages="/;
/** Data blocks, which policies do not cover. */
const DATA_TYPES = ['application/ld+json', 'application/json'];

/**
 * Reads a page of our own build. Never pass it text from a visitor: its scripts would be allowed to run.
 */
export function readPageMarkup(html: string): PageMarkup {
  const scriptHashes = new Set<string>();
  const styleHashes = new Set<string>();
  const scriptOrigins = new Set<string>();
  for (const [, tag, attributes = '', content = ''] of html.matchAll(BLOCKS)) {
    if (tag === undefined) continue;
    if (tag.toLowerCase() === 'style') styleHashes.add(hashInline(content));
    else {
      const source = readAttribute(attributes, 'src');
      if (source === undefined) {
        if (!DATA_TYPES.includes(readAttribute(attributes, 'type') ?? ''))
          scriptHashes.add(hashInline(content));
      } else if (sourceOf(source) !== "'self'") scriptOrigins.add(sourceOf(source));
    }
  }
  return {
    scriptHashes: [...scriptHashes],
    styleHashes: [...styleHashes],
    scriptOrigins: [...scriptOrigins],
    frameSources: readSources(html, EMBEDS),
    statisticsOrigins: readSources(html, STATISTICS),
    preparesPages: PREPARES_PAGES.test(html),
  };
}

function readSources(html: string, attribute: RegExp): string[] {
  return [...new Set([...html.matchAll(attribute)].map(([, url = '']) => sourceOf(url)))];
}

/** The policy's `'sha256-…'` for an inline script or style. HTML parsers turn every line break into a line feed. */
export function hashInline(content: string): string {
  const text = content.replace(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function readAttribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function sourceOf(url: string): string {
  return URL.parse(url)?.origin ?? "'self'";
}
