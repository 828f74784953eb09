import type { SiteRedirect } from '#domain/schemas/build-manifest.ts';
import type { BrokenLink, LinkProblem } from '#domain/seo-figures.ts';

/** What the links of a page need: where it leads, and where others can lead to in it. */
export interface PageLinks {
  /** As they are written, each once. */
  readonly links: readonly string[];
  /** The anchors: every `id`. */
  readonly ids: readonly string[];
}

const ATTRIBUTES = `(?:[^>"']|"[^"]*"|'[^']*')*`;
/** In one pattern and in order, so that a tag spoken of in a script or a comment is not taken for one. */
const TAGS = new RegExp(
  `<!--[\\s\\S]*?-->|<(script|style|textarea|title)\\b(${ATTRIBUTES})>[\\s\\S]*?</\\1\\s*>|<[a-z](${ATTRIBUTES})>`,
  'gi',
);
const EACH_ATTRIBUTE = /\s([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
/** `data-embed` is what a facade loads at a click. */
const LINK_ATTRIBUTES = new Set(['href', 'src', 'poster', 'data-embed', 'xlink:href']);
/** Every other is passed over at once: a page has hundreds of classes. */
const TELLING_ATTRIBUTES = new Set([...LINK_ATTRIBUTES, 'id', 'srcset', 'content']);

/** Reads a page that our own build has made. */
export function readPageLinks(html: string): PageLinks {
  const links = new Set<string>();
  const ids = new Set<string>();
  for (const [, , ofBlock, ofTag] of html.matchAll(TAGS)) {
    for (const [, name = '', ...values] of (ofBlock ?? ofTag ?? '').matchAll(EACH_ATTRIBUTE)) {
      if (!TELLING_ATTRIBUTES.has(name)) continue;
      const value = decodeEntities(values.find((each) => each !== undefined) ?? '');
      if (name === 'id') ids.add(value);
      else if (LINK_ATTRIBUTES.has(name)) links.add(value.trim());
      else if (name === 'srcset') for (const each of readSourceSet(value)) links.add(each);
      // Tags for sharing name whole addresses; the others name no address at all.
      else if (/^https?:\/\/\S+$/.test(value)) links.add(value);
    }
  }
  return { links: [...links], ids: [...ids] };
}

/** `a.avif 1x, b.avif 2x` without the sizes. */
function readSourceSet(value: string): string[] {
  return value.split(/,\s+/).flatMap((each) => each.trim().split(/\s+/)[0] || []);
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** `&amp;` and the like as the letters that they stand for; an unknown one stays. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

/** The service answers these; the build has no file for them. */
const SERVICE_PREFIX = '/api/';
/** Anchors that every page has: its top, and words to search for. */
const ANCHOR_OF_EVERY_PAGE = /^(#|#top|#:~:.*)?$/i;

/**
 * Holds links against what a site has.
 * @param website the origin of the public site: absolute addresses that begin with it are links like any other
 * @param addresses every page and file by its address, with the anchors of those that are pages
 */
export function createLinkCheck(
  website: string,
  addresses: ReadonlyMap<string, readonly string[] | undefined>,
  redirects: readonly SiteRedirect[],
) {
  const { origin } = new URL(website);
  const moved = new Map(redirects.map(({ from, to }) => [from, to]));
  return {
    /**
     * The address on this site that a link leads to, from its root on and with its anchor; undefined where it leads
     * elsewhere (another host, a telephone number) or to the service.
     * @param page the address of the page that the link is on
     */
    resolve(link: string, page: string): string | undefined {
      const url = URL.parse(link, new URL(page, origin));
      // What no browser can read leads nowhere, and is shown as it was written.
      if (url === null) return link;
      if (url.origin !== origin || url.pathname.startsWith(SERVICE_PREFIX)) return undefined;
      return url.pathname + url.hash;
    },
    /** What is wrong with an address that `resolve` has given; undefined when it leads somewhere. */
    findProblem(address: string): LinkProblem | undefined {
      const [path, anchor] = splitAnchor(address);
      // A browser keeps its own anchor through a redirect, and takes the redirect's where it has none.
      const [target, movedAnchor] = splitAnchor(moved.get(path) ?? path);
      const wanted = anchor || movedAnchor;
      if (!addresses.has(target)) return 'no-such-address';
      const ids = addresses.get(target);
      const isThere =
        ids === undefined || ANCHOR_OF_EVERY_PAGE.test(wanted) || ids.includes(decode(wanted.slice(1)));
      return isThere ? undefined : 'no-such-anchor';
    },
  };
}

/** Path and anchor, `#` included. The service answers `/prices/` as it does `/prices`. */
function splitAnchor(address: string): [path: string, anchor: string] {
  const at = address.indexOf('#');
  const path = decode(at < 0 ? address : address.slice(0, at));
  return [path === '/' ? path : path.replace(/\/$/, ''), at < 0 ? '' : address.slice(at)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Each address that leads nowhere, with the pages that link to it. */
export function findBrokenLinks(
  linksFrom: [page: string, links: readonly string[]][],
  check: ReturnType<typeof createLinkCheck>,
): BrokenLink[] {
  const broken = new Map<string, BrokenLink & { pages: string[] }>();
  for (const [page, links] of linksFrom) {
    for (const link of links) {
      const address = check.resolve(link, page);
      const problem = address === undefined ? undefined : check.findProblem(address);
      if (address === undefined || problem === undefined) continue;
      const entry = broken.get(address) ?? { address, problem, pages: [] };
      if (!entry.pages.includes(page)) entry.pages.push(page);
      broken.set(address, entry);
    }
  }
  return [...broken.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
}
