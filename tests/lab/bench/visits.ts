import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import {
  PHONE,
  sumBytes,
  type VisitFigures,
  type VisitRequest,
  watchVisit,
} from '../../support/visit-figures.ts';
import { REFERENCE_PATH } from './reference-site.ts';
import { median, round } from './statistics.ts';

/** A slow link. */
export interface Link {
  readonly name: string;
  readonly downKilobits: number;
  readonly upKilobits: number;
  readonly roundTripMs: number;
}

export const RURAL_4G: Link = { name: 'rural 4G', downKilobits: 1600, upKilobits: 750, roundTripMs: 150 };

export const LINKS: readonly Link[] = [
  { name: 'Slow 3G', downKilobits: 400, upKilobits: 400, roundTripMs: 400 },
  RURAL_4G,
];

/** How many times slower than this machine's the phone's processor is taken to be. */
const CPU_SLOWDOWN = 4;

interface VisitsOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly paths: readonly string[];
  readonly rounds: number;
  /** For DevTools to slow the network down; undefined where the link itself is slow. */
  readonly throttle?: Link | undefined;
}

/** A page's medians; its bytes are those before any scrolling. */
export interface PageFigures {
  readonly page: string;
  readonly lcpMs: number;
  readonly lcpRange: string;
  /** LCP to the reference page's of the same round. */
  readonly toReference: number;
  readonly fcpMs: number;
  /** FCP too: a page that needs its script shows a placeholder until then. */
  readonly fcpToReference: number;
  readonly cls: number;
  readonly blockingMs: number;
  /** The document, and what had come before the largest paint, which may have waited for it. */
  readonly requestsBeforeLcp: number;
  readonly requests: number;
  readonly bytes: number;
  readonly htmlBytes: number;
}

/**
 * Visits every page and the reference page, one after the other and round by round, so that a slow minute of the
 * machine meets all of them. Every visit is a first one. A round before the first that counts warms up.
 */
export async function measurePages(options: VisitsOptions): Promise<PageFigures[]> {
  const paths = [REFERENCE_PATH, ...options.paths];
  await measureVisit(options, REFERENCE_PATH);
  const visits = new Map<string, VisitFigures[]>(paths.map((path) => [path, []]));
  for (let each = 0; each < options.rounds; each += 1) {
    for (const path of paths) visits.get(path)?.push(await measureVisit(options, path));
  }
  const reference = visits.get(REFERENCE_PATH) ?? [];
  return [...visits].map(([path, figures]) => summarise(path, figures, reference));
}

async function measureVisit({ browser, url, throttle }: VisitsOptions, path: string): Promise<VisitFigures> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const readFigures = await watchVisit(page, devTools);
    // Without an order it leads on to the page where one is made.
    if (path === CHECKOUT) await seedOrder(context, makeOrder());
    if (throttle !== undefined) {
      await devTools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: throttle.roundTripMs,
        downloadThroughput: (throttle.downKilobits * 1000) / 8,
        uploadThroughput: (throttle.upKilobits * 1000) / 8,
      });
    }
    await page.goto(url + path, { timeout: 120_000 });
    await page.waitForLoadState('networkidle');
    return await readFigures();
  } finally {
    await context.close();
  }
}

function summarise(
  page: string,
  visits: readonly VisitFigures[],
  reference: readonly VisitFigures[],
): PageFigures {
  const middle = (value: (visit: VisitFigures) => number) => median(visits.map(value));
  const compare = (value: (visit: VisitFigures) => number) => {
    const ratios = visits.map((visit, index) => {
      const beside = reference[index];
      return beside === undefined ? Number.NaN : value(visit) / value(beside);
    });
    return round(median(ratios), 2);
  };
  const lcps = visits.map(({ lcpMs }) => Math.round(lcpMs));
  return {
    page,
    lcpMs: median(lcps),
    lcpRange: `${Math.min(...lcps)}-${Math.max(...lcps)}`,
    toReference: compare(({ lcpMs }) => lcpMs),
    fcpMs: round(middle(({ fcpMs }) => fcpMs)),
    fcpToReference: compare(({ fcpMs }) => fcpMs),
    cls: round(
      middle(({ cls }) => cls),
      3,
    ),
    blockingMs: round(middle(({ blockingMs }) => blockingMs)),
    requestsBeforeLcp: middle(
      ({ requests, lcpMs }) => requests.filter((request) => mayDelay(request, lcpMs)).length,
    ),
    requests: middle(({ requests }) => requests.length),
    bytes: middle(({ requests }) => sumBytes(requests)),
    htmlBytes: middle(({ requests }) => requests[0]?.bytes ?? 0),
  };
}

/** The document itself may still be on its way when its top is painted. Nothing waits for a beacon or a tab's icon. */
function mayDelay({ type, endMs = Number.POSITIVE_INFINITY }: VisitRequest, lcpMs: number): boolean {
  return type === 'Document' || (endMs < lcpMs && type !== 'Ping' && type !== 'Other');
}

/**
 * Fills the town folder of a project up to so many towns. The made-up ones are copies of the real ones under names,
 * questions and places in the order of their own.
 */
export async function addTowns(projectDir: string, count: number): Promise<void> {
  const folder = join(projectDir, 'content/towns');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  for (let number = names.length + 1; number <= count; number += 1) {
    const source = sources[number % sources.length] ?? '';
    const town = source
      .replace(/^name: "(.*)"$/m, `name: "$1 ${number}"`)
      .replace(/^title: "(.*)"$/m, `title: "$1 ${number}"`)
      .replace(/^breadcrumb: "(.*)"$/m, `breadcrumb: "$1 ${number}"`)
      .replace(/^order: \d+$/m, `order: ${number}`)
      .replace(/^( +- id: .*)$/gm, `$1-${number}`);
    await writeFile(join(folder, `town-${number}.md`), town);
  }
}
