import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OFFICE_PAGES } from '#domain/office.ts';
import { pageOfFile } from '#domain/pages.ts';
import type { SiteRedirect } from '#domain/schemas/build-manifest.ts';
import {
  type BrokenLink,
  LINK_PROBLEMS,
  type LinkProblem,
  type PageWeight,
  SEO_FIGURES_FILE,
  type SeoFigures,
} from '#domain/seo-figures.ts';
import { compressFile, getSentSize } from './compress.ts';
import { listFiles } from './files.ts';

export interface SeoFacts {
  readonly redirects: readonly SiteRedirect[];
  /** Origin of the public site. */
  readonly website: string;
}

/**
 * Measures a site whose files are compressed already, and writes `seo-figures.json` into it. After it, nothing may be
 * written that a page could link to.
 */
export async function writeSeoFigures(folder: string, facts: SeoFacts): Promise<SeoFigures> {
  const figures = await collectSeoFigures(folder, facts);
  const path = join(folder, SEO_FIGURES_FILE);
  await writeFile(path, JSON.stringify(figures));
  await compressFile(path);
  return figures;
}

/** A line for each link and redirect of the site that leads nowhere. */
export function describeLinkProblems({ brokenLinks, redirects }: SeoFigures): string[] {
  return [
    ...brokenLinks.map(({ address, problem, pages: [first, ...more] }) => {
      const linking = more.length > 0 ? `${first} and ${more.length} more link` : `${first} links`;
      return `${linking} to ${address}, and ${LINK_PROBLEMS[problem]}.`;
    }),
    ...redirects.flatMap(({ from, to, problem }) =>
      problem === undefined
        ? []
        : `content/redirects.json: ${from} leads to ${to}, and ${LINK_PROBLEMS[problem]}.`,
    ),
  ];
}

async function collectSeoFigures(folder: string, { redirects, website }: SeoFacts): Promise<SeoFigures> {
  const files = (await listFiles(folder)).filter((file) => isLinkable(file));
  const linksByPage = new Map<string, PageLinks>();
  const pageWeights: PageWeight[] = [];
  const sitemaps = new Map<string, string[]>();
  for (const file of files) {
    if (file.endsWith('.html')) {
      const bytes = await readFile(join(folder, file));
      linksByPage.set(getAddress(file), readPageLinks(bytes.toString('utf8')));
      pageWeights.push({ page: getAddress(file), bytes: await getSentSize(join(folder, file)) });
    } else if (/^sitemap-\d+\.xml$/.test(file)) {
      sitemaps.set(`/${file}`, readSitemap(await readFile(join(folder, file), 'utf8')));
    }
  }
  const addresses = new Map<string, readonly string[] | undefined>([
    [`/${SEO_FIGURES_FILE}`, undefined],
    // Their files are one, which the service fills.
    ...Object.values(OFFICE_PAGES).map(({ path }): [string, undefined] => [path, undefined]),
    ...files.map((file): [string, undefined] => [`/${file}`, undefined]),
    ...[...linksByPage].map(([page, { ids }]): [string, readonly string[]] => [page, ids]),
  ]);
  const check = createLinkCheck(website, addresses, redirects);
  const linksFrom = [...linksByPage].map(([page, { links }]): [string, readonly string[]] => [page, links]);
  return {
    sitemapPages: [...sitemaps.values()].flat().length,
    redirects: redirects.map((redirect) => {
      const problem = check.findProblem(redirect.to);
      return { ...redirect, ...(problem !== undefined && { problem }) };
    }),
    brokenLinks: findBrokenLinks([...linksFrom, ...sitemaps], check),
    pageWeights: pageWeights.sort((a, b) => b.bytes - a.bytes || (a.page < b.page ? -1 : 1)),
  };
}

function findBrokenLinks(
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

/** Not the compressed forms of other files, nor what the service keeps to itself. */
function isLinkable(file: string): boolean {
  const isPrivate = file === '_redirects' || /^\.(?!well-known\/)/.test(file);
  return !isPrivate && !/\.(br|gz)$/.test(file);
}

/** The 404 page answers for every unknown address; its own canonical address is this one. */
function getAddress(file: string): string {
  return pageOfFile(file) ?? '/404';
}

/** What the links of a page need: where it leads, and where others can lead to in it. */
interface PageLinks {
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
function readPageLinks(html: string): PageLinks {
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

/** The addresses that a sitemap lists. */
function readSitemap(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => decodeEntities(address.trim()));
}

/** `a.avif 1x, b.avif 2x` without the sizes. */
function readSourceSet(value: string): string[] {
  return value.split(/,\s+/).flatMap((each) => each.trim().split(/\s+/)[0] || []);
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

function decodeEntities(text: string): string {
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
function createLinkCheck(
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
