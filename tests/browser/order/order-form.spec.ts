import { closeStorage } from '../../support/closed-storage.ts';
import { expectGoodLooks } from '../../support/good-looks.ts';
import { costOf, WEEK } from '../../support/sample-order.ts';
import { makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, test } from '../../support/shop.ts';
import {
  ANN,
  CHECKOUT,
  chooseWeek,
  fill,
  openForm,
  PAGE,
  payOnStripesPage,
  quantity,
  readStored,
  submit,
  summary,
  total,
  waitForScript,
  week,
  weeks,
} from './order-page.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const sayTotal = (boxes: number) =>
  `Total for ${boxes === 1 ? '1 box' : `${boxes} boxes`}: £${costOf(boxes)}`;

test('the total follows the number of boxes, and the order is stored in the specified shape', async ({
  page,
}) => {
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: 'Order your boxes' })).toBeInViewport();
  await expect(quantity(page)).toHaveValue('1');
  await expect(week(page)).toHaveValue('2025-11-17');
  await expect(total(page)).toHaveText(`Total for 1 box: £${costOf(1)}`);
  await expect(page.getByText('nothing has been charged')).toBeHidden();
  await quantity(page).focus();
  await waitForScript(page);
  // `output` is a polite live region.
  await expect(page.getByRole('status').and(total(page))).toBeVisible();

  await page.getByRole('button', { name: 'One box more' }).click();
  await page.getByRole('button', { name: 'One box more' }).click();
  await expect(total(page)).toHaveText(sayTotal(3));
  await page.getByRole('button', { name: 'One box fewer' }).click();
  await expect(quantity(page)).toHaveValue('2');
  await quantity(page).click();
  await page.keyboard.type('4');
  await expect(total(page)).toHaveText(sayTotal(4));
  for (const [typed, read] of [
    ['', 1],
    ['2.9', 2],
  ] as const) {
    await quantity(page).fill(typed);
    await quantity(page).blur();
    await expect(quantity(page), typed).toHaveValue(String(read));
    await expect(total(page)).toHaveText(sayTotal(read));
  }
  await quantity(page).fill('36564');
  await quantity(page).blur();
  await expect(quantity(page)).toHaveAccessibleDescription(/up to 36563 boxes at once/);
  await expect(total(page)).toHaveText('');
  await quantity(page).fill('2');
  // The wheel scrolls the page, and leaves the number.
  await quantity(page).hover();
  const top = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top);
  await expect(quantity(page)).toHaveValue('2');

  await chooseWeek(page, '2025-12-01');
  const entries = { ...ANN, Postcode: ' ta11aa ', 'Special instructions': 'Leave it in the porch' };
  await fill(page, entries);
  await submit(page).click();
  await expect(page).toHaveURL(CHECKOUT);
  expect(await readStored(page)).toEqual({
    quantity: 2,
    unitPrice: costOf(1),
    totalAmount: costOf(2),
    customerName: 'Ann Lee',
    customerEmail: 'ann@example.com',
    shippingAddress: '1 High Street',
    shippingCity: 'Taunton',
    shippingPostcode: 'TA1 1AA',
    shippingCountry: 'GB',
    specialInstructions: 'Leave it in the porch',
    deliveryWeek: WEEK,
    attemptId: expect.stringMatching(UUID),
  });
  // The same order keeps its purchase, and another order gets a new one.
  const attempts = [(await readStored(page))?.attemptId];
  for (const boxes of ['2', '3']) {
    await openForm(page);
    await chooseWeek(page, '2025-12-01');
    await fill(page, entries);
    await quantity(page).fill(boxes);
    await submit(page).click();
    await expect(page).toHaveURL(CHECKOUT);
    attempts.push((await readStored(page))?.attemptId);
  }
  expect(attempts[1]).toBe(attempts[0]);
  expect(attempts[2]).not.toBe(attempts[0]);
});

