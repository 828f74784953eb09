import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { PHONE } from '../../support/visit-figures.ts';
import { URL_ON_LINK, withSiteOnLink } from './link-bench.ts';
import { REFERENCE_PATH } from './reference-site.ts';
import { SITE_URL } from './shaped-link.ts';
import { median } from './statistics.ts';
import { LINKS } from './visits.ts';

/** Caddy ends a connection with HTTP/2 that long after its last request. */
const IDLE_SECONDS = 2;
/** With HTTP/3 both ends do after 30 seconds. */
const UNTIL_ENDED_MS = 35_000;
const CONTEXT = { ...PHONE, serviceWorkers: 'block' } as const;
const PATHS = [REFERENCE_PATH, '/prices', '/visit'];

export interface ProtocolFigures {
  readonly link: string;
  readonly visit: 'first' | 'second, after the connection has ended';
  readonly protocol: string;
  /** From the start to the first byte of the answer, in round trips of the link. */
  readonly roundTrips: number;
  readonly fcpMs: number;
}

/**
 * What a visitor waits for with HTTP/2 and with HTTP/3, through Caddy: on a first visit, as a browser makes it that knows
 * of HTTP/3 from the site's DNS, and again when the connection has ended and could be taken up with early data.
 */
export function measureProtocols(rounds: number): Promise<ProtocolFigures[]> {
  return withSiteOnLink(
    'caddy',
    async ({ shaped, launch, readKeyHash }) => {
      const figures: ProtocolFigures[] = [];
      for (const link of LINKS) {
        await shaped.use(link);
        const withHttp3 = { ...launch, args: allowHttp3(launch.args ?? [], await readKeyHash()) };
        const browsers = [await chromium.launch(launch), await chromium.launch(withHttp3)];
        const seen: Visit[][] = browsers.map(() => []);
        for (const path of Array.from({ length: rounds }, () => PATHS).flat()) {
          const contexts = await Promise.all(browsers.map((each) => each.newContext(CONTEXT)));
          for (const isFirst of [true, false]) {
            if (!isFirst) await sleep(UNTIL_ENDED_MS);
            // One after the other, so that a slow minute of the machine meets both.
            for (const [index, context] of contexts.entries())
              seen[index]?.push(await visit(context, path, isFirst));
          }
          for (const context of contexts) await context.close();
        }
        for (const browser of browsers) await browser.close();
        for (const visits of seen) figures.push(...summarise(link, visits));
      }
      console.log(`First and second visits to ${PATHS.join(', ')}, medians of ${rounds * PATHS.length}`);
      console.table(figures);
      return figures;
    },
    // The link has no names, and Caddy finds no certificate for an address with HTTP/3.
    `\tdefault_sni ${SITE_URL}\n\tservers {\n\t\ttimeouts {\n\t\t\tidle ${IDLE_SECONDS}s\n\t\t}\n\t}\n`,
  );
}

function allowHttp3(args: readonly string[], keyHash: string): string[] {
  return [
    ...args.filter((each) => each !== '--disable-quic'),
    '--enable-quic',
    `--origin-to-force-quic-on=${new URL(URL_ON_LINK).host}`,
    `--ignore-certificate-errors-spki-list=${keyHash}`,
  ];
}

interface Visit {
  readonly isFirst: boolean;
  readonly protocol: string;
  readonly ttfbMs: number;
  readonly fcpMs: number;
}

async function visit(context: BrowserContext, path: string, isFirst: boolean): Promise<Visit> {
  const page = await context.newPage();
  // The second time a page of the same weight, because this one is kept.
  await page.goto(`${URL_ON_LINK}${path}${isFirst ? '' : '?again'}`, { timeout: 120_000, waitUntil: 'load' });
  const seen = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return {
      protocol: navigation?.nextHopProtocol ?? '',
      ttfbMs: (navigation?.responseStart ?? 0) - (navigation?.fetchStart ?? 0),
      fcpMs: paint?.startTime ?? Number.NaN,
    };
  });
  await page.close();
  return { isFirst, ...seen };
}

function summarise(link: (typeof LINKS)[number], visits: readonly Visit[]): ProtocolFigures[] {
  return [true, false].map((isFirst) => {
    const own = visits.filter((each) => each.isFirst === isFirst);
    return {
      link: link.name,
      visit: isFirst ? 'first' : 'second, after the connection has ended',
      protocol: [...new Set(own.map(({ protocol }) => protocol))].join(),
      roundTrips: Math.round((10 * median(own.map(({ ttfbMs }) => ttfbMs))) / link.roundTripMs) / 10,
      fcpMs: Math.round(median(own.map(({ fcpMs }) => fcpMs))),
    };
  });
}
