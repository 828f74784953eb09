import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sayCommand } from '#commands';
import { parseContent } from '#content/reader/parse-content.ts';
import { listNotices, NOTICES_PATH, timeNotices } from '#domain/content/notices.ts';
import { listOpenings, type NamedOpening } from '#domain/content/opening-days.ts';
import type { IsoDay } from '#domain/dates.ts';
import { findPayments, PAGES } from '#domain/pages.ts';
import {
  LIVE_ONLY,
  modeOfKey,
  type PaymentProvider,
  SANDBOX_BANNER,
  SANDBOX_ONLY,
  SCRIPT_PLACEHOLDER,
} from '#domain/payments/payment-provider.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { html } from '#forms/html.ts';
import { replaceNotices } from '#forms/notices.ts';
import { replaceOpenings } from '#forms/opening.ts';
import { replaceOpeningData } from '#forms/structured-data.ts';
import { replaceWeeks } from '#forms/weeks.ts';
import type { Catalogue } from './catalogue.ts';
import { hashFile, NOT_FOUND_FILE, type SiteFile, type SiteSnapshot, textOf } from './site-snapshot.ts';

/**
 * All pages in 0.6 s on two cores, each 350 bytes larger than at the build. The best quality takes 1.4 s, which is
 * longer than a notice may take; quality 5 takes 0.1 s and 1,300 bytes, which some pages have no room for.
 */
const QUALITY = 10;

/**
 * Writes the notices of now into a built site, in place of those of its build: their words, and the opening hours of
 * their days wherever a page tells them. Other pages stay byte for byte.
 */
export async function fillNotices(site: SiteSnapshot, notices: readonly Notice[]): Promise<SiteSnapshot> {
  const timed = timeNotices(notices);
  const { openings, ofStructuredData } = readOpenings(site, notices);
  const fill = (page: string) => {
    const filled = replaceOpenings(replaceNotices(page, timed), openings);
    return ofStructuredData ? replaceOpeningData(filled, ofStructuredData) : filled;
  };
  const filled = await rewritePages(site, (path, html) => (hasNotices(path) ? fill(html) : html), QUALITY);
  const list = NOTICES_PATH.slice(1);
  if (!site.files.has(list)) return filled;
  const files = new Map(filled.files);
  await replaceText(files, list, JSON.stringify(listNotices(timed)));
  return { ...filled, files };
}

/** Writes the delivery weeks of now into a built site. Pages that say nothing of them stay byte for byte. */
export function fillWeeks(site: SiteSnapshot, catalogue: Catalogue, today: IsoDay): Promise<SiteSnapshot> {
  return rewritePages(
    site,
    (_, page) => replaceWeeks(page, catalogue, catalogue.deliveryArea, today),
    QUALITY,
  );
}

/** The farm's own people know. */
function hasNotices(path: string): boolean {
  return path !== PAGES.admin.path && !path.startsWith(`${PAGES.admin.path}/`);
}

interface Openings {
  /** By the ids of season and hours. */
  readonly openings: ReadonlyMap<string, NamedOpening>;
  /** What search engines are told. */
  readonly ofStructuredData: NamedOpening | undefined;
}

/** The openings of a built site, with the notices of now. */
export function readOpenings({ content: built }: SiteSnapshot, notices: readonly Notice[]): Openings {
  const { content } = parseContent(built);
  const openings = listOpenings(content.seasons, content.hours, notices);
  const { season, hours } = content.structuredData[0]?.data ?? {};
  return { openings, ofStructuredData: openings.get(`${season} ${hours}`) };
}

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
    `The page ${path} was built by another version, for one way to pay; build the site again with \`${sayCommand('build')}\`.`,
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

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** As many as are compressed at once, so that requests, and whatever else needs a thread, go in between. */
const PAGES_AT_ONCE = 2;
const WORKER = SERVICE_WORKER_PATH.slice(1);

/**
 * Changes the text of a site's pages. Changed pages are compressed again, and the worker's list gets their hashes; all
 * others stay byte for byte.
 * @param change gets the page's path, `/404` for the page of unknown paths, and returns the text itself of a page that stays
 * @param quality of brotli
 */
async function rewritePages(
  site: SiteSnapshot,
  change: (path: string, html: string) => string,
  quality = constants.BROTLI_MAX_QUALITY,
): Promise<SiteSnapshot> {
  const files = new Map(site.files);
  const worker = files.get(WORKER);
  let list = worker && textOf(worker);
  const queue = [...site.paths, ['/404', NOT_FOUND_FILE] as const].values();
  const drain = async () => {
    for (const [path, file] of queue) {
      const page = files.get(file);
      if (page === undefined || !file.endsWith('.html')) continue;
      const text = textOf(page);
      const changed = change(path, text);
      if (changed === text) continue;
      const { hash } = await replaceText(files, file, changed, quality);
      // The worker caches a page only when its hash is in the worker's list.
      list = list?.replace(page.hash, hash);
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, drain));
  if (worker && list !== undefined && list !== textOf(worker)) await replaceText(files, WORKER, list);
  return { ...site, files };
}

async function replaceText(
  files: Map<string, SiteFile>,
  file: string,
  text: string,
  quality = constants.BROTLI_MAX_QUALITY,
): Promise<SiteFile> {
  const bytes = Buffer.from(text);
  const brotli = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const forms = await Promise.all([
    files.has(`${file}.br`) && compressBrotli(bytes, { params: brotli }),
    files.has(`${file}.gz`) && compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const made = { bytes, hash: hashFile(bytes) };
  files.set(file, made);
  for (const [index, form] of forms.entries())
    if (form) files.set(`${file}${index === 0 ? '.br' : '.gz'}`, { bytes: form, hash: hashFile(form) });
  return made;
}
