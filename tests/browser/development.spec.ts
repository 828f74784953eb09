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

// One after the other, on one server.
test.describe.configure({ mode: 'default' });

test('pages, API and redirects answer on one port', async ({ request }) => {
  const page = await request.get('/visit');
  expect(page.status()).toBe(200);
  const html = await page.text();
  expect(html).toContain('/@vite/client');
  const missing = await request.get('/api/nothing');
  expect(missing.status()).toBe(404);
  expect(await missing.json()).toMatchObject({ code: 'not_found' });
  const worker = await (await request.get('/sw.js')).text();
  expect(worker, 'clears up what the built site has left in the browser').toContain('unregister()');
  expect(worker).not.toMatch(/^const PRECACHE|^\s*import\b/m);
  expect(html).not.toContain('data-keep-pages');
  const moved = await request.get('/about', { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toBe('/about-us');
});

test.describe('pages that the service fills', () => {
  test.use({ expectedMessages: /status of 404 / });

  test('have the site’s styles and no console errors', async ({ page }) => {
    const signedIn = await page.request.post('/api/admin/sign-in', { data: { password: ADMIN_PASSWORD } });
    expect(signedIn.status()).toBe(200);
    for (const { path, title, text } of [
      { path: '/order?key=nobodys', title: /^Not found: /, text: 'Open the link in your confirmation' },
      {
        path: '/nordmann-branches/thank-you?session_id=nobodys',
        title: /^Not found: /,
        text: 'We cannot find this order',
      },
      { path: '/admin/packing', title: /^Weeks: /, text: 'Which week?' },
      { path: '/admin/messages', title: /^0 new: /, text: 'New (0)' },
      { path: '/admin/mails', title: /^All sent: /, text: 'Nothing has failed' },
    ]) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('main')).toContainText(text);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.locator('.skip-link'), path).toHaveCSS('position', 'absolute');
      await page.waitForLoadState('networkidle');
    }
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedMessages: /status of 422 / });

  test('a contact form with mistakes comes back in its page', async ({ page }) => {
    await page.goto('/contact-us');
    await page.getByLabel('Your name').fill('Anna Field');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByLabel('Your name')).toHaveValue('Anna Field');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCSS('border-top-width', '4px');
  });
});

test('a new route answers at once, and pages work while the API does not load', async ({
  development: { project },
  request,
}) => {
  const ask = async (path: string) => (await request.get(path)).text();
  const added = "app.get('/added', (c) => c.text('added'));";
  await project.replace('api/app.ts', '  const app = new Hono();', `  const app = new Hono(); ${added}`);
  await expect.poll(() => ask('/added')).toBe('added');
  // A pause like a person's: Vite's watcher merges two quick saves and misses the second.
  await setTimeout(500);
  await project.replace('api/app.ts', added, 'app.get(');
  await expect.poll(() => ask('/added')).toBe('The API does not load; the terminal says why.');
  expect(await ask('/visit')).toContain('</html>');
});
