import { closeStorage, NO_STORAGE } from '../../support/closed-storage.ts';
import { expectGoodLooks } from '../../support/good-looks.ts';
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

test('− and + change the number of boxes, and what is typed replaces it', async ({ page }) => {
  await openForm(page);
  await page.getByRole('button', { name: 'One box more' }).click();
  await page.getByRole('button', { name: 'One box more' }).click();
  await expect(total(page)).toHaveText('Total for 3 boxes: £82.05');
  await page.getByRole('button', { name: 'One box fewer' }).click();
  await expect(quantity(page)).toHaveValue('2');
  await quantity(page).click();
  await page.keyboard.type('4');
  await expect(total(page)).toHaveText('Total for 4 boxes: £109.40');
});

test('the form starts with one box, the total follows, and the order is stored in the specified shape', async ({
  page,
}) => {
  await page.goto(PAGE);
  await page.getByRole('link', { name: 'Order your boxes' }).click();
  await expect(page.locator('#order')).toBeInViewport();
  await expect(quantity(page)).toHaveValue('1');
  await expect(week(page)).toHaveValue('2025-11-17');
  await expect(weeks(page)).toHaveText([
    'Week of 17 Nov',
    'Week of 24 Nov',
    'Week of 1 Dec',
    'Week of 8 Dec',
    'Week of 15 Dec',
  ]);
  await expect(total(page)).toHaveText('Total for 1 box: £27.35');
  await expect(page.getByText('nothing has been charged')).toBeHidden();

  await test.step('the total follows the quantity, and an invalid quantity becomes 1', async () => {
    await quantity(page).focus();
    await waitForScript(page);
    // `output` is a polite live region.
    await expect(page.getByRole('status').and(total(page))).toBeVisible();
    await quantity(page).fill('2');
    await expect(total(page)).toHaveText('Total for 2 boxes: £54.70');
    for (const [typed, read] of [
      ['0', '1'],
      ['-3', '1'],
      ['', '1'],
      ['2.9', '2'],
      ['12', '12'],
    ] as const) {
      await quantity(page).fill(typed);
      await quantity(page).blur();
      await expect(quantity(page), typed).toHaveValue(read);
      await expect(total(page)).toHaveText(
        read === '1'
          ? 'Total for 1 box: £27.35'
          : `Total for ${read} boxes: £${(27.35 * Number(read)).toFixed(2)}`,
      );
    }
    await quantity(page).fill('36564');
    await quantity(page).blur();
    await expect(quantity(page)).toHaveAccessibleDescription(/up to 36563 boxes at once/);
    await expect(total(page)).toHaveText('');
  });

  await quantity(page).fill('2');
  await chooseWeek(page, '2025-12-01');
  const entries = { ...ANN, Postcode: ' ta11aa ', 'Special instructions': 'Leave it in the porch' };
  await fill(page, entries);
  await submit(page).click();
  await expect(page).toHaveURL(CHECKOUT);
  expect(await readStored(page)).toEqual({
    quantity: 2,
    unitPrice: '27.35',
    totalAmount: '54.70',
    customerName: 'Ann Lee',
    customerEmail: 'ann@example.com',
    shippingAddress: '1 High Street',
    shippingCity: 'Taunton',
    shippingPostcode: 'TA1 1AA',
    shippingCountry: 'GB',
    specialInstructions: 'Leave it in the porch',
    deliveryWeek: '2025-12-01',
    attemptId: expect.stringMatching(UUID),
  });

  await test.step('the same order keeps its purchase, and another order gets a new one', async () => {
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
});

test('a form with mistakes shows them in a summary and at the fields, takes the focus, and is checked again during correction', async ({
  page,
}) => {
  await openForm(page);
  await expectGoodLooks(page);
  await page.getByLabel('Postcode').fill('TA1');
  // Nobody is interrupted before the first try.
  await page.getByLabel('Postcode').blur();
  await expect(page.locator('#order-form .error')).toHaveCount(0);
  await submit(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole('link')).toHaveText([
    'Please enter your name.',
    'Please enter a valid email address.',
    'Please enter the street and house number.',
    'Please enter the town or city.',
    'Please enter a full UK postcode, such as TA6 3TA. You wrote “TA1”.',
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
  await fill(page);
  await expect(page.locator('#order-form .field .error')).toHaveCount(0);

  await test.step('a probable mistake in the e-mail domain is questioned before paying', async () => {
    // However long the address is.
    const slip = 'a-rather-long-address.with.dots@hotmial.co.uk';
    await page.getByLabel('E-mail address').fill(slip);
    await submit(page).click();
    await expect(page.getByText('Did you mean')).toBeVisible();
    await expectGoodLooks(page);

    await page.getByLabel('E-mail address').fill('ann@gmial.com');
    await expect(page.getByText('Did you mean')).toBeHidden();
    await submit(page).click();
    const take = page.getByRole('button', { name: 'Use ann@gmail.com' });
    await expect(take).toBeFocused();
    await expect(take).toHaveAccessibleDescription('Did you mean ann@gmail.com?');
    await expect(page.getByText('Did you mean ann@gmail.com?')).toBeVisible();
    expect(await readStored(page)).toBeNull();
    await take.click();
    await expect(page.getByLabel('E-mail address')).toHaveValue('ann@gmail.com');
    await expect(page.getByLabel('E-mail address')).toBeFocused();
    await expect(page.getByText('Did you mean')).toBeHidden();
    await submit(page).click();
    await expect(page).toHaveURL(CHECKOUT);
    expect((await readStored(page))?.customerEmail).toBe('ann@gmail.com');
  });
});

test('a second submit accepts the address as it is, and a new mistake is questioned again', async ({
  page,
}) => {
  await openForm(page);
  await fill(page, { ...ANN, 'E-mail address': 'ann@gmial.com' });
  await submit(page).click();
  await expect(page.getByText('Did you mean ann@gmail.com?')).toBeVisible();
  await page.getByLabel('E-mail address').fill('ann@hotmial.com');
  await expect(page.getByText('Did you mean')).toBeHidden();
  await submit(page).click();
  await expect(page.getByText('Did you mean ann@hotmail.com?')).toBeVisible();
  await submit(page).click();
  await expect(page).toHaveURL(CHECKOUT);
  expect((await readStored(page))?.customerEmail).toBe('ann@hotmial.com');
});

test('the form is filled in and sent with the keyboard alone', async ({ page }) => {
  // Submitting before the script loads is covered by another test.
  await openForm(page);
  for (const [words, key] of [
    ['', 'ArrowUp'],
    ['', 'Tab'],
    ['', 'ArrowDown'],
    ['', 'Tab'],
    ['Ann Lee', 'Tab'],
    ['ann@gmial.com', 'Tab'],
    ['', 'Tab'],
    // Not a gift.
    ['', 'Tab'],
    ['1 High Street', 'Tab'],
    ['Taunton', 'Tab'],
    ['TA1 1AA', 'Tab'],
    ['', 'Tab'],
  ] as const) {
    await page.keyboard.type(words);
    await page.keyboard.press(key);
  }
  await expect(submit(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use ann@gmail.com' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(CHECKOUT);
  expect(await readStored(page)).toMatchObject({
    quantity: 2,
    deliveryWeek: '2025-11-24',
    customerEmail: 'ann@gmail.com',
  });
});

const PAID = {
  quantity: 2,
  unitPrice: '27.35',
  totalAmount: '54.70',
  customerName: 'Ann Lee',
  customerEmail: 'ann@example.com',
  shippingAddress: '1 High Street',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
  deliveryWeek: '2025-12-01',
  attemptId: '6e6f3d62-0f3c-4a0f-8f0e-5d0a8a3a7c11',
  paymentIntentId: 'pi_paid',
};

test('a paid but incomplete order is not overwritten, and the form leads to its completion', async ({
  page,
}) => {
  // The checkout has its own tests.
  await page.route(`**${CHECKOUT}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Checkout</title>' }),
  );
  await page.goto(CHECKOUT);
  await page.evaluate((order) => localStorage.setItem('branchBoxOrder', order), JSON.stringify(PAID));
  await page.goto(PAGE);
  await expect(page.getByRole('link', { name: 'Complete your last order' })).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole('link', { name: 'Complete your last order' }).click();
  await expect(page).toHaveURL(CHECKOUT);
  await page.goto(PAGE);
  await waitForScript(page);
  await fill(page);
  await quantity(page).fill('5');
  await submit(page).click();
  await expect(page).toHaveURL(CHECKOUT);
  expect(await readStored(page)).toEqual(PAID);

  await test.step('after the checkout the form is empty, and does not mention a paid order', async () => {
    await page.evaluate(() =>
      sessionStorage.setItem('branchBoxOrderDraft', JSON.stringify({ customerName: 'Ann Lee' })),
    );
    await page.goto(`${PAGE}?success=true&orderNumber=BB-7F3M-2Q9`);
    await waitForScript(page);
    await expect(page.getByLabel('Your name')).toHaveValue('');
    await expect(page.getByRole('link', { name: 'Complete your last order' })).toHaveCount(0);
  });
});

for (const how of NO_STORAGE) {
  test(`if the browser’s storage is ${how}, the order is paid for on Stripe’s page`, async ({
    page,
    shop,
  }) => {
    await closeStorage(page, how);
    await openForm(page);
    await fill(page);
    await quantity(page).fill('2');
    await submit(page).click();
    await payOnStripesPage(page);
    await expect(page.getByRole('heading', { name: 'Thanks! Your order was received.' })).toBeVisible();
    expect(await shop.readOrders()).toMatchObject([{ quantity: 2, totalAmount: '54.70' }]);
  });
}

test('the wheel scrolls the page, and leaves the number of boxes', async ({ page }) => {
  await openForm(page);
  await quantity(page).fill('3');
  await quantity(page).hover();
  const top = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top);
  await expect(quantity(page)).toHaveValue('3');
});

test('the browser’s own autofill sees one address, and a gift’s name apart from it', async ({ page }) => {
  for (const [path, fields] of [
    [PAGE, ['name', 'email', 'tel', 'section-gift name', 'street-address', 'address-level2', 'postal-code']],
    [
      '/nordmann-foliage-payment',
      ['name', 'email', 'address-line1', 'address-line2', 'address-level2', 'postal-code'],
    ],
  ] as const) {
    await page.goto(path);
    if (path !== PAGE) await page.getByRole('button', { name: 'Pay with Card' }).click();
    const controls = page.locator('form [autocomplete]:not([autocomplete="off"], [autocomplete^="cc-"])');
    await expect(controls).toHaveCount(fields.length);
    expect(await controls.evaluateAll((all) => all.map((each) => each.getAttribute('autocomplete')))).toEqual(
      fields,
    );
  }
});
