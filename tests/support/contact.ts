import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { Locator, Page } from '@playwright/test';
import { Hono } from 'hono';
import { createClientReader } from '../../api/client-address.ts';
import { type OpenDatabase, openDatabase } from '../../api/db/open.ts';
import { createErrorHandler } from '../../api/http-errors.ts';
import { createMailSettings, parseBuiltFarm } from '../../api/mail/mail-settings.ts';
import { createContactRoutes } from '../../api/routes/contact.ts';
import { createSiteRoutes } from '../../api/routes/site.ts';
import { createSecurityHeaders } from '../../api/security/security-headers.ts';
import { loadSiteSnapshot } from '../../api/site/site-snapshot.ts';
import { test as base, expect } from './test.ts';
import { TEST_DIST } from './test-site.ts';

/** The built site with the contact route, and what the route has stored. */
export interface Farm {
  readonly url: string;
  readonly database: OpenDatabase;
  /** Every message that has been stored, oldest first. */
  readMessages(): Promise<Awaited<ReturnType<typeof readMessages>>>;
}

/** `test` with a farm of its own: `baseURL` is the farm's. */
export const test = base.extend<{ farm: Farm }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  farm: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'contact-'));
    const database = await openDatabase(join(dir, 'site.db'));
    const snapshot = await loadSiteSnapshot(TEST_DIST);
    const settings = createMailSettings(parseBuiltFarm(snapshot.contentJson));
    const app = new Hono();
    app.onError(createErrorHandler(() => undefined));
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
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({ url, database, readMessages: () => readMessages(database) });
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await database.close();
    await rm(dir, { recursive: true });
  },
  baseURL: ({ farm }, use) => use(farm.url),
});

export { expect };

function readMessages({ db }: OpenDatabase) {
  return db.selectFrom('messages').selectAll().orderBy('id').execute();
}

/** The contact form's controls, by what a visitor sees. */
export function findContactForm(
  page: Page,
): Record<'name' | 'email' | 'phone' | 'byPhone' | 'byEmail' | 'subject' | 'message' | 'button', Locator> {
  return {
    name: page.getByLabel('Your name'),
    email: page.getByLabel('E-mail address'),
    phone: page.getByLabel('Phone number'),
    byPhone: page.getByLabel('By phone'),
    byEmail: page.getByLabel('By e-mail'),
    subject: page.getByLabel('What is it about?'),
    message: page.getByLabel('Your message'),
    button: page.getByRole('button', { name: 'Send Message' }),
  };
}

/** Fills in the form as Anna does, who would like to be rung. */
export async function fillContactForm(page: Page): Promise<void> {
  const form = findContactForm(page);
  await form.name.fill('Anna');
  await form.email.fill('anna@example.com');
  await form.phone.fill('01632 960 123');
  await form.byPhone.check();
  await form.subject.fill('A tall tree');
  await form.message.fill('Do you have one\nof ten feet?');
}

/** Word for word from sections 5 and 8 of the specification. */
export const SENTENCES = {
  name: 'Name must be at least 2 characters.',
  email: 'Please enter a valid email address.',
  subject: 'Subject must be at least 2 characters.',
  message: 'Message must be at least 10 characters.',
  contactPreference: 'Please select a contact preference.',
  failure: "Your message couldn't be sent. Please try again.",
  success: "We've received your message and will get back to you soon.",
};

/** What the form holds. */
export async function readContactForm(page: Page): Promise<Record<string, unknown>> {
  const { name, email, phone, byPhone, subject, message } = findContactForm(page);
  return {
    name: await name.inputValue(),
    email: await email.inputValue(),
    phone: await phone.inputValue(),
    byPhone: await byPhone.isChecked(),
    subject: await subject.inputValue(),
    message: await message.inputValue(),
  };
}

/** What the form holds after `fillContactForm`. */
export const ANNAS_ENTRIES = {
  name: 'Anna',
  email: 'anna@example.com',
  phone: '01632 960 123',
  byPhone: true,
  subject: 'A tall tree',
  message: 'Do you have one\nof ten feet?',
};

/** Waits until the form's script has taken over. It gives the form its number then. */
export async function waitForContactScript(page: Page): Promise<void> {
  await expect(page.locator('#contact-form input[name="submissionId"]')).not.toHaveValue('');
}

/** The contact page with its script running, as after the first touch. */
export async function openContactPage(page: Page): Promise<void> {
  await page.goto('/contact-us');
  await findContactForm(page).name.focus();
  await waitForContactScript(page);
}

/** The messages that the page's script sends, as they leave the browser. A form that posts itself is none of them. */
export function watchSentMessages(page: Page): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const isScripts = request.headers()['content-type'] === 'application/json';
    if (isScripts && request.url().endsWith('/api/contact-submit')) sent.push(request.postDataJSON());
  });
  return sent;
}

export const findToast = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

/** The heading of the panel that takes the form's place. */
export const findThanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, Anna!' });

/** A line on which the page's scripts do not come until they are let go. */
export async function delayScripts(page: Page): Promise<{ release: () => void; isAsked: () => boolean }> {
  let release = () => {};
  let wasAsked = false;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/*.js', async (route) => {
    wasAsked = true;
    await held;
    await route.continue();
  });
  return { release, isAsked: () => wasAsked };
}
