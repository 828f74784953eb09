import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PaymentProvider } from '#domain/payments/payment-provider.ts';
import type { Farm } from '#domain/schemas/farm.ts';
import type { Log } from '../http/log.ts';
import { type Catalogue, parseBuiltContent } from './catalogue.ts';
import { fillPaymentPages } from './fill-payments.ts';
import { loadSiteSnapshot, type SiteSnapshot } from './site-snapshot.ts';

const CHECK_EVERY_MS = 500;

/** One build: its pages, and the prices and the address they show, which therefore change at the same instant. */
export interface Site {
  snapshot: SiteSnapshot;
  catalogue: Catalogue;
  farm: Farm;
}

export interface SiteStore {
  /** What is served now. Read it once per request: it may be another build the next time. */
  current(): Site;
  /** Takes a new build if there is one; keeps the present one, and logs once, if the new one is broken. */
  refresh(): Promise<void>;
  /** Refreshes twice a second, without keeping the process alive. @returns what stops it */
  watch(): () => void;
}

/**
 * Opens a built site, for the shop of a payment provider.
 * @throws Error with one message when there is none, or it is not whole
 */
export async function openSiteStore(
  distDir: string,
  log: Log,
  provider: PaymentProvider,
): Promise<SiteStore> {
  // Taken before the reading: a build that lands in between then counts as new.
  let seen = await readMark(distDir);
  let built = await loadSite(distDir, provider);
  let site = built;
  let broken: string | undefined;
  let running: Promise<void> | undefined;

  const check = async () => {
    const mark = await readMark(distDir);
    // No build.json for an instant is what a swap looks like.
    if (mark === undefined || mark === seen) return;
    try {
      const next = await loadSite(distDir, provider);
      site = keepHashedFiles(built, next);
      built = next;
      seen = mark;
      log(`now serving build ${site.snapshot.id}`);
    } catch (error) {
      // Tried again the next time: a site that is being copied here file by file becomes whole in the end.
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
    // A timer and not the requests: the first visitor after a quiet hour must not get the old prices.
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
 * The next build, with the last one's files under `/_astro/`, whose names change with their content: pages that are
 * open now, or kept in a browser, load theirs only when somebody reaches for them.
 */
function keepHashedFiles(last: Site, next: Site): Site {
  const hashed = [...last.snapshot.files].filter(([path]) => path.startsWith('/_astro/'));
  const files = new Map([...hashed, ...next.snapshot.files]);
  return { ...next, snapshot: { ...next.snapshot, files } };
}

/** Changes whenever `build.json` is another one; undefined when there is none. */
async function readMark(distDir: string): Promise<string | undefined> {
  const stats = await stat(join(distDir, 'build.json')).catch(() => undefined);
  return stats && `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
