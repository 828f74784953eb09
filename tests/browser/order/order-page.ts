import type { Page } from '@playwright/test';
import { DELIVERY_FIELDS, ORDER_FIELDS } from '../../../src/domain/orders/order-fields.ts';
import type { StoredOrder } from '../../../src/domain/orders/stored-order.ts';
import { orderControlId } from '../../../src/forms/order-form.ts';

export const PAGE = '/nordmann-branches';
export const CHECKOUT = '/branch-box-checkout';

/** A buyer's entries, by the labels of the form. */
export const ANN = {
  'Your name': 'Ann Lee',
  'E-mail address': 'ann@example.com',
  'House number and street': '1 High Street',
  'Town or city': 'Taunton',
  Postcode: 'TA1 1AA',
} as const;

export const quantity = (page: Page) => page.getByLabel('How many boxes?');
/** The chosen week. */
export const week = (page: Page) => page.locator('#order-form [name="deliveryWeek"]:checked');
/** The weeks to choose from, with what is left of them. */
export const weeks = (page: Page) => page.locator('#order-weeks .choice');
/** @param id the Monday of the week */
export const chooseWeek = (page: Page, id: string) =>
  page.locator(`#order-form [name="deliveryWeek"][value="${id}"]`).check();
export const total = (page: Page) => page.locator('#order-form output');
export const summary = (page: Page) => page.locator('#order-form').getByRole('alert');
export const submit = (page: Page) => page.getByRole('button', { name: 'Continue to payment' });

export async function fill(page: Page, entries: Readonly<Record<string, string>> = ANN): Promise<void> {
  for (const [label, text] of Object.entries(entries)) await page.getByLabel(label).fill(text);
}

export const TEXT_FIELDS = ORDER_FIELDS.filter((name) => name !== 'quantity' && name !== 'deliveryWeek');

/** A value for each field that can be found again. */
export function enteredIn(name: (typeof TEXT_FIELDS)[number]): string {
  const { kind } = DELIVERY_FIELDS[name];
  if (kind === 'postcode') return 'EX1 1HS';
  return kind === 'email' ? `${name.toLowerCase()}@example.com` : `Words of ${name}`;
}

/** Fills in what there is, as a gift. */
export async function enterEverything(page: Page): Promise<void> {
  await chooseWeek(page, '2025-12-01');
  await page.getByText('This is a gift').click();
  for (const name of TEXT_FIELDS) await page.locator(`#${orderControlId(name)}`).fill(enteredIn(name));
}

/** Every field's value by its name. */
export function readEntries(page: Page): Promise<Record<string, string>> {
  return page
    .locator('#order-form')
    .evaluate((form) =>
      Object.fromEntries([...new FormData(form as HTMLFormElement)].map(([k, v]) => [k, `${v}`])),
    );
}

/** The order that waits at the checkout. */
export function readStored(page: Page): Promise<StoredOrder | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('branchBoxOrder') ?? 'null'));
}

/** Waits until the island's script runs. */
export async function waitForScript(page: Page): Promise<void> {
  // Waits for the event, where `expect` asks now and then.
  await page.locator('[data-island="order"][data-started]').waitFor({ state: 'attached' });
}

/** Touches the form, like a visitor, and waits for its script. */
export async function openForm(page: Page, address = PAGE): Promise<void> {
  await page.goto(address);
  await quantity(page).focus();
  await waitForScript(page);
}

/** Pays on the sandbox's version of Stripe's page. */
export async function payOnStripesPage(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.getByLabel('Full name').fill('Ann Lee');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 50');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
}
