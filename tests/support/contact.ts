import type { Locator, Page } from '@playwright/test';
import type { Selectable } from 'kysely';
import type { Database } from '../../api/db/schema.ts';
import { test as base, expect } from './shop.ts';

/** The stored messages. */
export interface Farm {
  /** Every message that has been stored, oldest first. */
  readMessages(): Promise<Selectable<Database['messages']>[]>;
}

export const test = base.extend<{ farm: Farm }>({
  farm: ({ shop: { db } }, use) =>
    use({ readMessages: () => db.selectFrom('messages').selectAll().orderBy('id').execute() }),
});

export { expect };

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

/** The form's entries. */
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

/** The form's entries after `fillContactForm`. */
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
  await page
    .locator('#contact-form input[name="submissionId"]:not([value=""])')
    .waitFor({ state: 'attached' });
}

/** The contact page with its script running, as after the first touch. */
export async function openContactPage(page: Page): Promise<void> {
  await page.goto('/contact-us');
  await findContactForm(page).name.focus();
  await waitForContactScript(page);
}

/** The messages that the page's script sends, as they leave the browser. A form post is not among them. */
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
