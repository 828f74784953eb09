import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PaymentProvider } from '#domain/payments/payment-provider.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Log } from '../http/log.ts';
import { type Catalogue, parseBuiltContent } from './catalogue.ts';
import { fillPaymentPages } from './fill-payments.ts';
import { loadSiteSnapshot, type SiteSnapshot } from './site-snapshot.ts';

const CHECK_EVERY_MS = 500;

/** One build: its pages with the prices and farm details they show, which change together. */
export interface Site {
  snapshot: SiteSnapshot;
  catalogue: Catalogue;
  farm: Farm;
}

export interface SiteStore {
  /** The site that is served now. Read it once per request: the next call may return another build. */
  current(): Site;
  /** Loads a new build if there is one. Keeps the current one, and logs once, if the new one is broken. */
  refresh(): Promise<void>;
  /** Refreshes twice a second, without keeping the process alive. @returns a function that stops it */
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
): Promise<SiteStore> {
  // Read before the site, so that a build that lands in between counts as new.
  let seen = await readMark(distDir);
  let built = await loadSite(distDir, provider);
  let site = built;
  let broken: string | undefined;
  let running: Promise<void> | undefined;

  const check = async () => {
    const mark = await readMark(distDir);
    // During a swap there is no build.json for a moment.
    if (mark === undefined || mark === seen) return;
    try {
      const next = await loadSite(distDir, provider);
      site = keepHashedFiles(built, next);
      built = next;
      seen = mark;
      log(`now serving build ${site.snapshot.id}`);
    } catch (error) {
      // Tried again next time: a site that is copied here file by file is complete in the end.
      if (broken !== mark) log(`the new build is not usable, build ${site.snapshot.id} stays`, error);
      broken = mark;
    }
  };
  const refresh = () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    current: () => site,
    refresh,
    // A timer, not the requests: the first visitor after a quiet hour must not get the old prices.
    watch: () => {
      const timer = setInterval(refresh, CHECK_EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}

async function loadSite(distDir: string, provider: PaymentProvider): Promise<Site> {
  const snapshot = await fillPaymentPages(await loadSiteSnapshot(distDir), provider);
  const { contentJson } = snapshot;
  return { snapshot, ...parseBuiltContent(contentJson) };
}

/**
 * Returns the next build with the last one's files below `/_astro/`: pages that are open now, or precached, load some of
 * theirs only on interaction.
 */
function keepHashedFiles(last: Site, next: Site): Site {
  const hashed = [...last.snapshot.files].filter(([path]) => path.startsWith('/_astro/'));
  const files = new Map([...hashed, ...next.snapshot.files]);
  return { ...next, snapshot: { ...next.snapshot, files } };
}

/** Changes whenever `build.json` is replaced; undefined when there is none. */
async function readMark(distDir: string): Promise<string | undefined> {
  const stats = await stat(join(distDir, 'build.json')).catch(() => undefined);
  return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
