/**
 * Scores an answer by the rules of MDN's HTTP Observatory, formerly Mozilla's: its scoring algorithm 6, as of its
 * version 1.6.3 of August 2026 (https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring, and
 * https://github.com/mdn/mdn-http-observatory for what the page leaves open). Written from the rules.
 *
 * Not asked here: whether http leads to https, which is the proxy's work (0 where there is no http, -20 where it
 * does not), and the preload list, which is somebody else's (+5).
 */
export interface ScannedAnswer {
  readonly headers: Headers;
  readonly html: string;
  readonly origin: string;
}

export interface Scan {
  readonly score: number;
  readonly grade: string;
  /** Points by test, to find the one that costs some. */
  readonly points: Readonly<Record<string, number>>;
}

const SIX_MONTHS_SECONDS = 15_768_000;
/** Bonus points count from here on. */
const BONUS_FROM = 90;
const GRADES = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
  [0, 'F'],
] as const;

export function scanAnswer(answer: ScannedAnswer): Scan {
  const { headers } = answer;
  const policy = readPolicy(headers);
  const points = {
    'Content-Security-Policy': scorePolicy(policy),
    'Set-Cookie': scoreCookies(headers),
    'Cross-Origin-Embedder-Policy': scoreValue(headers, 'Cross-Origin-Embedder-Policy', {
      'require-corp': 10,
      credentialless: 10,
      'unsafe-none': 0,
    }),
    'Cross-Origin-Opener-Policy': scoreValue(headers, 'Cross-Origin-Opener-Policy', {
      'same-origin': 10,
      'same-origin-allow-popups': 10,
      'noopener-allow-popups': 10,
      'unsafe-none': 0,
    }),
    'Cross-Origin-Resource-Policy': scoreValue(headers, 'Cross-Origin-Resource-Policy', {
      'same-origin': 10,
      'same-site': 10,
      'cross-origin': 0,
    }),
    'Access-Control-Allow-Origin': scoreSharing(headers),
    'Referrer-Policy': scoreReferrers(headers),
    'Strict-Transport-Security': scoreTransport(headers),
    integrity: scoreScripts(answer),
    'X-Content-Type-Options':
      headers.get('X-Content-Type-Options')?.trim().toLowerCase() === 'nosniff' ? 0 : -5,
    'X-Frame-Options': scoreFraming(headers, policy),
  };
  const all = Object.values(points);
  const withoutBonus = 100 + sum(all.filter((each) => each < 0));
  const score = Math.max(0, withoutBonus >= BONUS_FROM ? 100 + sum(all) : withoutBonus);
  const [, grade] = GRADES.find(([from]) => score - (score % 5) >= from) ?? [0, 'F'];
  return { score, grade, points };
}

type Policy = ReadonlyMap<string, readonly string[]> | 'none' | 'invalid';

/** The directives of one policy; the site never sends two. */
function readPolicy(headers: Headers): Policy {
  const text = headers.get('Content-Security-Policy');
  if (text === null) return 'none';
  const policy = new Map<string, string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name !== '' && policy.has(name.toLowerCase())) return 'invalid';
    if (name !== '') policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

