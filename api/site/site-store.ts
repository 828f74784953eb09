import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { listCurrent } from '#domain/content/notices.ts';
import { type IsoDay, londonDay } from '#domain/dates.ts';
import type { PaymentProvider } from '#domain/payments/payment-provider.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Notice } from '#domain/schemas/notice.ts';
import type { Log } from '../http/log.ts';
import { type Catalogue, keepWeeks, parseSiteContent } from './catalogue.ts';
import { fillNotices, fillPaymentPages, fillWeeks } from './fill-site.ts';
import {
  createLiveReader,
  NOTICES_FILE,
  parseNotices,
  readMark,
  readNotices,
  readWeeks,
  SHOP_FILE,
} from './live-content.ts';
import { loadSiteSnapshot, type SiteSnapshot } from './site-snapshot.ts';

/** Half a second more is needed to write a notice into all pages, and it is to be live within a second. */
const CHECK_EVERY_MS = 250;

/** One build: its pages with the prices and farm details they show, which change together. */
interface Site {
  snapshot: SiteSnapshot;
  catalogue: Catalogue;
  farm: Farm;
  notices: readonly Notice[];
}

export interface SiteStoreOptions {
  /** Has the notices and weeks of now. If there is no such folder, pages keep those of their build. */
  readonly contentDir?: string | undefined;
  readonly clock?: () => Date;
}

export interface SiteStore {
  /** The site that is served now. Read it once per request: the next call may return another build. */
  current(): Site;
  /**
   * Loads a new build, new notices and new weeks if there are any. Keeps the current ones, and logs once, if the new ones are
   * broken. What was written before the call is served after it.
   */
  refresh(): Promise<void>;
  /** Refreshes four times a second, without keeping the process alive. @returns a function that stops it */
  watch(): () => void;
}

/**
 * Opens a built site for a payment provider.
 * @throws Error with one message when there is none or it is incomplete
 */
export async function openSiteStore(
  distDir: string,
  log: Log,
  provider: PaymentProvider,
  { contentDir, clock = () => new Date() }: SiteStoreOptions = {},
): Promise<SiteStore> {
  const findNotices = createLiveReader(contentDir, NOTICES_FILE, readNotices, log);
  const findWeeks = createLiveReader(contentDir, SHOP_FILE, readWeeks, log);
  const buildFile = join(distDir, 'build.json');
  // Read before the site, so that a build that lands in between counts as new.
  let seen = await readMark(buildFile);
  const load = async () => loadSite(await loadSiteSnapshot(distDir), provider);
  let built = await load();
  const readCurrent = async ({ notices, catalogue }: Site): Promise<Current> => {
    const today = londonDay(clock());
    return {
      today,
      notices: listCurrent(await findNotices(notices), today),
      weeks: keepWeeks(catalogue.weeks, await findWeeks(catalogue.weeks)),
    };
  };
  let shown = await fillSite(built, readCurrent);
  let broken: string | undefined;
  let checking: Promise<void> | undefined;

  const findNext = async () => {
    const mark = await readMark(buildFile);
    // During a swap there is no build.json for a moment.
    if (mark === undefined || mark === seen) return undefined;
    try {
      const next = await load();
      seen = mark;
      return next;
    } catch (error) {
      // Tried again next time: a site that is copied here file by file is complete in the end.
      if (broken !== mark) log(`the new build is not usable, build ${built.snapshot.id} stays`, error);
      broken = mark;
      return undefined;
    }
  };
  const check = async () => {
    const next = await findNext();
    shown = await fillSite(next ? keepHashedFiles(built, next) : shown.unfilled, readCurrent, shown);
    if (next === undefined) return;
    built = next;
    log(`now serving build ${built.snapshot.id}`);
  };
  // One after the other: a check under way may have read a file before it was written.
  const refresh = () => {
    const own = (checking ?? Promise.resolve()).then(check).finally(() => {
      if (checking === own) checking = undefined;
    });
    checking = own;
    return own;
  };
  return {
    current: () => shown.site,
    refresh,
    // A timer, not the requests: the first visitor after a quiet hour must not get the old prices.
    watch: () => {
      const timer = setInterval(() => checking ?? refresh(), CHECK_EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}

/** What holds now, whatever the build says. */
interface Current {
  readonly today: IsoDay;
  readonly notices: readonly Notice[];
  readonly weeks: Catalogue['weeks'];
}

interface FilledSite {
  readonly site: Site;
  /** The same without what holds now. */
  readonly unfilled: Site;
  readonly current: Current;
}

/** Fills in what holds now. @returns `last` if it is the same */
async function fillSite(
  unfilled: Site,
  readCurrent: (site: Site) => Promise<Current>,
  last?: FilledSite,
): Promise<FilledSite> {
  const current = await readCurrent(unfilled);
  if (last?.unfilled === unfilled && isDeepStrictEqual(last.current, current)) return last;
  const { notices, weeks, today } = current;
  const catalogue = { ...unfilled.catalogue, weeks };
  const noticed = await fillNotices(unfilled.snapshot, notices);
  return {
    site: { ...unfilled, snapshot: await fillWeeks(noticed, catalogue, today), catalogue },
    unfilled,
    current,
  };
}

async function loadSite(unfilled: SiteSnapshot, provider: PaymentProvider): Promise<Site> {
  const snapshot = await fillPaymentPages(unfilled, provider);
  const { content } = snapshot;
  const notices = parseNotices(content[NOTICES_FILE] ?? []);
  return { snapshot, notices, ...parseSiteContent(content) };
}

/**
 * Returns the next build with the last one's files below `/_astro/`: pages that are open now, or precached, load some of
 * theirs only on interaction.
 */
function keepHashedFiles(last: Site, next: Site): Site {
  const keep = <Value>(old: ReadonlyMap<string, Value>, now: ReadonlyMap<string, Value>, folder: string) =>
    new Map([...[...old].filter(([path]) => path.startsWith(folder)), ...now]);
  const files = keep(last.snapshot.files, next.snapshot.files, '_astro/');
  const paths = keep(last.snapshot.paths, next.snapshot.paths, '/_astro/');
  return { ...next, snapshot: { ...next.snapshot, files, paths } };
}
