import { openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { expect, test } from '../support/shop.ts';
import { test as siteTest } from '../support/test.ts';

/** Each with what its page may load. `support/test.ts` fails a test for whatever the policy blocks. */
const facades = [
  ['/', 'Play the film here', 'https://video.example.com/embed/farm-tour', /Watch the farm tour/],
  ['/pick-your-own', 'Choose tickets here', '/embed/tickets', /Click here to buy tickets/],
  ['/visit', 'Show the map here', 'https://www.openstreetmap.org/export/embed.html', /Get Directions/],
] as const;

const TICKETS = 'https://tickets.example.com';

/** The ticket seller's script, as it should be. */
const WIDGET = `
  const frame = document.createElement('iframe');
  frame.src = 'https://tickets.example.com/slots';
  frame.allow = 'payment';
  document.body.append(frame);`;

siteTest('only its button loads the real content, with all that it needs', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  await page.route(
    (address) => address.origin !== baseURL,
    (route) => {
      foreign.push(route.request().url());
      return route.request().resourceType() === 'script'
        ? route.fulfill({ contentType: 'text/javascript', body: WIDGET })
        : route.fulfill({ contentType: 'text/html', body: '<title>Stub</title><p>The real thing' });
    },
  );
  for (const [path, button, frame] of facades) {
    await page.goto(path);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    expect(foreign, path).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    const iframe = page.locator('.facade iframe');
    await expect(iframe).toHaveAttribute('src', new RegExp(frame.replace(/[.?]/g, '\\$&')));
    await expect(iframe).toHaveAttribute('title', /./);
    const outer = page.frameLocator('.facade iframe');
    const inner = frame === '/embed/tickets' ? outer.frameLocator('iframe') : outer;
    await expect(inner.getByText('The real thing'), path).toBeVisible();
    if (inner !== outer) await expect(outer.getByText('Ring us')).toBeHidden();
    foreign.length = 0;
  }
  await page.goto('/embed/tickets');
  const script = page.locator('script[src="https://tickets.example.com/widget.js"]');
  await expect(script).toHaveAttribute('data-inline', 'minimal');
  await expect(script).toHaveAttribute('data-ref', 'website_widget');
});

siteTest.describe('while the ticket seller is away', () => {
  siteTest.use({ expectedMessages: /ERR_FAILED|another host/ });

  siteTest('the frame says where else to buy, and whom to ring', async ({ page }) => {
    await page.route(`${TICKETS}/**`, (route) => route.abort());
    await page.goto('/pick-your-own');
    await page.getByRole('button', { name: 'Choose tickets here' }).click();
    const frame = page.frameLocator('.facade iframe');
    await expect(frame.getByRole('link', { name: /Click here to buy tickets/ })).toBeInViewport();
    await expect(frame.getByRole('link', { name: /^01632/ })).toBeVisible();
  });
});

siteTest.describe('injected markup', () => {
  siteTest.use({ expectedMessages: /inline|[Ff]raming|frame-src/ });

  siteTest('does not run, nor load a frame of another host', async ({ page }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route('/prices', async (route) => {
      const response = await route.fetch();
      const bait =
        '<script>document.title = "injected"</script><p id="bait" style="color: red" onclick="x()">';
      const body = (await response.text()).replace('</main>', `${bait}</main>`);
      return route.fulfill({ response, body });
    });
    await page.goto('/prices');
    await expect(page).not.toHaveTitle('injected');
    await expect(page.locator('#bait')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = 'https://video.example.com/embed/farm-tour';
      document.body.append(frame);
    });
    for (const rule of [/inline script/i, /inline style/i, /framing|frame-src/i])
      await expect.poll(() => said.some((text) => rule.test(text)), `${rule}`).toBe(true);
  });
});

siteTest.describe('without script', () => {
  siteTest.use({ javaScriptEnabled: false });

  siteTest('the plain links work, and the buttons are not there', async ({ page }) => {
    for (const [path, button, , link] of facades) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: button })).toBeHidden();
      const links = page.locator('.facade').getByRole('link', { name: link });
      await expect(links.first(), path).toHaveAttribute('href', /^https:/);
    }
  });
});

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
      (await fetch('/admin/account/sign-out', { method: 'POST', credentials: 'include', mode: 'no-cors' })).type,
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

test('a hostile ticket widget, framed or not, and a film cannot reach the farm’s pages', async ({
  page,
  shop,
}) => {
  await buyThroughApi(shop.url);
  await openSignedIn(page);
  await page.route(`${TICKETS}/**`, (route) =>
    route.request().resourceType() === 'script'
      ? route.fulfill({ contentType: 'text/javascript', body: HOSTILE })
      : route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
  for (const path of ['/pick-your-own', '/embed/tickets']) {
    await page.goto(path);
    const isFramed = path !== '/embed/tickets';
    if (isFramed) await page.getByRole('button', { name: 'Choose tickets here' }).click();
    const widget = isFramed ? page.frameLocator('.facade iframe').locator('body') : page.locator('body');
    await expect(widget).toContainText('Done.', { timeout: 15_000 });
    const said = (await widget.innerText()).split('\n').filter((line) => /refused|worked/.test(line));
    expect(said.filter((line) => !line.endsWith(' refused'))).toEqual([]);
    expect(said).toHaveLength(isFramed ? 9 : 6);
    await expect(widget).toContainText('origin null.');
    if (isFramed) await expect(page).toHaveURL(/\/pick-your-own$/);
  }

  await test.step('a frame of another host keeps that host’s origin, and cannot redirect the visitor', async () => {
    const video = 'https://video.example.com';
    const body = `<body><script>
      document.body.append('origin ' + self.origin);
      try { top.location = '${video}/phishing'; } catch { document.body.append(' stayed'); }
    </script>`;
    await page.route(`${video}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the film here' }).click();
    await expect(page.frameLocator('.facade iframe').locator('body')).toHaveText(`origin ${video} stayed`);
    await expect(page).toHaveURL(/:\d+\/$/);
  });
  // Still signed in.
  await openSignedIn(page);
});