const BROAD = ['*', 'ftp:', 'http:', 'https:', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const INLINE = ["'unsafe-inline'", 'data:'];
const PASSIVE = ['img-src', 'media-src'];

function scorePolicy(policy: Policy): number {
  if (policy === 'none' || policy === 'invalid') return -25;
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const [scripts, styles] = [sourcesOf('script-src'), sourcesOf('style-src')].map(withoutIgnored) as [
    string[],
    string[],
  ];
  const has = (sources: readonly string[], unsafe: readonly string[]) =>
    sources.some((source) => unsafe.includes(source));
  const isPlain = (source: string) => /^(http|ftp):/.test(source);
  const active = [...policy].filter(([name]) => !PASSIVE.includes(name)).flatMap(([, sources]) => sources);
  if (has(scripts, [...BROAD, ...INLINE]) || has(sourcesOf('object-src'), BROAD)) return -20;
  if (active.some(isPlain)) return -20;
  if (has([...scripts, ...styles], ["'unsafe-eval'"])) return -10;
  if (PASSIVE.flatMap(sourcesOf).some(isPlain)) return -10;
  if (has(styles, [...BROAD, ...INLINE])) return 0;
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
}

/** Beside a hash or a nonce, browsers take no notice of `'unsafe-inline'`. */
function withoutIgnored(sources: readonly string[]): string[] {
  const isNamed = sources.some((source) => /^'(sha(256|384|512)|nonce)-/.test(source));
  return sources.filter((source) => !isNamed || source !== "'unsafe-inline'");
}

function scoreCookies(headers: Headers): number {
  const cookies = headers.getSetCookie();
  const isSafe = scoreTransport(headers) >= 0;
  const scores = cookies.map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim().toLowerCase());
    const name = pair.replace(/=.*/, '');
    const isSecure = attributes.includes('secure');
    const site = attributes.find((each) => each.startsWith('samesite'))?.replace(/samesite=?/, '');
    // The rules know a session by its name; here every cookie is held to what they ask of one.
    if (!isSecure) return isSafe ? -10 : -40;
    if (!attributes.includes('httponly')) return -30;
    if (site !== undefined && !['strict', 'lax', 'none'].includes(site)) return -20;
    if (site === undefined) return name.includes('csrf') ? -20 : 0;
    return 5;
  });
  return Math.min(...scores, cookies.length === 0 ? 0 : 5);
}

function scoreValue(headers: Headers, name: string, scores: Readonly<Record<string, number>>): number {
  const value = headers.get(name)?.trim().toLowerCase();
  return value === undefined ? 0 : (scores[value] ?? -5);
}

/** Ask with an `Origin` of another site: to name that one back, with credentials, opens everything to everybody. */
function scoreSharing(headers: Headers): number {
  const allowed = headers.get('Access-Control-Allow-Origin') ?? '*';
  return allowed !== '*' && headers.get('Access-Control-Allow-Credentials') === 'true' ? -50 : 0;
}

const PRIVATE_REFERRERS = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];

function scoreReferrers(headers: Headers): number {
  const value = headers.get('Referrer-Policy');
  if (value === null) return 0;
  return PRIVATE_REFERRERS.includes(value.split(',').at(-1)?.trim().toLowerCase() ?? '') ? 5 : -5;
}

function scoreTransport(headers: Headers): number {
  const age = /^max-age=(\d+)$/i.exec(
    headers.get('Strict-Transport-Security')?.split(';')[0]?.trim() ?? '',
  )?.[1];
  if (age === undefined) return -20;
  return Number(age) >= SIX_MONTHS_SECONDS ? 0 : -10;
}

function scoreScripts({ html, origin }: ScannedAnswer): number {
  const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes);
  const loaded = scripts.flatMap((attributes) => {
    const [, address] = /\bsrc=["']?([^"'\s>]+)/i.exec(attributes) ?? [];
    return address === undefined
      ? []
      : [{ url: new URL(address, origin), isChecked: /\bintegrity=/i.test(attributes) }];
  });
  const foreign = loaded.filter(({ url }) => url.origin !== origin);
  const scores = foreign.map(({ url, isChecked }) =>
    url.protocol === 'https:' ? (isChecked ? 5 : -5) : isChecked ? -20 : -50,
  );
  const isOwnChecked = loaded.some(({ url, isChecked }) => url.origin === origin && isChecked);
  return scores.length > 0 ? Math.min(...scores) : isOwnChecked ? 5 : 0;
}

function scoreFraming(headers: Headers, policy: Policy): number {
  if (typeof policy !== 'string' && policy.has('frame-ancestors')) return 5;
  const value = headers.get('X-Frame-Options')?.trim().toLowerCase();
  if (value === 'deny' || value === 'sameorigin') return 5;
  return value?.startsWith('allow-from') ? 0 : -20;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
