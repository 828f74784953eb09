import { expect, test } from '../support/contact.ts';

// The browser reports the 422 that the test is about.
test.use({ expectedMessages: /422 \(Unprocessable/ });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form with mistakes comes back with every entry, the messages and the focus, and is sent after correction', async ({
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
    // Its style is not in the built page, which has no errors.
    await expect(page.locator('#contact-form .error').first()).toHaveCSS('font-weight', '600');
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
    expect(await farm.readMessages()).toMatchObject([
      {
        name: 'Anna',
        email: 'anna@example.com',
        phone: '01632 960 123',
        subject: '<b>A tree</b> & a "stand"',
        message: 'Do you have one\nof ten feet?',
        contactPreference: 'phone',
        spamReason: null,
      },
    ]);
    await page.getByRole('link', { name: 'Send Another Message' }).click();
    await expect(page).toHaveURL('/contact-us#message');
    await expect(page.getByLabel('Your name')).toHaveValue('');

    await test.step('with the keyboard alone, which skips the honeypot', async () => {
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
      expect((await farm.readMessages()).at(-1)).toMatchObject({
        contactPreference: 'phone',
        spamReason: null,
      });
    });
  });
});
