import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { test as base, expect } from '@playwright/test';
import { Hono } from 'hono';
import { openSiteWithHeaders } from '../api/http/site-with-headers.ts';
import { watchContext } from '../support/watch-context.ts';

// pages.spec.ts checks that no page breaks its own policy.

interface Fixtures {
  /** Everything that the console or a policy has reported. */
  findings: string[];
}

/**
 * The built site in this process, with its security headers. Chromium enforces them and reports what it has blocked.
 */
const test = base.extend<Fixtures, { siteUrl: string }>({
  siteUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const app = await openSiteWithHeaders('sandbox', (routes) => {
        routes.post('/api/events', (c) => c.body(null, 204));
        routes.get('/foreign', (c) =>
          c.html(`<iframe src="${c.req.query('frame')}"></iframe>`, 200, {
            'Content-Security-Policy': 'frame-src *',
          }),
        );
        // A page into which an attacker has injected markup.
        routes.get('/injected', async (c) => {
          c.set('builtPage', '/prices');
          const html = await (await app.request('/prices')).text();
          const bait =
            '<script>document.title = "injected"</script><p id="bait" style="color: red" onclick="x()">';
          return c.html(html.replace('</main>', `${bait}</main>`));
        });
      });
      const server = createAdaptorServer({ fetch: new Hono().route('/', app).fetch }) as Server;
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      await use(`http://localhost:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ siteUrl }, use) => use(siteUrl),
  findings: async ({ context }, use) => {
    await use(watchContext(context));
  },
});

for (const { path, button, frame } of [
  { path: '/', button: 'Play the film here', frame: 'https://video.example.com' },
  { path: '/', button: 'Choose tickets here', frame: '/embed/tickets' },
  { path: '/pick-your-own', button: 'Choose tickets here', frame: '/embed/tickets' },
  { path: '/visit', button: 'Show the map here', frame: 'https://www.openstreetmap.org' },
  { path: '/about-us', button: 'Show the map here', frame: 'https://www.openstreetmap.org' },
]) {
  test(`on ${path}, '${button}' may load ${frame} and its resources`, async ({ page, findings, baseURL }) => {
    const widget = `
      const frame = document.createElement('iframe');
      frame.src = 'https://tickets.example.com/slots';
      frame.allow = 'payment';
      document.body.append(frame);`;
    await page.route(
      (address) => address.origin !== baseURL,
      (route) =>
        route.request().resourceType() === 'script'
          ? route.fulfill({ contentType: 'text/javascript', body: widget })
          : route.fulfill({ contentType: 'text/html', body: '<title>Stub</title><p>The real thing' }),
    );
    await page.goto(path);
    await page.getByRole('button', { name: button }).click();
    const outer = page.frameLocator('.facade iframe');
    const inner = frame === '/embed/tickets' ? outer.frameLocator('iframe') : outer;
    await expect(inner.getByText('The real thing')).toBeVisible();
    expect(findings).toEqual([]);
  });
}

test('injected script does not run, and a frame of another host does not load', async ({
  page,
  findings,
}) => {
  await page.goto('/injected');
  await expect(page).not.toHaveTitle('injected');
  await expect(page.locator('#bait')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://video.example.com/embed/farm-tour';
    document.body.append(frame);
  });
  for (const rule of [/inline script/i, /inline style/i, /Framing|frame-src/i]) {
    await expect.poll(() => findings.some((finding) => rule.test(finding)), `${rule}`).toBe(true);
  }
});

test('another site may not frame a page', async ({ page, baseURL }) => {
  // The same server under another name, which the browser treats as another site.
  await page.goto(`${baseURL?.replace('localhost', '127.0.0.1')}/foreign?frame=${baseURL}/prices`);
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
});
