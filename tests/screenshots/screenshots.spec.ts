import type { Page } from '@playwright/test';
import { OFFICE_PAGES, type OfficePage } from '../../src/domain/office.ts';
import { pagePaths } from '../pages/built-site.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { test } from '../support/shop.ts';
import { addSession } from '../support/shop-data.ts';
import { startSiteServer } from '../support/site-server.ts';

// The farm's own pages from dist/, and the office's, for people to look at. `npm run screenshots` writes them into
// screenshots/, and beside them each state that a test of `browser/` looks at (`support/good-looks.ts`).

const WIDTHS = [320, 390, 768, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;

const ADMIN_PATHS = [
  ...Object.values<OfficePage>(OFFICE_PAGES).flatMap(({ path, behindSignIn }) =>
    behindSignIn ? [path] : [],
  ),
  '/admin/content/season',
  '/admin/content/history',
];

test.use({ expectedMessages: /404 \(/ });

for (const colorScheme of SCHEMES) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('pages', async ({ page }) => {
      test.setTimeout(1_200_000);
      const server = await startSiteServer({ DIST_DIR: 'dist' });
      // Without an order the checkout redirects at once, and without a session the office does.
      const paths = pagePaths('dist').filter((path) => !/^\/(branch-box-checkout|admin)/.test(path));
      for (const path of paths) {
        await page.goto(`${server.url}${path === '/404' ? '/no-such-page' : path}`);
        await capture(page, path === '/' ? 'home' : path.slice(1).replaceAll('/', ' '), colorScheme);
      }
      await server.stop();
    });

    test.describe(() => {
      test.use({ editsContent: true });

      test('admin pages', async ({ page, context, shop }) => {
        test.setTimeout(600_000);
        await buyThroughApi(shop.url);
        await page.goto('/admin/sign-in');
        await capture(page, 'admin sign-in', colorScheme);
        await addSession(context);
        for (const path of ADMIN_PATHS) {
          await page.goto(path);
          await capture(page, path.slice(1).replaceAll('/', ' '), colorScheme);
        }
      });
    });
  });
}

/** Captures the whole page at each width, with its lazy pictures, as `screenshots/<name> <width> <scheme>.png`. */
async function capture(page: Page, name: string, colorScheme: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets = [sheet];
      const pictures = [...document.images].filter(({ loading }) => loading === 'lazy');
      for (const picture of pictures) picture.loading = 'eager';
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    });
    await page.screenshot({ path: `screenshots/${name} ${width} ${colorScheme}.png`, fullPage: true });
  }
}
