import type { BrowserContext, Page } from '@playwright/test';
import { OPT_OUT_KEY } from '../../src/domain/analytics.ts';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { test as base, expect, type StoredEvent } from '../support/test.ts';

// pages.spec.ts checks that every page counts one view, and speculation.spec.ts that a prerendered one does when it is seen.

interface Fixtures {
  /** Waits until the service has stored exactly these events, in any order, because beacons may overtake each other. */
  expectEvents: (expected: StoredEvent[]) => Promise<void>;
}

/** The real service, with access to its database. Every other host returns an empty page. */
const test = base.extend<Fixtures>({
  expectEvents: async ({ readEvents }, use) => {
    const sort = (events: StoredEvent[]) => events.map((event) => JSON.stringify(event)).sort();
    await use((expected) => expect.poll(() => sort(readEvents())).toEqual(sort(expected)));
  },
  context: async ({ context, siteUrl }, use) => {
    await context.route(
      (address) => address.origin !== siteUrl,
      (route) =>
        route.request().resourceType() === 'script'
          ? route.fulfill({ contentType: 'text/javascript', body: '' })
          : route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    // Chromium would ask which program to call with, and block other clicks until then.
    await context.addInitScript(() => {
      document.addEventListener('click', (event) => {
        if ((event.target as Element).closest('[href^="tel:"],[href^="mailto:"]')) event.preventDefault();
      });
    });
    await use(context);
  },
});

function view(path: string, label: string): StoredEvent {
  return { kind: 'view', path, category: '', label, value: '', region: 'Somerset' };
}

function click(path: string, category: string, label: string, value: string): StoredEvent {
  return { kind: 'click', path, category, label, value, region: 'Somerset' };
}

/** Every event that the pages of a context send. */
function watchBeacons(context: BrowserContext): string[] {
  const beacons: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') beacons.push(request.method());
  });
  return beacons;
}

/** Resolves after everything that the page has sent before. */
async function waitForTraffic(page: Page): Promise<void> {
  const seen = page.waitForRequest('**/healthz');
  await page.evaluate(() => fetch('/healthz'));
  await seen;
}

test('/book-now records a view named book_now, and its four buttons, and stores nothing', async ({
  page,
  context,
  expectEvents,
}) => {
  await page.goto('/book-now?name=Anna#prices');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Get Directions/ }).click();
  await (await opened).close();
  await page.getByRole('link', { name: /^Call 01632/ }).click();
  await page.locator('main').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL('/contact-us');
  await page.goBack();
  await page.locator('main').getByRole('link', { name: 'Pick your own' }).click();
  await expect(page).toHaveURL('/pick-your-own');
  await expectEvents([
    view('/book-now', 'book_now'),
    click('/book-now', 'book_now', 'directions', 'main'),
    click('/book-now', 'book_now', 'phone', 'main'),
    click('/book-now', 'book_now', 'contact', 'main'),
    view('/contact-us', 'contact_us'),
    view('/book-now', 'book_now'),
    click('/book-now', 'book_now', 'pick_your_own', 'main'),
    view('/pick-your-own', 'pick_your_own'),
  ]);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])).toEqual([{}, {}]);
});

test.describe('a missing page', () => {
  test.use({ expectedMessages: /404 \(Not Found\)/ });

  test('is counted under the requested path, without its query', async ({ page, expectEvents }) => {
    await page.goto('/old-prices/2019?name=Anna');
    await expectEvents([view('/old-prices/2019', '404')]);
  });
});

