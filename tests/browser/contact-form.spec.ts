import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { createClientReader } from '../../api/client-address.ts';
import { type OpenDatabase, openDatabase } from '../../api/db/open.ts';
import { createMailSettings, parseBuiltFarm } from '../../api/mail/mail-settings.ts';
import { createContactRoutes } from '../../api/routes/contact.ts';
import { createSiteRoutes } from '../../api/routes/site.ts';
import { createSecurityHeaders } from '../../api/security/security-headers.ts';
import { loadSiteSnapshot } from '../../api/site/site-snapshot.ts';
import { test as base, expect } from '../support/test.ts';

interface Fixtures {
  /** The built site with the contact route, and what the route has stored. */
  farm: { url: string; database: OpenDatabase };
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  farm: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'contact-'));
    const database = await openDatabase(join(dir, 'site.db'));
    const snapshot = await loadSiteSnapshot('dist');
    const settings = createMailSettings(parseBuiltFarm(snapshot.contentJson));
    const app = new Hono();
    // With the real policy: a page that is filled under another page's would lose its styles.
    const clients = createClientReader(0);
    app.use(createSecurityHeaders({ getSnapshot: () => snapshot, payments: 'sandbox', clients }));
    const routes = createContactRoutes({
      db: database.db,
      getMailSettings: () => settings,
      readBuiltPage: (path) => {
        const file = snapshot.files.get(path);
        return file && Buffer.from(file.identity).toString('utf8');
      },
      wakeOutbox: () => undefined,
      clock: () => new Date(),
      log: () => undefined,
      rateLimit: (_c, next) => next(),
    });
    app.route('/api/contact-submit', routes);
    app.post('/api/events', (c) => c.body(null, 204));
    app.route(
      '/',
      createSiteRoutes(() => snapshot),
    );
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, database });
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await database.close();
    await rm(dir, { recursive: true });
  },
  baseURL: ({ farm }, use) => use(farm.url),
  // The browser reports the 422 that a test is about.
  expectedMessages: /422 \(Unprocessable/,
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form with mistakes comes back with every entry, the sentences and the focus; mended, it is sent', async ({
    page,
    farm,
  }) => {
    await page.goto('/contact-us');
    await page.getByLabel('Your name').fill('A');
    await page.getByLabel('E-mail address').fill('anna at example');
    await page.getByLabel('Phone number').fill('01632 960 123');
    await page.getByLabel('By phone').check();
    await page.getByLabel('What is it about?').fill('<b>A tree</b> & a "stand"');
    await page.getByLabel('Your message').fill('Short');
    const [response] = await Promise.all([
      page.waitForResponse((each) => each.request().method() === 'POST'),
      page.getByRole('button', { name: 'Send Message' }).click(),
    ]);
    expect(response.status()).toBe(422);
    await expect(page).toHaveTitle(/^Error: Contact us/);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary).toBeInViewport();
    await expect(summary.getByRole('link')).toHaveText([
      'Name must be at least 2 characters.',
      'Please enter a valid email address.',
      'Message must be at least 10 characters.',
    ]);
    await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(
      'Error: Name must be at least 2 characters.',
    );
    await expect(page.getByLabel('E-mail address')).toHaveValue('anna at example');
    await expect(page.getByLabel('Phone number')).toHaveValue('01632 960 123');
    await expect(page.getByLabel('By phone')).toBeChecked();
    await expect(page.getByLabel('What is it about?')).toHaveValue('<b>A tree</b> & a "stand"');
    await expect(page.getByLabel('Your message')).toHaveValue('Short');
    await summary.getByRole('link', { name: /email address/ }).click();
    await expect(page.getByLabel('E-mail address')).toBeFocused();

    await page.getByLabel('Your name').fill('Anna');
    await page.getByLabel('E-mail address').fill('anna@example.com');
    await page.getByLabel('Your message').fill('Do you have one\nof ten feet?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page).toHaveURL('/contact-us/thank-you');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent!');
    await expect(
      page.getByText("We've received your message and will get back to you soon.", { exact: true }),
    ).toBeVisible();
    const stored = await farm.database.db.selectFrom('messages').selectAll().execute();
    expect(stored).toMatchObject([
      {
        name: 'Anna',
        email: 'anna@example.com',
        phone: '01632 960 123',
        subject: '<b>A tree</b> & a "stand"',
        message: 'Do you have one\nof ten feet?',
        contact_preference: 'phone',
        spam_reason: null,
      },
    ]);
    await page.getByRole('link', { name: 'Send Another Message' }).click();
    await expect(page).toHaveURL('/contact-us#message');
    await expect(page.getByLabel('Your name')).toHaveValue('');
  });

  test('the form is filled in by keyboard alone, and the trap is not on the way', async ({ page, farm }) => {
    await page.goto('/contact-us');
    await page.getByLabel('Your name').focus();
    for (const [words, key] of [
      ['Anna', 'Tab'],
      ['anna@example.com', 'Tab'],
      ['', 'Tab'],
      ['', 'ArrowDown'],
      ['', 'Tab'],
      ['A tree', 'Tab'],
      ['Do you have one of ten feet?', 'Tab'],
    ] as const) {
      await page.keyboard.type(words);
      await page.keyboard.press(key);
    }
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/contact-us/thank-you');
    const stored = await farm.database.db.selectFrom('messages').selectAll().execute();
    expect(stored).toMatchObject([{ contact_preference: 'phone', spam_reason: null }]);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the form with mistakes has no axe violation and does not scroll sideways (${colorScheme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/contact-us');
      await page.getByLabel('Your name').fill('A');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByRole('alert')).toBeFocused();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth).toBeLessThanOrEqual(width);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${colorScheme}-${width}.png`, fullPage: true });
    }
  });
}
