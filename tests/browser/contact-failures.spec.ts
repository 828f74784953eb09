import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import {
  ANNAS_ENTRIES,
  expect,
  fillContactForm,
  findContactForm,
  findThanks,
  findToast,
  openContactPage,
  readContactForm,
  SENTENCES,
  test,
  waitForContactScript,
  watchSentMessages,
} from '../support/contact.ts';

/** What can go wrong on the way: how the test causes it, and what the browser says of it in the console. */
const WAYS_TO_FAIL: {
  what: string;
  cause: (page: Page) => Promise<unknown>;
  expected: RegExp;
}[] = [
  {
    what: 'a dead line',
    cause: (page) => page.route('**/api/contact-submit', (route) => route.abort()),
    expected: /ERR_FAILED/,
  },
  {
    what: 'a message that is refused (413)',
    cause: (page) =>
      page.route('**/api/contact-submit', (route) =>
        route.continue({ postData: JSON.stringify({ message: 'x'.repeat(200_000) }) }),
      ),
    expected: /413 \(Payload Too Large/,
  },
  {
    what: 'an answer of some other host on the way (502)',
    cause: (page) =>
      page.route('**/api/contact-submit', (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      ),
    expected: /502 \(Bad Gateway/,
  },
];

for (const { what, cause, expected } of WAYS_TO_FAIL) {
  test.describe(what, () => {
    test.use({ expectedMessages: expected });
    test('is told in words, every entry stays, and trying again sends the same message', async ({
      page,
      farm,
    }) => {
      const sent = watchSentMessages(page);
      await openContactPage(page);
      await cause(page);
      await fillContactForm(page);
      const form = findContactForm(page);
      await form.button.click();
      await expect(findToast(page)).toHaveText(`Something went wrong ${SENTENCES.failure}×`);
      await expect(findToast(page)).toHaveClass(/destructive/);
      await expect(form.button).toBeEnabled();
      await expect(form.button).toBeFocused();
      expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
      expect(await farm.readMessages()).toEqual([]);

      await page.unroute('**/api/contact-submit');
      await page.keyboard.press('Enter');
      await expect(findThanks(page)).toBeFocused();
      await expect(findToast(page)).toHaveText(`Message sent! ${SENTENCES.success}×`);
      expect(sent).toHaveLength(2);
      expect(sent[1]).toEqual({ ...sent[0], sentAt: expect.any(Number) });
      expect(await farm.readMessages()).toHaveLength(1);
    });
  });
}

test.describe('the service fails', () => {
  test.use({ expectedMessages: /503 \(Service Unavailable/ });
  test('a database that cannot write is told like a dead line', async ({ page, farm, shop }) => {
    await openContactPage(page);
    await sql`PRAGMA query_only = 1`.execute(shop.db);
    await fillContactForm(page);
    await findContactForm(page).button.click();
    await expect(findToast(page)).toHaveText(`Something went wrong ${SENTENCES.failure}×`);
    expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
    await sql`PRAGMA query_only = 0`.execute(shop.db);
    await findContactForm(page).button.click();
    await expect(findThanks(page)).toBeVisible();
    expect(await farm.readMessages()).toHaveLength(1);
  });
});

test.describe('the answer is lost', () => {
  test.use({ expectedMessages: /ERR_FAILED/ });
  test('a message that has arrived is not taken twice, also after a reload', async ({ page, farm }) => {
    await openContactPage(page);
    await page.route('**/api/contact-submit', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await fillContactForm(page);
    await findContactForm(page).button.click();
    await expect(findToast(page)).toContainText(SENTENCES.failure);
    expect(await farm.readMessages()).toHaveLength(1);
    await page.unroute('**/api/contact-submit');
    await page.reload();
    await waitForContactScript(page);
    await findContactForm(page).button.click();
    await expect(findThanks(page)).toBeVisible();
    expect(await farm.readMessages()).toHaveLength(1);
  });
});

test('a line that never answers is given up after half a minute', async ({ page }) => {
  await page.clock.install();
  await openContactPage(page);
  // Neither answered nor ended.
  await page.route('**/api/contact-submit', () => undefined);
  await fillContactForm(page);
  await findContactForm(page).button.click();
  const sending = page.getByRole('button', { name: 'Sending...' });
  await page.clock.runFor(25_000);
  await expect(sending).toBeDisabled();
  await page.clock.runFor(6000);
  await expect(findToast(page)).toContainText(SENTENCES.failure);
  await expect(findContactForm(page).button).toBeEnabled();
  expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
});

test.describe('the service finds what the page has not', () => {
  test.use({ expectedMessages: /422 \(Unprocessable/ });
  test('its sentences stand beside the fields, with the toast', async ({ page }) => {
    await openContactPage(page);
    // As when the rules have changed since the page was loaded.
    await page.route('**/api/contact-submit', (route) => {
      const changes = { email: 'anna@example', contactPreference: 'pigeon' };
      return route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), ...changes }) });
    });
    await fillContactForm(page);
    const form = findContactForm(page);
    await form.button.click();
    await expect(findToast(page)).toContainText(SENTENCES.failure);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText([
      SENTENCES.email,
      'Please select a contact preference.',
    ]);
    await expect(form.email).toHaveAccessibleDescription(`Error: ${SENTENCES.email}`);
    const preference = page.getByRole('group', { name: 'How would you like us to answer?' });
    await expect(preference).toContainText('Please select a contact preference.');
    expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
    await form.byEmail.check();
    await expect(preference).not.toContainText('Please select a contact preference.');
    await page.unroute('**/api/contact-submit');
    await form.button.click();
    await expect(findThanks(page)).toBeVisible();
  });
});

test.describe('the script of the toasts is lost, too', () => {
  test.use({ expectedMessages: /ERR_FAILED/ });
  test('the form says itself that the message has not gone', async ({ page, farm }) => {
    await page.route('**/_astro/Toaster*.js', (route) => route.abort());
    await openContactPage(page);
    await page.route('**/api/contact-submit', (route) => route.abort());
    await fillContactForm(page);
    await findContactForm(page).button.click();
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary).toHaveText(`Something went wrong ${SENTENCES.failure}`);
    expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
    await page.unrouteAll();
    await findContactForm(page).button.click();
    await expect(findThanks(page)).toBeFocused();
    expect(await farm.readMessages()).toHaveLength(1);
  });
});