test('phone, e-mail and ticket links count on every page, also by keyboard, with their position', async ({
  page,
  expectEvents,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await page.locator('header').getByRole('link', { name: 'Pick Your Own' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('footer').getByRole('link', { name: '01632 960 214' }).click();
  await page.locator('footer').getByRole('link', { name: 'hello@farm.example.com' }).click();
  // This button disappears when it is pressed.
  await page.getByRole('button', { name: 'Choose tickets here' }).click();
  const privacy = page.locator('footer').getByRole('link', { name: 'Privacy' });
  // Until the browser has drawn the page where it is scrolled to, a click would reach the frame with the tickets.
  await privacy.scrollIntoViewIfNeeded();
  await expect(privacy).toBeInViewport();
  await privacy.click();
  await expect(page).toHaveURL('/privacy');
  await expectEvents([
    view('/', 'home'),
    click('/', 'home', 'tickets', 'header'),
    click('/', 'home', 'phone', 'footer'),
    click('/', 'home', 'email', 'footer'),
    click('/', 'home', 'tickets', 'pick-your-own'),
    view('/privacy', 'privacy'),
  ]);
});

test('a page restored from the back/forward cache counts again', async ({
  playwright,
  siteUrl,
  expectEvents,
}) => {
  const browser = await playwright.chromium.launch({
    executablePath: findChromium() ?? '',
    args: chromiumArguments(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage();
  await page.goto(`${siteUrl}/prices`);
  await page.evaluate(() => Object.assign(window, { wasHere: true }));
  await page.goto(`${siteUrl}/faq`);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => 'wasHere' in window), 'it is the same page').toBe(true);
  await expectEvents([view('/prices', 'prices'), view('/faq', 'faq'), view('/prices', 'prices')]);
  await browser.close();
});

for (const [signal, property, value, header] of [
  ['Do Not Track', 'doNotTrack', '1', 'DNT'],
  ['Global Privacy Control', 'globalPrivacyControl', true, 'Sec-GPC'],
] as const) {
  test.describe(`with ${signal}`, () => {
    test.use({ extraHTTPHeaders: { [header]: '1' } });

    test('nothing is sent, and /privacy says why', async ({ page, context, readEvents }) => {
      await page.addInitScript(([name, set]) => Object.defineProperty(navigator, name, { value: set }), [
        property,
        value,
      ] as const);
      const beacons = watchBeacons(context);
      await page.goto('/book-now');
      await page.getByRole('link', { name: /^Call 01632/ }).click();
      await page.goto('/privacy');
      const optOut = page.getByRole('checkbox', { name: 'Do not count my visits in this browser' });
      await expect(optOut).toBeChecked();
      await expect(optOut).toBeDisabled();
      await expect(
        page.getByText('Your browser asks not to be tracked, so we do not count you.'),
      ).toBeVisible();
      await expectGoodLooks(page, 'main');
      await waitForTraffic(page);
      expect(beacons).toEqual([]);
      expect(readEvents()).toEqual([]);
    });
  });
}

test('a visitor opts out on /privacy and back in, by keyboard', async ({
  page,
  context,
  readEvents,
  expectEvents,
}) => {
  await page.goto('/privacy');
  await expect.poll(readEvents).toHaveLength(1);
  const beacons = watchBeacons(context);
  const optOut = page.getByRole('checkbox', { name: 'Do not count my visits in this browser' });
  await expect(optOut).not.toBeChecked();
  await optOut.focus();
  await page.keyboard.press('Space');
  await expect(optOut).toBeChecked();
  await expect(page.getByRole('status')).toHaveText('Saved in this browser.');
  await expectGoodLooks(page, 'main');

  await page.goto('/book-now');
  await page.getByRole('link', { name: /^Call 01632/ }).click();
  await waitForTraffic(page);
  expect(beacons).toEqual([]);

  await page.goto('/privacy');
  await expect(optOut).toBeChecked();
  await optOut.focus();
  await page.keyboard.press('Space');
  await expect(optOut).not.toBeChecked();
  expect(await page.evaluate((key) => localStorage.getItem(key), OPT_OUT_KEY)).toBeNull();
  await page.goto('/faq');
  await expectEvents([view('/privacy', 'privacy'), view('/faq', 'faq')]);
});

test('an opt-out in one tab applies to the others at once', async ({ page, context, readEvents }) => {
  await page.goto('/privacy');
  const other = await context.newPage();
  await other.goto('/privacy');
  await expect.poll(readEvents).toHaveLength(2);
  await other.getByRole('checkbox', { name: /^Do not count/ }).check();
  await expect(page.getByRole('checkbox', { name: /^Do not count/ })).toBeChecked();
  await page.locator('footer').getByRole('link', { name: '01632 960 214' }).click();
  await waitForTraffic(page);
  expect(readEvents()).toHaveLength(2);
});

test('a browser without storage is not counted, because it could not store an opt-out', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  const beacons = watchBeacons(context);
  await page.goto('/privacy');
  await expect(page.getByRole('checkbox', { name: /^Do not count/ })).toBeDisabled();
  await expect(page.getByText('will not let us save a choice, so we do not count you')).toBeVisible();
  await waitForTraffic(page);
  expect(beacons).toEqual([]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is counted, and /privacy says so instead of the choice', async ({ page, context }) => {
    const beacons = watchBeacons(context);
    await page.goto('/privacy');
    await expect(page.getByText('So you are not counted, and there is nothing to choose.')).toBeVisible();
    await expect(page.getByRole('checkbox')).toBeHidden();
    expect(beacons).toEqual([]);
  });
});
