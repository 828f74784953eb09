import type { Page } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../api/db/schema.ts';
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

const SUBMIT = '**/api/contact-submit';
const unroute = (page: Page) => page.unroute(SUBMIT);

/** The possible failures: how the test causes each, and how it ends. */
const WAYS_TO_FAIL: {
  what: string;
  cause: (page: Page, db: Kysely<Database>) => Promise<unknown>;
  end: (page: Page, db: Kysely<Database>) => Promise<unknown>;
}[] = [
  {
    what: 'a dead line',
    cause: (page) => page.route(SUBMIT, (route) => route.abort()),
    end: unroute,
  },
  {
    what: 'a message that is refused (413)',
    cause: (page) =>
      page.route(SUBMIT, (route) =>
        route.continue({ postData: JSON.stringify({ message: 'x'.repeat(200_000) }) }),
      ),
    end: unroute,
  },
  {
    what: 'an answer of some other host on the way (502)',
    cause: (page) =>
      page.route(SUBMIT, (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      ),
    end: unroute,
  },
  {
    what: 'a database that cannot write (503)',
    cause: (_page, db) => sql`PRAGMA query_only = 1`.execute(db),
    end: (_page, db) => sql`PRAGMA query_only = 0`.execute(db),
  },
];

test.describe('every failure', () => {
  // The browser's message for each.
  test.use({
    expectedMessages:
      /ERR_FAILED|413 \(Payload Too Large|502 \(Bad Gateway|503 \(Service Unavailable|422 \(Unprocessable/,
  });

  test('is explained, keeps every entry, and trying again sends the same message', async ({
    page,
    farm,
    shop,
  }) => {
    const sent = watchSentMessages(page);
    const form = findContactForm(page);
    await openContactPage(page);
    for (const [index, { what, cause, end }] of WAYS_TO_FAIL.entries()) {
      await test.step(what, async () => {
        sent.length = 0;
        await cause(page, shop.db);
        await fillContactForm(page);
        await form.button.click();
        await expect(findToast(page)).toHaveText(`Something went wrong ${SENTENCES.failure}×`);
        await expect(findToast(page)).toHaveClass(/destructive/);
        await expect(form.button).toBeEnabled();
        await expect(form.button).toBeFocused();
        expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
        expect(await farm.readMessages()).toHaveLength(index);

        await end(page, shop.db);
        await page.keyboard.press('Enter');
        await expect(findThanks(page)).toBeFocused();
        await expect(findToast(page)).toHaveText(`Message sent! ${SENTENCES.success}×`);
        expect(sent).toHaveLength(2);
        expect(sent[1]).toEqual({ ...sent[0], sentAt: expect.any(Number) });
        expect(await farm.readMessages()).toHaveLength(index + 1);
        await page.getByRole('button', { name: 'Send Another Message' }).click();
      });
    }

    await test.step('the service’s errors that the page does not find appear at their fields', async () => {
      // As if the rules had changed since the page was loaded.
      await page.route(SUBMIT, (route) => {
        const changes = { email: 'anna@example', contactPreference: 'pigeon' };
        const message = { ...route.request().postDataJSON(), ...changes };
        return route.continue({ postData: JSON.stringify(message) });
      });
      await fillContactForm(page);
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
      await unroute(page);
      await form.button.click();
      await expect(findThanks(page)).toBeVisible();
      await page.getByRole('button', { name: 'Send Another Message' }).click();
    });

    await test.step('a message with a lost response is stored once, also after a reload', async () => {
      const before = await farm.readMessages();
      await page.route(SUBMIT, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await fillContactForm(page);
      await form.button.click();
      await expect(findToast(page)).toContainText(SENTENCES.failure);
      expect(await farm.readMessages()).toHaveLength(before.length + 1);
      await unroute(page);
      await page.reload();
      await waitForContactScript(page);
      await form.button.click();
      await expect(findThanks(page)).toBeVisible();
      expect(await farm.readMessages()).toHaveLength(before.length + 1);
    });
  });
});

test('a request without a response is aborted after half a minute', async ({ page }) => {
  await page.clock.install();
  await openContactPage(page);
  // Neither answered nor ended.
  await page.route(SUBMIT, () => undefined);
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

test.describe('if the toast script fails too', () => {
  test.use({ expectedMessages: /ERR_FAILED/ });
  test('the form itself says that the message was not sent', async ({ page, farm }) => {
    await page.route('**/_astro/Toaster*.js', (route) => route.abort());
    await openContactPage(page);
    await page.route(SUBMIT, (route) => route.abort());
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
