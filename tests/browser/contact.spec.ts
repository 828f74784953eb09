import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { HOME_NETWORK_NAME } from '../support/chromium.ts';
import { closeStorage } from '../support/closed-storage.ts';
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
import { delay, SCRIPTS } from '../support/delay.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { KEEPS_PAGES } from '../support/precache.ts';

const SUBMIT = '**/api/contact-submit';
const EMPTY = { name: '', email: '', phone: '', byPhone: false, subject: '', message: '' };
const sendAnother = (page: Page) => page.getByRole('button', { name: 'Send Another Message' });

// The browser's message for each failure.
test.use({
  expectedMessages: /ERR_FAILED|503 \(Service Unavailable|422 \(Unprocessable/,
});

test('a message is sent once and thanked for, and the form starts again each time', async ({
  page,
  farm,
  shop,
}) => {
  await page.clock.install();
  const sent = watchSentMessages(page);
  const form = findContactForm(page);

  await test.step('every rule is checked on submit, and then each field on change', async () => {
    await openContactPage(page);
    await form.name.fill('A');
    await form.email.fill('anna at example');
    await form.message.fill('Short');
    const wrong = [SENTENCES.name, SENTENCES.email, SENTENCES.subject, SENTENCES.message];
    await expect(page.locator('#contact-form .error')).toHaveCount(0);
    await form.button.click();
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary).toBeInViewport();
    await expect(summary.getByRole('link')).toHaveText(wrong);
    await expectGoodLooks(page);
    await summary.getByRole('link', { name: SENTENCES.name }).click();
    await expect(form.name).toBeFocused();
    await expect(form.name).toHaveAccessibleDescription(`Error: ${SENTENCES.name}`);
    await form.name.fill('Anna');
    await expect(form.name).toHaveAccessibleDescription('');
    await expect(form.subject).toHaveAccessibleDescription(`Error: ${SENTENCES.subject}`);
    await form.name.fill('A');
    await expect(form.name).toHaveAccessibleDescription(`Error: ${SENTENCES.name}`);
    expect(sent).toEqual([]);
  });

  await test.step('the button is disabled while sending, and a double click sends once', async () => {
    const { release: answer } = await delay(page, SUBMIT);
    await fillContactForm(page);
    // Nobody types so much in two seconds, and faster messages are treated as spam.
    await page.clock.fastForward(20_000);
    await form.button.dblclick();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await form.name.press('Enter');
    await form.message.press('x');
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    // A scroll that is still running a frame later can be interrupted, or carry the heading out of view.
    const top = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          addEventListener('focusin', ({ target }) =>
            requestAnimationFrame(() => resolve((target as Element).getBoundingClientRect().top)),
          );
        }),
    );
    answer();
    expect(await top, 'the thanks are in view as soon as they are there').toBeGreaterThanOrEqual(0);
    expect(await top).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.unroute(SUBMIT);
  });

  await test.step('the thanks replace the form, and the farm gets an e-mail', async () => {
    await expect(findThanks(page)).toBeFocused();
    await expect(findThanks(page)).toBeInViewport();
    await expect(findToast(page)).toHaveText(`Message sent! ${SENTENCES.success}×`);
    await expect(form.name).toBeHidden();
    await expect(page.getByText('We’ll ring you. The number you gave us is 01632 960 123.')).toBeVisible();
    await page.keyboard.press('F8');
    await expectGoodLooks(page);
    expect(sent).toHaveLength(1);
    const { byPhone, ...entered } = ANNAS_ENTRIES;
    expect(await farm.readMessages()).toMatchObject([
      { ...entered, contactPreference: 'phone', spamReason: null },
    ]);
    await expect.poll(() => shop.output()).toContain('of ten feet?');
  });

  await test.step('the next form is empty, with a new id and start time', async () => {
    await sendAnother(page).click();
    await expect(form.name).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await readContactForm(page)).toEqual(EMPTY);
    // As at first: nothing is checked before submitting.
    await form.name.pressSequentially('A');
    await expect(page.getByText(SENTENCES.name)).toBeHidden();
    await fillContactForm(page);
    await form.byEmail.check();
    await form.button.click();
    await expect(page.getByText('We’ll write to you at anna@example.com.')).toBeVisible();
    const [first, second] = sent;
    expect(second?.submissionId).not.toBe(first?.submissionId);
    expect(Number(second?.startedAt)).toBeGreaterThan(Number(first?.sentAt));
    // Who asks for a call without a number is told where the answer will go instead.
    await sendAnother(page).click();
    await fillContactForm(page);
    await form.phone.fill(' ');
    await form.button.click();
    await expect(
      page.getByText('You gave us no phone number, so we’ll write to you at anna@example.com.'),
    ).toBeVisible();
  });
});

