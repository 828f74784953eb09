import type { Browser } from '@playwright/test';
import { buyThroughApi } from '../../../support/buy-through-api.ts';
import type { Farm } from './farm.ts';
import type { Effort } from './hand.ts';
import type { Customer } from './people.ts';

/** How many buy at a time. */
const AT_A_TIME = 6;

/** Everybody who orders in the shop. */
export async function buyAll({ shop }: Farm, customers: readonly Customer[]): Promise<void> {
  const waiting = customers.toReversed();
  const serve = async () => {
    for (let customer = waiting.pop(); customer; customer = waiting.pop()) await buy(shop.url, customer);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, serve));
}

async function buy(url: string, customer: Customer): Promise<void> {
  const { index, name, email, street, town, postcode, quantity, week, gift } = customer;
  const order = {
    quantity,
    deliveryWeek: week,
    customerName: name,
    customerEmail: email,
    customerPhone: '01632 960 111',
    shippingAddress: street,
    shippingCity: town,
    shippingPostcode: postcode,
    specialInstructions: index % 4 === 0 ? 'Behind the shed, please.' : '',
    recipientName: gift?.recipient ?? '',
    giftMessage: gift?.message ?? '',
  };
  const address = `198.18.${index >> 8}.${index & 255}`;
  await buyThroughApi(url, undefined, { purchase: order, address });
}

/** The desk takes orders by telephone, each in one of the three ways. @returns the effort of one by link */
export async function takeCalls(farm: Farm, customers: readonly Customer[]): Promise<Effort> {
  const { desk, browser } = farm;
  const { page } = desk;
  let effort: Effort = { taps: 0, texts: 0, seconds: 0 };
  for (const customer of customers) {
    await page.goto('/admin/telephone');
    desk.begin();
    await desk.type(page.getByLabel('How many boxes?'), String(customer.quantity));
    await desk.choose(page.getByLabel('Delivery week'), customer.week);
    await desk.type(page.getByLabel('Name', { exact: true }), customer.name);
    await desk.type(page.getByLabel('Postcode'), customer.postcode);
    await desk.type(page.getByLabel('House number and street'), customer.street);
    await desk.type(page.getByLabel('Town or city'), customer.town);
    await desk.type(page.getByLabel('E-mail address (optional)'), customer.email);
    if (customer.gift) {
      await desk.tap(page.getByText('It’s a gift'));
      await desk.type(page.getByLabel(/^Name on the parcel/), customer.gift.recipient);
      await desk.type(page.getByLabel(/^Your message to them/), customer.gift.message);
    }
    await desk.tap(page.locator(`input[name="way"][value="${customer.way}"]`));
    await desk.tap(page.getByRole('button', { name: 'Take the order' }));
    await page.locator('.callout').first().waitFor();
    if (customer.way === 'link') {
      if (customer.gift === null) effort = desk.end();
      await payLink(browser, await page.getByLabel('Payment link').first().inputValue());
    }
  }
  return effort;
}

/** On the buyer's own phone, without JavaScript. */
async function payLink(browser: Browser, link: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await page.getByLabel('Full name').fill('Ann Lee');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12 / 50');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: 'Thanks! Your order was received.' }).waitFor();
  await context.close();
}

/** The bank's statement has come: every transfer is there. @returns how many */
export async function receiveTransfers({ desk }: Farm): Promise<number> {
  const { page } = desk;
  await page.goto('/admin/orders?view=unpaid');
  const waiting = page.getByRole('row').getByRole('link', { name: /^BB-/ });
  await waiting.first().waitFor();
  const paths = await waiting.evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => href));
  for (const path of paths) {
    await page.goto(path);
    await page.getByText('The money has arrived', { exact: true }).click();
    await page.getByRole('button', { name: 'Yes, it’s there' }).click();
    await page.getByText('Noted: the money has arrived.').waitFor();
  }
  return paths.length;
}
