import { setTimeout } from 'node:timers/promises';
import { ProjectCopy } from '../support/project-copy.ts';
import { ADMIN_PASSWORD } from '../support/shop.ts';
import { test as base, expect } from '../support/test.ts';

interface Development {
  readonly project: ProjectCopy;
  readonly url: string;
}

/** `test` with what `npm run dev` starts, on a copy of the project that tests may edit; `tests/ways` types it. */
const test = base.extend<object, { development: Development }>({
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const project = await ProjectCopy.create();
      const { url, stop } = await project.start(['node_modules/astro/bin/astro.mjs', 'dev', '--port', '0'], {
        ASTRO_TELEMETRY_DISABLED: '1',
        ASTRO_DISABLE_UPDATE_CHECK: 'true',
        ADMIN_PASSWORD,
      });
      await use({ project, url });
      await stop();
      await project.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  siteUrl: [({ development }, use) => use(development.url), { scope: 'worker' }],
});

test.use({ expectedMessages: /status of (404|422) / });

test('pages, API, redirects and what the service fills answer on one port, and a new route at once', async ({
  page,
  request,
  development: { project, url },
}) => {
  const ask = async (path: string) => (await request.get(path)).text();
  const html = await ask('/visit');
  expect(html).toContain('/@vite/client');
  expect(html).not.toContain('data-keep-pages');
  const missing = await request.get('/api/nothing');
  expect(missing.status()).toBe(404);
  expect(await missing.json()).toMatchObject({ code: 'not_found' });
  const worker = await ask('/sw.js');
  expect(worker, 'clears up what the built site has left in the browser').toContain('unregister()');
  expect(worker).not.toMatch(/^const PRECACHE|^\s*import\b/m);
  const moved = await request.get('/about', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, '/about-us']);

  await page.request.post('/api/admin/sign-in', { data: { password: ADMIN_PASSWORD } });
  for (const [path, title, text] of [
    ['/order?key=nobodys', /^Not found: /, 'Open the link in your confirmation'],
    ['/nordmann-branches/thank-you?session_id=nobodys', /^Not found: /, 'We can’t find this order'],
    ['/admin/packing', /^Weeks: /, 'Which week?'],
    ['/admin/messages', /^0 new: /, 'New (0)'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('main')).toContainText(text);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('.skip-link'), path).toHaveCSS('position', 'absolute');
    await page.waitForLoadState('networkidle');
  }
  // A form with mistakes comes back in its page.
  const entries = { name: 'Anna Field', email: 'anna' };
  const form = await page.request.post('/api/contact-submit', {
    form: entries,
    headers: { Origin: url },
  });
  expect(form.status()).toBe(422);
  expect(await form.text()).toMatch(/<title>Error: [\s\S]*<header[\s\S]*value="Anna Field"/);

  // Vite has an open page load again, which would meet the API that does not load.
  await page.goto('about:blank');
  const added = "app.get('/added', (c) => c.text('added'));";
  await project.replace('api/app.ts', '  const app = new Hono();', `  const app = new Hono(); ${added}`);
  await expect.poll(() => ask('/added')).toBe('added');
  // A pause like a person's: Vite's watcher merges two quick saves and misses the second.
  await setTimeout(500);
  await project.replace('api/app.ts', added, 'app.get(');
  await expect.poll(() => ask('/added')).toBe('The API does not load; the terminal says why.');
  expect(await ask('/visit')).toContain('</html>');
});
