import type { Page } from '@playwright/test';
import { visitAndKeep } from '../support/precache.ts';
import { expect, test } from '../support/shop.ts';
import { enterCard, expectThanks, payButton } from './checkout/buyer.ts';
import { fill, openForm, quantity, submit } from './order/order-page.ts';

// The worker stores pages, so its caches are checked too.
test.use({ serviceWorkers: 'allow' });
test.slow();

/** Values that occur only in this buyer's data. */
const MARKS = ['Quillfeather', 'TA7 9QX', 'TA7+9QX', 'TA7%209QX', '7 Marl Pits'];
const BUYER = {
  'Your name': 'Jane Quillfeather',
  'E-mail address': 'jane.quillfeather@example.com',
  'House number and street': '7 Marl Pits',
  'Town or city': 'Quillfeather St Mary',
  Postcode: 'TA7 9QX',
};

function findMarks(text: string): string[] {
  return MARKS.filter((mark) => text.toLowerCase().includes(mark.toLowerCase()));
}

/** Everything that scripts can store in a browser: storage, cookies, caches with their bodies, the tab's own state. */
function readEverythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const bodies: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        bodies.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const { localStorage, sessionStorage, document, history, name } = window;
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      databases,
      history.state,
      name,
      bodies,
    ]);
  });
}

test('once an order is complete, the browser stores nothing about its buyer, and no URL has contained it', async ({
  page,
  context,
}) => {
  const urls: string[] = [];
  context.on('request', (request) => urls.push(request.url()));
  await visitAndKeep(page, '/');
  await openForm(page);
  await fill(page, BUYER);
  await quantity(page).fill('2');
  // The browser stores them until the order is complete, so that a lost connection loses nothing.
  await submit(page).click();
  await expect(payButton(page)).toBeEnabled();
  expect(findMarks(await readEverythingKept(page))).toEqual(
    expect.arrayContaining(['Quillfeather', '7 Marl Pits']),
  );
  await enterCard(page, '4242424242424242');
  await payButton(page).click();
  const orderNumber = await expectThanks(page);
  expect(findMarks(await readEverythingKept(page))).toEqual([]);
  // The URL of the thank-you keeps the number on purpose, because buyers need it to contact us.
  expect(page.url()).toContain(orderNumber);

  // Neither later, nor in another tab, nor after going back to the form.
  await page.goto('/nordmann-branches');
  expect(findMarks(await readEverythingKept(page))).toEqual([]);
  expect(
    await page
      .locator('#order-form')
      .evaluate((form) => [...new FormData(form as HTMLFormElement).values()].join()),
  ).not.toContain('Quillfeather');
  expect(findMarks(JSON.stringify(await context.cookies()))).toEqual([]);
  expect(urls.length).toBeGreaterThan(20);
  expect(findMarks(urls.join('\n'))).toEqual([]);
});
