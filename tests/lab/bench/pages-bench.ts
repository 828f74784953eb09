import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../support/chromium.ts';
import { startSiteServer } from '../../support/site-server.ts';
import { makeReferenceSite } from './reference-site.ts';
import { LINKS, measurePages, type PageFigures } from './visits.ts';

/** The content pages as a phone gets them through DevTools' throttling, by the name of the link. */
export async function measureThrottledPages(rounds: number): Promise<Record<string, PageFigures[]>> {
  const site = await makeReferenceSite();
  const server = await startSiteServer({ DIST_DIR: site.distDir, LOG_LEVEL: 'silent' });
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArguments() });
  try {
    const results: Record<string, PageFigures[]> = {};
    for (const link of LINKS) {
      const { paths } = site;
      const pages = await measurePages({ browser, url: server.url, paths, rounds, throttle: link });
      results[link.name] = pages;
      console.log(`Pages through DevTools' throttling, ${link.name}, medians of ${rounds}`);
      console.table(pages);
    }
    return results;
  } finally {
    await browser.close();
    await server.stop();
    await site.remove();
  }
}
