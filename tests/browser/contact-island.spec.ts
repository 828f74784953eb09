import type { Page } from '@playwright/test';
import {
  expect,
  fillContactForm,
  findContactForm,
  findThanks,
  findToast,
  openContactPage,
  readContactForm,
  SENTENCES,
  test,
  watchSentMessages,
} from '../support/contact.ts';
import { expectGoodLooks } from '../support/good-looks.ts';

test('a message is sent once and thanked for, and the form starts again each time', async ({
  page,
  farm,
  shop,
}) => {
  await page.clock.install();
  const sent = watchSentMessages(page);
  const form = findContactForm(page);
  const sendAnother = page.getByRole('button', { name: 'Send Another Message' });

  await test.step('the button is disabled while sending, and a double click sends once', async () => {
    const answer = await delayResponse(page);
    await openContactPage(page);
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
    await page.unroute('**/api/contact-submit');
  });

  await test.step('the thanks replace the form, and the farm gets an e-mail', async () => {
    await expect(findThanks(page)).toBeFocused();
    await expect(findThanks(page)).toBeInViewport();
    await expect(findToast(page)).toHaveText(`Message sent! ${SENTENCES.success}×`);
    await expect(form.name).toBeHidden();
    await expect(page.getByText('We will ring you. The number you gave us is 01632 960 123')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(await farm.readMessages()).toMatchObject([
      {
        name: 'Anna',
        email: 'anna@example.com',
        phone: '01632 960 123',
        subject: 'A tall tree',
        message: 'Do you have one\nof ten feet?',
        contactPreference: 'phone',
      },
    ]);
    await expect.poll(() => shop.output()).toContain('of ten feet?');
    expect(shop.output()).toContain('Anna');
  });

  await test.step('the next form is empty, with a new id and start time', async () => {
    await sendAnother.click();
    await expect(form.name).toBeFocused();
    await expect(findThanks(page)).toBeHidden();
    expect(await readContactForm(page)).toEqual({
      name: '',
      email: '',
      phone: '',
      byPhone: false,
      subject: '',
      message: '',
    });
    // As at first: nothing is checked before submitting.
    await form.name.pressSequentially('A');
    await expect(page.getByText(SENTENCES.name)).toBeHidden();
    await fillContactForm(page);
    await form.byEmail.check();
    await form.button.click();
    await expect(page.getByText('We will write to you at anna@example.com')).toBeVisible();
    const [first, second] = sent;
    expect(second?.submissionId).not.toBe(first?.submissionId);
    expect(Number(second?.startedAt)).toBeGreaterThan(Number(first?.sentAt));
  });

  await test.step('asking for a call without a number shows where the answer will go instead', async () => {
    await sendAnother.click();
    await fillContactForm(page);
    await form.phone.fill(' ');
    await form.button.click();
    await expect(
      page.getByText('You gave us no phone number, so we will write to you at anna@example.com'),
    ).toBeVisible();
  });

  await test.step('with the keyboard alone', async () => {
    await sendAnother.click();
    await expect(form.name).toBeFocused();
    const steps = ['Anna', 'anna@example.com', '', 'ArrowDown', 'A tree', 'Do you have one of ten feet?'];
    for (const step of steps) {
      await (step === 'ArrowDown' ? page.keyboard.press(step) : page.keyboard.type(step));
      await page.keyboard.press('Tab');
    }
    await expect(form.button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(findThanks(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(form.name).toBeFocused();
    expect((await farm.readMessages()).at(-1)).toMatchObject({ contactPreference: 'phone' });
  });

  await test.step('a message that is ready faster than anybody types is marked', async () => {
    await page.evaluate(() => {
      const form = document.querySelector('form') as HTMLFormElement;
      for (const name of ['name', 'subject', 'message'])
        (form.elements.namedItem(name) as HTMLInputElement).value = 'A robot, surely';
      (form.elements.namedItem('email') as HTMLInputElement).value = 'robot@example.com';
      form.requestSubmit();
    });
    await expect(page.getByRole('heading', { name: 'Thank you, A robot, surely!' })).toBeFocused();
    expect((await farm.readMessages()).at(-1)?.spamReason).toBe('the form was filled in within two seconds');
  });
});

test('without randomUUID, as on plain http, a message still has an id', async ({ page, farm }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
  const sent = watchSentMessages(page);
  await openContactPage(page);
  await fillContactForm(page);
  await findContactForm(page).button.click();
  await expect(findThanks(page)).toBeVisible();
  expect(sent).toMatchObject([
    { submissionId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
  ]);
  expect(await farm.readMessages()).toHaveLength(1);
});

test.describe('every state', () => {
  test.use({ expectedMessages: /ERR_FAILED/ });

  test('looks good and is validated: every rule on submit, then each field on change', async ({ page }) => {
    const sent = watchSentMessages(page);
    await openContactPage(page);
    const form = findContactForm(page);

    await test.step('mistakes', async () => {
      await form.name.fill('A');
      await form.email.fill('anna at example');
      await form.message.fill('Short');
      for (const message of [SENTENCES.name, SENTENCES.email, SENTENCES.subject, SENTENCES.message])
        await expect(page.getByText(message)).toBeHidden();
      await form.button.click();
      const summary = page.getByRole('alert');
      await expect(summary).toBeFocused();
      await expect(summary).toBeInViewport();
      await expect(summary.getByRole('link')).toHaveText([
        SENTENCES.name,
        SENTENCES.email,
        SENTENCES.subject,
        SENTENCES.message,
      ]);
      await expectGoodLooks(page);
      await summary.getByRole('link', { name: SENTENCES.name }).click();
      await expect(form.name).toBeFocused();
      await expect(form.name).toHaveAccessibleDescription(`Error: ${SENTENCES.name}`);
      await form.name.fill('Anna');
      await expect(form.name).toHaveAccessibleDescription('');
      await expect(form.subject).toHaveAccessibleDescription(`Error: ${SENTENCES.subject}`);
      await form.name.fill('A');
      await expect(form.name).toHaveAccessibleDescription(`Error: ${SENTENCES.name}`);
      await expect(findToast(page)).toBeHidden();
      expect(sent).toEqual([]);
    });

    await test.step('a lost connection', async () => {
      await page.route('**/api/contact-submit', (route) => route.abort());
      await fillContactForm(page);
      await form.button.click();
      await expect(findToast(page)).toBeVisible();
      // It stays while it has the focus.
      await page.keyboard.press('F8');
      await expectGoodLooks(page);
      await expect(findToast(page)).toBeVisible();
      await page.unroute('**/api/contact-submit');
    });

    await test.step('sending, and sent', async () => {
      const answer = await delayResponse(page);
      await form.button.click();
      await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
      await expectGoodLooks(page);
      answer();
      await expect(findThanks(page)).toBeFocused();
      await page.keyboard.press('F8');
      await expectGoodLooks(page);
      await expect(findToast(page)).toBeVisible();
    });

    await page.getByRole('button', { name: 'Send Another Message' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(form.name).toHaveAccessibleDescription('');
  });
});

/** Delays the service's response until it is released. */
async function delayResponse(page: Page): Promise<() => void> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/contact-submit', async (route) => {
    await held;
    await route.continue();
  });
  return () => answer();
}