test('every failure is explained, keeps every entry, and trying again sends the same message', async ({
  page,
  farm,
  shop,
}) => {
  const sent = watchSentMessages(page);
  const form = findContactForm(page);
  await openContactPage(page);
  await test.step('a database that cannot write (503)', async () => {
    await sql`PRAGMA query_only = 1`.execute(shop.db);
    await fillContactForm(page);
    await form.button.click();
    await expect(findToast(page)).toHaveText(`Something went wrong ${SENTENCES.failure}×`);
    await expect(findToast(page)).toHaveClass(/destructive/);
    await expect(form.button).toBeEnabled();
    await expect(form.button).toBeFocused();
    expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
    expect(await farm.readMessages()).toEqual([]);

    await sql`PRAGMA query_only = 0`.execute(shop.db);
    await page.keyboard.press('Enter');
    await expect(findThanks(page)).toBeFocused();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual({ ...sent[0], sentAt: expect.any(Number) });
    expect(await farm.readMessages()).toHaveLength(1);
    await sendAnother(page).click();
  });

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
    await page.unroute(SUBMIT);
    await form.button.click();
    await expect(findThanks(page)).toBeVisible();
    await sendAnother(page).click();
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
    await page.unroute(SUBMIT);
    await page.reload();
    await waitForContactScript(page);
    expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
    await form.button.click();
    await expect(findThanks(page)).toBeVisible();
    expect(await farm.readMessages()).toHaveLength(before.length + 1);
  });
});

test('a request without a response is aborted after half a minute, and the form says so without its toast', async ({
  page,
  farm,
}) => {
  await page.clock.install();
  await page.route('**/_astro/Toaster*.js', (route) => route.abort());
  await openContactPage(page);
  // Neither answered nor ended.
  await page.route(SUBMIT, () => undefined);
  await fillContactForm(page);
  await findContactForm(page).button.click();
  const sending = page.getByRole('button', { name: 'Sending...' });
  await page.clock.runFor(25_000);
  await expect(sending).toBeDisabled();
  await page.clock.runFor(6000);
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary).toHaveText(`Something went wrong ${SENTENCES.failure}`);
  expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
  await page.unrouteAll();
  await findContactForm(page).button.click();
  await expect(findThanks(page)).toBeFocused();
  expect(await farm.readMessages()).toHaveLength(1);
});

test('a message survives a wrong turn as the same, never over later entries, and is deleted after sending', async ({
  page,
  farm,
}) => {
  const opened = Date.now();
  const form = findContactForm(page);
  await openContactPage(page);
  await form.subject.fill('A tall tree');
  const readKept = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('contactDraft') ?? 'null'));
  await expect.poll(readKept).toMatchObject({ subject: 'A tall tree', contactPreference: 'email' });
  // Without the honeypot.
  expect(Object.keys(await readKept()).sort()).toEqual(
    ['contactPreference', 'email', 'message', 'name', 'phone', 'startedAt', 'subject', 'submissionId'].sort(),
  );
  await form.subject.fill('');
  await expect.poll(readKept).toBeNull();

  await fillContactForm(page);
  await page.goto('/visit');
  const { release, isAsked } = await delay(page, SCRIPTS);
  await page.goto('/contact-us');
  await expect.poll(isAsked).toBe(true);
  await form.email.fill('ben@example.com');
  await form.message.focus();
  release();
  await waitForContactScript(page);
  expect(await readContactForm(page)).toEqual({ ...ANNAS_ENTRIES, email: 'ben@example.com', message: '' });
  await form.message.fill(ANNAS_ENTRIES.message);
  await expect.poll(() => Date.now() - opened).toBeGreaterThan(2500);
  await page.evaluate(() => document.querySelector('form')?.requestSubmit());
  await expect(findThanks(page)).toBeVisible();
  // Its time counts from the first visit, so that it is not taken for a robot's.
  expect(await farm.readMessages()).toMatchObject([{ email: 'ben@example.com', spamReason: null }]);
  await page.goto('/visit');
  await page.goto('/contact-us');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await readContactForm(page)).toMatchObject({ name: '', message: '', byPhone: false });
});

