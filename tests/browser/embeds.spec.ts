import type { Page } from '@playwright/test';
import { openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { expect, test } from '../support/shop.ts';
import { test as siteTest } from '../support/test.ts';

const facades = [
  {
    path: '/',
    button: 'Play the film here',
    link: /Watch the farm tour/,
    frame: 'https://video.example.com/embed/farm-tour',
  },
  { path: '/', button: 'Choose tickets here', link: /Click here to buy tickets/, frame: '/embed/tickets' },
  {
    path: '/visit',
    button: 'Show the map here',
    link: /Get Directions/,
    frame: 'https://www.openstreetmap.org/export/embed.html',
  },
  {
    path: '/about-us',
    button: 'Show the map here',
    link: /Get Directions/,
    frame: 'https://www.openstreetmap.org/export/embed.html',
  },
];

for (const { path, button, frame } of facades) {
  siteTest(`on ${path}, only '${button}' loads the real content`, async ({ page, baseURL }) => {
    const foreign: string[] = [];
    await page.route(
      (address) => address.origin !== baseURL,
      (route) => {
        foreign.push(route.request().url());
        const isScript = route.request().resourceType() === 'script';
        return isScript
          ? route.fulfill({ contentType: 'text/javascript', body: '' })
          : route.fulfill({ contentType: 'text/html', body: '<title>Stub</title>' });
      },
    );
    await page.goto(path);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    expect(foreign).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    const iframe = page.locator('.facade iframe');
    await expect(iframe).toHaveAttribute('src', new RegExp(frame.replace(/[.?]/g, '\\$&')));
    await expect(iframe).toHaveAttribute('title', /./);
    await expect.poll(() => foreign.length).toBeGreaterThan(0);
  });
}

siteTest.describe('without script', () => {
  siteTest.use({ javaScriptEnabled: false });

  siteTest('the plain links work, and the buttons are not there', async ({ page }) => {
    for (const { path, button, link } of facades) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: button })).toBeHidden();
      const links = page.locator('.facade').getByRole('link', { name: link });
      await expect(links.first(), path).toHaveAttribute('href', /^https:/);
    }
  });
});

siteTest(
  'the ticket widget is requested with the minimal inline setting and its reference',
  async ({ page, baseURL }) => {
    await page.route(
      (address) => address.origin !== baseURL,
      (route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    await page.goto('/embed/tickets');
    const script = page.locator('script[src="https://tickets.example.com/widget.js"]');
    await expect(script).toHaveAttribute('data-inline', 'minimal');
    await expect(script).toHaveAttribute('data-ref', 'website_widget');
  },
);

const TICKETS = 'https://tickets.example.com';

/**
 * A ticket seller whose script has been taken over, on the pages of a farm that is signed in. It tries what a script of
 * our own origin could do, and shows each result in its frame.
 */
const HOSTILE = `(async () => {
  const onOthers = {
    page: () => parent.document.title,
    top: () => top.document.title,
    leave: () => { top.location = '${TICKETS}/phishing'; },
  };
  const attempts = {
    storage: () => localStorage.length,
    cookies: () => document.cookie,
    ...(top === self ? {} : onOthers),
    orders: async () => (await fetch('/api/branch-boxes/orders', { credentials: 'include' })).status,
    change: async () =>
      (await fetch('/api/admin/sign-out', { method: 'POST', credentials: 'include', mode: 'no-cors' })).type,
    worker: async () => (await navigator.serviceWorker.register('/sw.js')).scope,
    frame: () => new Promise((resolve, reject) => {
      const frame = document.createElement('iframe');
      frame.src = '/admin/orders';
      frame.onload = () => {
        try {
          resolve(frame.contentDocument.title);
        } catch (error) {
          reject(error);
        }
      };
      document.body.append(frame);
    }),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    const line = document.createElement('p');
    try {
      line.textContent = name + ' worked: ' + (await attempt());
    } catch (error) {
      line.textContent = name + ' refused';
    }
    document.body.append(line);
  }
  document.body.append('origin ' + self.origin + '.', ' Done.');
})()`;

/** The browser's own messages about these attempts. */
test.use({ expectedMessages: /Refused|[Vv]iolat|[Ss]andbox|Unsafe attempt|frame|403/ });

async function openWithHostileWidget(page: Page, path: string): Promise<void> {
  await page.route(`${TICKETS}/**`, (route) =>
    route.request().resourceType() === 'script'
      ? route.fulfill({ contentType: 'text/javascript', body: HOSTILE })
      : route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
  await page.goto(path);
}

for (const path of ['/pick-your-own', '/embed/tickets']) {
  test(`a hostile ticket widget on ${path} cannot reach the farm’s pages`, async ({ page, shop }) => {
    await buyThroughApi(shop.url);
    await openSignedIn(page);
    await openWithHostileWidget(page, path);
    const isFramed = path !== '/embed/tickets';
    if (isFramed) await page.getByRole('button', { name: 'Choose tickets here' }).click();
    const widget = isFramed ? page.frameLocator('.facade iframe').locator('body') : page.locator('body');
    await expect(widget).toContainText('Done.', { timeout: 15_000 });
    const said = (await widget.innerText()).split('\n').filter((line) => /refused|worked/.test(line));
    expect(said.filter((line) => !line.endsWith(' refused'))).toEqual([]);
    expect(said).toHaveLength(isFramed ? 9 : 6);
    await expect(widget).toContainText('origin null.');
    if (isFramed) await expect(page).toHaveURL(/\/pick-your-own$/);
    // Still signed in.
    await openSignedIn(page);
  });
}

test('nobody can frame the farm’s or a buyer’s pages, not even our own pages', async ({ page, shop }) => {
  await page.goto('/prices');
  await page.route('**/framing', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: ['/admin/orders', '/order', '/branch-box-checkout', '/prices']
        .map((path) => `<iframe src="${shop.url}${path}"></iframe>`)
        .join(''),
    }),
  );
  await page.goto('/framing');
  await expect
    .poll(() =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url()),
    )
    .toEqual(Array(4).fill('chrome-error://chromewebdata/'));
});

test('a frame of another host keeps that host’s origin, and cannot redirect the visitor', async ({
  page,
}) => {
  const video = 'https://video.example.com';
  await page.route(`${video}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<body><script>
        document.body.append('origin ' + self.origin);
        try { top.location = '${video}/phishing'; } catch { document.body.append(' stayed'); }
      </script>`,
    }),
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the film here' }).click();
  await expect(page.frameLocator('.facade iframe').locator('body')).toHaveText(`origin ${video} stayed`);
  await expect(page).toHaveURL('/');
});
