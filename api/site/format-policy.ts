/** The headers of a page that depend on the page. */
export interface PagePolicy {
  readonly contentSecurityPolicy: string;
  readonly permissionsPolicy: string;
  readonly openerPolicy: 'same-origin' | 'same-origin-allow-popups' | 'unsafe-none';
  /** `X-Frame-Options`, for browsers and scanners that do not read the policy's `frame-ancestors`. */
  readonly framing: 'DENY' | 'SAMEORIGIN';
}

/**
 * Off on every page; `payment` and `fullscreen` are set for each page, and the camera for one. The list is short because every first visit
 * waits for its bytes: frames of other hosts have no such feature unless we grant it, and our scripts use none.
 */
const FEATURES_OFF = ['browsing-topics', 'camera', 'geolocation', 'microphone'];

/** `default-src 'none'; script-src 'self'`. A directive without a source allows none. */
export function formatPolicy(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length === 0 ? "'none'" : [...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** `payment=(self "https://js.stripe.com"), camera=()`. */
export function formatPermissions(allowed: Record<string, readonly string[]>): string {
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
