import type { Page } from '@playwright/test';
import { openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { expect, test } from '../support/shop.ts';

// A ticket seller whose script has been taken over, on the pages of a farm that is signed in.

const TICKETS = 'https://tickets.example.com';

/** Tries what a script of our own origin could do, and shows each result in its frame. */
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

/** What the browser reports about all that. */
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
