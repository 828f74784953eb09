import type { Page, Route } from '@playwright/test';

/** The scripts of our pages. */
export const SCRIPTS = '**/_astro/*.js';

/** A slow line: requests wait until they are released, and then go on. */
export async function delay(
  page: Page,
  url: string | RegExp,
  goOn: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<{ release: () => void; isAsked: () => boolean }> {
  const held = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route(url, async (route) => {
    isAsked = true;
    await held.promise;
    await goOn(route);
  });
  return { release: held.resolve, isAsked: () => isAsked };
}