test('mistakes stand in a summary and at the fields, take the focus, and are checked again during correction', async ({
  page,
}) => {
  await openForm(page);
  // The browser's own autofill sees one address, and a gift's name apart from it.
  const fields = page.locator('form [autocomplete]:not([autocomplete="off"])');
  expect(await fields.evaluateAll((all) => all.map((each) => each.getAttribute('autocomplete')))).toEqual([
    ...['name', 'email', 'tel', 'section-gift name', 'street-address', 'address-level2', 'postal-code'],
  ]);
  await page.getByLabel('Postcode').fill('TA1');
  // Nobody is interrupted before the first try.
  await page.getByLabel('Postcode').blur();
  await expect(page.locator('#order-form .error')).toHaveCount(0);
  await submit(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole('link')).toHaveText([
    'We need your name.',
    'We need an e-mail address, such as ann@example.com.',
    'We need the house number and street.',
    'We need the town or city.',
    'We need the full UK postcode, such as TA6 3TA. You wrote “TA1”.',
  ]);
  // A word and a postcode stay on one line.
  await expect(page.locator('#order-form :is(.summary, .error) .one')).toHaveText([
    'e-mail',
    'TA6 3TA',
    'e-mail',
    'TA6 3TA',
  ]);
  expect(new URL(page.url()).pathname).toBe(PAGE);
  expect(await readStored(page)).toBeNull();
  await expectGoodLooks(page);
  await summary(page)
    .getByRole('link', { name: /postcode/ })
    .click();
  const postcode = page.getByLabel('Postcode');
  await expect(postcode).toBeFocused();
  await expect(postcode).toHaveAttribute('aria-invalid', 'true');
  await postcode.fill('TA1 1AA');
  await expect(postcode).not.toHaveAttribute('aria-invalid');
  await postcode.fill('nowhere');
  await expect(postcode).toHaveAccessibleDescription(/full UK postcode/);
  // The summary goes when the last mistake is mended, and not before.
  const { Postcode, ...others } = ANN;
  await fill(page, others);
  await expect(summary(page)).toBeVisible();
  await fill(page, { Postcode });
  await expect(summary(page)).toHaveCount(0);
  await expect(page.locator('#order-form [aria-invalid]')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/Error/);

  await test.step('the page names the area without delivery, and refuses its postcodes', async () => {
    await expect(page.locator('#order-form')).toContainText('We don’t deliver to Northern Ireland,');
    await postcode.fill('hs1 2aa');
    await submit(page).click();
    await expect(summary(page)).toContainText('We don’t deliver to HS postcodes');
    await expect(postcode).toHaveAccessibleDescription(
      /We don’t deliver to HS postcodes \(the Outer Hebrides\)\. Please ring us on 01632 960 214/,
    );
    expect(await readStored(page)).toBeNull();
    await postcode.fill('TA1 1AA');
  });

  await test.step('a probable mistake in the e-mail domain is questioned before paying', async () => {
    const email = page.getByLabel('E-mail address');
    // However long the address is.
    await email.fill('a-rather-long-address.with.dots@hotmial.co.uk');
    await submit(page).click();
    await expect(page.getByText('Did you mean')).toBeVisible();
    await email.fill('ann@gmial.com');
    await expect(page.getByText('Did you mean')).toBeHidden();
    await submit(page).click();
    const take = page.getByRole('button', { name: 'Use ann@gmail.com' });
    await expect(take).toBeFocused();
    await expect(take).toHaveAccessibleDescription('Did you mean ann@gmail.com?');
    expect(await readStored(page)).toBeNull();
    await take.click();
    await expect(email).toHaveValue('ann@gmail.com');
    await expect(email).toBeFocused();
    // A second submit accepts the address as it is.
    await email.fill('ann@hotmial.com');
    await submit(page).click();
    await expect(page.getByText('Did you mean ann@hotmail.com?')).toBeVisible();
    await submit(page).click();
    await expect(page).toHaveURL(CHECKOUT);
    expect((await readStored(page))?.customerEmail).toBe('ann@hotmial.com');
  });
});

test('the page whose form has gone with its last week runs for somebody with an order in hand', async ({
  page,
}) => {
  await page.route(`**${PAGE}`, async (route) => {
    const response = await route.fetch();
    const form = /<form class="form" id="order-form"[\s\S]*?<\/form>/;
    await route.fulfill({
      response,
      body: (await response.text()).replace(form, 'The last week has closed.'),
    });
  });
  await page.goto(PAGE);
  await seedOrder(page, makeOrder());
  await page.reload();
  // An exception fails the test.
  await waitForScript(page);
  await expect(page.getByText('The last week has closed.')).toBeVisible();
  await page.unroute(`**${PAGE}`);
});