test.describe('before the script', () => {
  test('the first press on an untouched form is the script’s, and reading loads none of it', async ({
    page,
  }) => {
    const scripts: string[] = [];
    const visits: string[] = [];
    for (const [path, button, said] of [
      ['/nordmann-branches', 'Continue to payment', 'We need your name.'],
      ['/contact-us', 'Send Message', SENTENCES.name],
    ] as const) {
      await page.goto(path);
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (request.isNavigationRequest()) visits.push(pathname);
        if (request.resourceType() === 'script' && !KEEPS_PAGES.test(pathname)) scripts.push(pathname);
      });
      await page.getByRole('button', { name: button }).scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      expect(scripts).toEqual([]);
      await page.getByRole('button', { name: button }).click();
      const alert = page.locator('form').getByRole('alert');
      await expect(alert).toBeFocused();
      await expect(alert.getByRole('link').first()).toHaveText(said);
      expect(visits).toEqual([]);
      page.removeAllListeners('request');
      scripts.length = 0;
    }
  });

  test('what is entered before and while it comes, and pressed once too often, is sent once by the script', async ({
    page,
    farm,
  }) => {
    const { release, isAsked } = await delay(page, SCRIPTS);
    const sent = watchSentMessages(page);
    const opened = Date.now();
    await page.goto('/contact-us');
    await fillContactForm(page);
    await expect.poll(isAsked).toBe(true);
    const form = findContactForm(page);
    await form.message.focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => Date.now() - opened).toBeGreaterThan(2500);
    release();
    await page.keyboard.type(' With a stand, and netted, for the hall.');
    await waitForContactScript(page);
    const message = `${ANNAS_ENTRIES.message} With a stand, and netted, for the hall.`;
    expect(await readContactForm(page)).toEqual({ ...ANNAS_ENTRIES, message });
    await form.button.dblclick();
    await expect(findThanks(page)).toBeFocused();
    expect(sent).toHaveLength(1);
    expect(await farm.readMessages()).toMatchObject([
      // Counted from opening the page, so that a late script makes nobody look like a robot.
      { message, contactPreference: 'phone', spamReason: null },
    ]);
  });

  test('the form posts all entries itself, and its response continues with a script, without storage and over plain http as on a home network', async ({
    browser,
    farm,
    shop,
  }) => {
    const context = await browser.newContext({ baseURL: shop.url.replace('localhost', HOME_NETWORK_NAME) });
    const page = await context.newPage();
    await closeStorage(page, 'closed');
    const { release, isAsked } = await delay(page, SCRIPTS);
    const sent = watchSentMessages(page);
    await page.goto('/contact-us');
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
    await fillContactForm(page);
    const form = findContactForm(page);
    await form.email.fill('anna@example');
    await expect.poll(isAsked).toBe(true);
    await Promise.all([page.waitForURL('/api/contact-submit'), form.button.click()]);
    await expect(form.email).toHaveAccessibleDescription(`Error: ${SENTENCES.email}`);
    await form.subject.fill('A very tall tree');
    release();
    await waitForContactScript(page);
    const kept = { ...ANNAS_ENTRIES, email: 'anna@example', subject: 'A very tall tree' };
    expect(await readContactForm(page)).toEqual(kept);
    await form.email.fill('anna@example.com');
    await expect(form.email).toHaveAccessibleDescription('');
    await form.button.click();
    await expect(findThanks(page)).toBeFocused();
    // Corrected within a moment, which is fine: nobody knows how long the first try took.
    expect(await farm.readMessages()).toMatchObject([
      { subject: 'A very tall tree', contactPreference: 'phone', spamReason: null },
    ]);
    expect(sent).toMatchObject([
      { submissionId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
    ]);
    await sendAnother(page).click();
    expect(await readContactForm(page)).toEqual(EMPTY);
    await context.close();
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  // tests/api/messages has what comes back, and error-summary.spec.ts how a form with mistakes is gone through.
  test('a form with mistakes comes back as it was, and is sent after correction', async ({ page, farm }) => {
    const form = findContactForm(page);
    await page.goto('/contact-us');
    await fillContactForm(page);
    await form.email.fill('anna at example');
    await form.button.click();
    await expect(page).toHaveTitle(/^Error: Contact us/);
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([SENTENCES.email]);
    await expect(page.getByRole('alert')).toBeInViewport();
    // Its style is not in the built page, which has no errors.
    await expect(page.locator('#contact-form .error').first()).toHaveCSS('font-weight', '600');
    expect(await readContactForm(page)).toEqual({ ...ANNAS_ENTRIES, email: 'anna at example' });
    await form.email.fill(ANNAS_ENTRIES.email);
    await form.button.click();
    await expect(page).toHaveURL('/contact-us/thank-you');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent!');
    await expect(page.getByText(SENTENCES.success, { exact: true })).toBeVisible();
    const { byPhone, ...entered } = ANNAS_ENTRIES;
    expect(await farm.readMessages()).toMatchObject([
      { ...entered, contactPreference: 'phone', spamReason: null },
    ]);
    await page.getByRole('link', { name: 'Send Another Message' }).click();
    await expect(page).toHaveURL('/contact-us#message');
    await expect(form.name).toHaveValue('');
  });
});
