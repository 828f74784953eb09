import { readFileSync } from 'node:fs';
import {
  ANNAS_ENTRIES,
  delayScripts,
  expect,
  fillContactForm,
  findContactForm,
  findThanks,
  openContactPage,
  readContactForm,
  SENTENCES,
  test,
  waitForContactScript,
  watchSentMessages,
} from '../support/contact.ts';
import { KEEPS_PAGES } from '../support/precache.ts';
import { TEST_DIST } from '../support/test-site.ts';

test('the first press on an untouched form is the script’s, and no second visit', async ({ page }) => {
  for (const [path, button, said] of [
    ['/contact-us', 'Send Message', SENTENCES.name],
    ['/nordmann-branches', 'Continue to payment', 'Please enter your name.'],
  ] as const) {
    await page.goto(path);
    const visits: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && visits.push(request.url()));
    await page.getByRole('button', { name: button }).click();
    const alert = page.locator('form').getByRole('alert');
    await expect(alert).toBeFocused();
    await expect(alert.getByRole('link').first()).toHaveText(said);
    expect(visits).toEqual([]);
    page.removeAllListeners('request');
  }
});

test('what the browser has filled in is sent with the first press, once', async ({ page, farm }) => {
  const sent = watchSentMessages(page);
  const { release } = await delayScripts(page);
  await page.goto('/contact-us');
  await page.evaluate(
    ([{ name, email, subject, message }]) => {
      const entries = {
        'contact-name': name,
        'contact-email': email,
        'contact-subject': subject,
        'contact-message': message,
      };
      for (const [id, value] of Object.entries(entries))
        (document.getElementById(id) as HTMLInputElement).value = value;
    },
    [ANNAS_ENTRIES] as const,
  );
  const { button } = findContactForm(page);
  await button.dblclick();
  release();
  await expect(findThanks(page)).toBeFocused();
  expect(sent).toHaveLength(1);
  expect(await farm.readMessages()).toHaveLength(1);
});

test.describe('before the script loads', () => {
  test.use({ expectedMessages: /422 \(Unprocessable/ });

  test('reading the page loads no script, and using the form at most 75 kB', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'script' && !KEEPS_PAGES.test(pathname)) scripts.push(pathname);
    });
    await page.goto('/contact-us');
    await findContactForm(page).button.scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await findContactForm(page).name.focus();
    await waitForContactScript(page);
    const { files } = JSON.parse(readFileSync(`${TEST_DIST}/build.json`, 'utf8')) as {
      files: { path: string; bytes: number }[];
    };
    const sizes = scripts.map(
      (script) => files.find(({ path }) => `/${path}` === `${script}.br`)?.bytes ?? NaN,
    );
    const sum = sizes.reduce((before, size) => before + size, 0);
    expect(sum).toBeLessThanOrEqual(75_000);
  });

  test('the form posts all entries itself, and its response continues with a script', async ({
    page,
    farm,
  }) => {
    const { release, isAsked } = await delayScripts(page);
    await page.goto('/contact-us');
    await fillContactForm(page);
    const form = findContactForm(page);
    await form.email.fill('anna@example');
    await expect.poll(isAsked).toBe(true);
    await Promise.all([page.waitForURL('/api/contact-submit'), form.button.click()]);
    await expect(form.email).toHaveAccessibleDescription(`Error: ${SENTENCES.email}`);
    expect(await readContactForm(page)).toEqual({ ...ANNAS_ENTRIES, email: 'anna@example' });

    await form.subject.fill('A very tall tree');
    release();
    await waitForContactScript(page);
    expect(await readContactForm(page)).toEqual({
      ...ANNAS_ENTRIES,
      email: 'anna@example',
      subject: 'A very tall tree',
    });
    await form.email.fill('anna@example.com');
    await expect(form.email).toHaveAccessibleDescription('');
    await form.button.click();
    await expect(findThanks(page)).toBeFocused();
    // Corrected within a moment, which is fine: nobody knows how long the first try took.
    expect(await farm.readMessages()).toMatchObject([
      { subject: 'A very tall tree', contactPreference: 'phone', spamReason: null },
    ]);
    await page.getByRole('button', { name: 'Send Another Message' }).click();
    expect(await readContactForm(page)).toMatchObject({ name: '', message: '', byPhone: false });
  });

  test('entries from before and during loading are sent by the script', async ({ page, farm }) => {
    const { release, isAsked } = await delayScripts(page);
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
    await form.button.click();
    await expect(findThanks(page)).toBeFocused();
    expect(sent).toHaveLength(1);
    expect(await farm.readMessages()).toMatchObject([
      // Counted from opening the page, so that a late script makes nobody look like a robot.
      { message, contactPreference: 'phone', spamReason: null },
    ]);
  });

  test('a form posted by the browser includes the id and the start time', async ({ page, farm }) => {
    await openContactPage(page);
    await fillContactForm(page);
    const [request] = await Promise.all([
      page.waitForRequest('**/api/contact-submit'),
      page.evaluate(() => document.querySelector('form')?.submit()),
    ]);
    const posted = new URLSearchParams(request.postData() ?? '');
    await expect(page).toHaveURL('/contact-us/thank-you');
    expect(Number(posted.get('startedAt'))).toBeGreaterThan(Date.now() - 60_000);
    expect((await farm.readMessages())[0]?.submissionId).toContain(posted.get('submissionId'));
  });
});