test('weeks say what is left, and a chosen one is not silently replaced', async ({ page }) => {
  const answer = [
    { id: '2025-11-17', state: 'closed', boxesLeft: null },
    { id: '2025-11-24', state: 'open', boxesLeft: 3 },
    { id: '2025-12-01', state: 'full', boxesLeft: 0 },
    { id: '2025-12-08', state: 'open', boxesLeft: 1 },
  ];
  await page.route('**/api/branch-boxes/weeks', (route) => route.fulfill({ json: { weeks: answer } }));
  await openForm(page);
  await expect(weeks(page)).toHaveText([
    'Week of 17 Nov closed',
    'Week of 24 Nov 3 boxes left',
    'Week of 1 Dec sold out',
    'Week of 8 Dec 1 box left',
    'Week of 15 Dec',
  ]);
  await expect(weeks(page).getByRole('radio', { disabled: true })).toHaveCount(2);
  await expect(week(page)).toHaveValue('2025-11-17');
  await submit(page).click();
  await expect(page.getByRole('group', { name: 'Delivery week' })).toHaveAccessibleDescription(
    'Error: Choose a delivery week.',
  );
  // To the first that can be had.
  await summary(page).getByRole('link', { name: 'Choose a delivery week.' }).click();
  await expect(page.getByRole('radio', { name: 'Week of 24 Nov' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(week(page)).toHaveValue('2025-11-24');
  await expect(page.locator('#order-weeks .error')).toHaveCount(0);
  await expect(page.locator('.order-week')).toHaveText('Week of 24 Nov');
  await page.goto('/nordmann-foliage-payment');
  await expect(page.getByLabel('Delivery week').getByRole('option')).toHaveText([
    'Week of 17 Nov (closed)',
    'Week of 24 Nov',
    'Week of 1 Dec (sold out)',
    'Week of 8 Dec',
    'Week of 15 Dec',
  ]);
});

test('the form is sent with the keyboard alone, and paid for on Stripe’s page if the browser’s storage takes nothing', async ({
  page,
  shop,
}) => {
  await closeStorage(page, 'closed');
  await openForm(page);
  // Past the phone number, and whether it is a gift.
  const first = ['ArrowUp', 'Tab', 'ArrowDown', 'Tab'];
  for (const key of first) await page.keyboard.press(key);
  for (const words of ['Ann Lee', 'ann@gmial.com', '', '', '1 High Street', 'Taunton', 'TA1 1AA', '']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Tab');
  }
  await expect(submit(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use ann@gmail.com' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await page.keyboard.press('Enter');
  await payOnStripesPage(page);
  await page.getByRole('heading', { name: 'Thanks! Your order was received.' }).waitFor();
  expect(await shop.readOrders()).toMatchObject([
    { quantity: 2, deliveryWeek: '2025-11-24', customerEmail: 'ann@gmail.com', totalAmount: costOf(2) },
  ]);
});

test('a paid but incomplete order is not overwritten, and the form leads to its completion', async ({
  page,
}) => {
  // The checkout has its own tests.
  await page.route(`**${CHECKOUT}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Checkout</title>' }),
  );
  const paid = makeOrder({ paymentIntentId: 'pi_paid' });
  await seedOrder(page, paid);
  await page.goto(PAGE);
  await page.getByRole('link', { name: 'Complete your last order' }).waitFor();
  await expectGoodLooks(page);
  await page.getByRole('link', { name: 'Complete your last order' }).click();
  await expect(page).toHaveURL(CHECKOUT);
  await page.goto(PAGE);
  await waitForScript(page);
  await fill(page);
  await quantity(page).fill('5');
  await submit(page).click();
  await expect(page).toHaveURL(CHECKOUT);
  expect(await readStored(page)).toEqual(paid);
  // After the checkout the form is empty, and does not mention a paid order.
  await page.goto(`${PAGE}?success=true&orderNumber=BB-7F3M-2Q9`);
  await waitForScript(page);
  await expect(page.getByLabel('Your name')).toHaveValue('');
  await expect(page.getByRole('link', { name: 'Complete your last order' })).toHaveCount(0);
});
