import type { BrowserContext, Page } from '@playwright/test';
import { OPT_OUT_KEY } from '../../src/domain/analytics.ts';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
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
    await context.addInitScript(stayOnCalls);
    await use(context);
  },
});

/** Chromium would ask which program to call with, and block other clicks until then. */
function stayOnCalls(): void {
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[href^="tel:"],[href^="mailto:"]')) event.preventDefault();
  });
}

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

const optOut = (page: Page) => page.getByRole('checkbox', { name: 'Don’t count my visits in this browser' });

/** Browsers whose visitors are not counted: what makes them so, and what /privacy says. */
const UNCOUNTED = {
  'Do Not Track': {
    header: { DNT: '1' },
    make: () => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }),
    says: 'Your browser asks not to be tracked, so we don’t count you.',
  },
  'Global Privacy Control': {
    header: { 'Sec-GPC': '1' },
    make: () => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    says: 'Your browser asks not to be tracked, so we don’t count you.',
  },
  'no storage, in which an opt-out could be': {
    header: {},
    make: () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      }),
    says: 'won’t let us save a choice, so we don’t count you',
  },
};

test('a browser that asks not to be tracked, or cannot store an opt-out, sends nothing, and /privacy says why', async ({
  browser,
  siteUrl,
  readEvents,
}) => {
  for (const [what, { header, make, says }] of Object.entries(UNCOUNTED)) {
    const context = await browser.newContext({ baseURL: siteUrl, extraHTTPHeaders: header });
    await context.addInitScript(make);
    await context.addInitScript(stayOnCalls);
    const beacons = watchBeacons(context);
    const page = await context.newPage();
    await page.goto('/book-now');
    await page.getByRole('link', { name: /^Call 01632/ }).click();
    await page.goto('/privacy');
    await expect(optOut(page), what).toBeDisabled();
    await expect(page.getByText(says)).toBeVisible();
    await waitForTraffic(page);
    expect(beacons, what).toEqual([]);
    await context.close();
  }
  expect(readEvents()).toEqual([]);
});

test('a visitor opts out on /privacy and back in, by keyboard, in all tabs at once', async ({
  page,
  context,
  readEvents,
  expectEvents,
}) => {
  await page.goto('/privacy');
  await expect.poll(readEvents).toHaveLength(1);
  const other = await context.newPage();
  await other.goto('/privacy');
  await expect.poll(readEvents).toHaveLength(2);
  const beacons = watchBeacons(context);
  await page.bringToFront();
  await optOut(page).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status')).toHaveText('Saved in this browser.');
  await expect(optOut(other)).toBeChecked();
  await other.bringToFront();
  await other.locator('footer').getByRole('link', { name: '01632 960 214' }).click();
  await page.goto('/book-now');
  await waitForTraffic(page);
  expect(beacons).toEqual([]);

  await page.goto('/privacy');
  await expect(optOut(page)).toBeChecked();
  await optOut(page).focus();
  await page.keyboard.press('Space');
  await expect(optOut(page)).not.toBeChecked();
  expect(await page.evaluate((key) => localStorage.getItem(key), OPT_OUT_KEY)).toBeNull();
  await page.goto('/faq');
  await expectEvents([view('/privacy', 'privacy'), view('/privacy', 'privacy'), view('/faq', 'faq')]);
});
