import {
  ANNAS_ENTRIES,
  delayScripts,
  expect,
  fillContactForm,
  findContactForm,
  findThanks,
  openContactPage,
  readContactForm,
  test,
  waitForContactScript,
} from '../support/contact.ts';

// A message that is started but not sent yet.

test('survives a reload and a wrong turn as the same message, and is deleted after sending', async ({
  page,
  farm,
}) => {
  const opened = Date.now();
  await openContactPage(page);
  await test.step('it is stored while it is written, without the honeypot', async () => {
    await findContactForm(page).subject.fill('A tall tree');
    const readKept = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('contactDraft') ?? 'null'));
    await expect.poll(readKept).toMatchObject({ subject: 'A tall tree', contactPreference: 'email' });
    expect(Object.keys(await readKept()).sort()).toEqual(
      [
        ...['name', 'email', 'phone', 'subject', 'message', 'contactPreference'],
        'startedAt',
        'submissionId',
      ].sort(),
    );
    await findContactForm(page).subject.fill('');
    await expect.poll(readKept).toBeNull();
  });

  await fillContactForm(page);
  await page.reload();
  await waitForContactScript(page);
  expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
  await expect.poll(() => Date.now() - opened).toBeGreaterThan(2500);
  await page.goto('/visit');
  await page.goto('/contact-us');
  await expect(findContactForm(page).name).toHaveValue('Anna');
  await waitForContactScript(page);
  expect(await readContactForm(page)).toEqual(ANNAS_ENTRIES);
  await page.evaluate(() => document.querySelector('form')?.requestSubmit());
  await expect(findThanks(page)).toBeVisible();
  // Sent at once after coming back, and still not treated as a robot's, because its time counts from the first visit.
  expect(await farm.readMessages()).toMatchObject([{ spamReason: null }]);

  await page.goto('/visit');
  await page.goto('/contact-us');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await readContactForm(page)).toMatchObject({ name: '', message: '', byPhone: false });
});

test('never replaces later entries', async ({ page }) => {
  await openContactPage(page);
  await fillContactForm(page);
  await page.goto('/visit');
  const { release, isAsked } = await delayScripts(page);
  await page.goto('/contact-us');
  const form = findContactForm(page);
  await expect.poll(isAsked).toBe(true);
  await form.email.fill('ben@example.com');
  await form.message.focus();
  release();
  await waitForContactScript(page);
  expect(await readContactForm(page)).toEqual({ ...ANNAS_ENTRIES, email: 'ben@example.com', message: '' });
});

test('is not stored if storage is unavailable, and the form works', async ({ page, farm }) => {
  await page.addInitScript(() => {
    const closed = {
      get: () => {
        throw new DOMException('Closed', 'SecurityError');
      },
    };
    Object.defineProperty(window, 'sessionStorage', closed);
    Object.defineProperty(window, 'localStorage', closed);
  });
  await openContactPage(page);
  await fillContactForm(page);
  await findContactForm(page).button.click();
  await expect(findThanks(page)).toBeVisible();
  expect(await farm.readMessages()).toHaveLength(1);
});
