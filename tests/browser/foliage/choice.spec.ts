import { findViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/test.ts';
import {
  openFoliage,
  PATH,
  payWithCard,
  quantity,
  servePageAtOldPrice,
  toast,
  total,
  wallet,
  week,
} from './foliage-page.ts';

test('one box in the first week is the default', async ({ page }) => {
  await openFoliage(page);
  await expect(quantity(page)).toHaveValue('1');
  await expect(week(page)).toHaveValue('2025-11-17');
  await expect(week(page).getByRole('option')).toHaveText([
    'Week of 17 Nov',
    'Week of 24 Nov',
    'Week of 1 Dec',
    'Week of 8 Dec',
    'Week of 15 Dec',
  ]);
  await expect(total(page)).toHaveText('£27.35');
});

test('what is no whole number of boxes becomes one', async ({ page }) => {
  await openFoliage(page);
  for (const [typed, value, sum] of [
    ['2', '2', '£54.70'],
    ['0', '1', '£27.35'],
    ['', '1', '£27.35'],
    ['2.7', '2', '£54.70'],
  ] as const) {
    await quantity(page).fill('5');
    await expect(total(page)).toHaveText('£136.75');
    await quantity(page).fill(typed);
    await expect(total(page)).toHaveText(sum);
    await week(page).focus();
    await expect(quantity(page)).toHaveValue(value);
  }
});

test('more boxes than one payment can hold are refused in the page', async ({ page }) => {
  await openFoliage(page);
  await quantity(page).fill('9007199254740991');
  await expect(quantity(page)).toHaveAccessibleDescription(
    'Error: You can order up to 36563 boxes at once. Please contact us for more.',
  );
  await expect(payWithCard(page)).toBeDisabled();
  await quantity(page).fill('36563');
  await expect(quantity(page)).not.toHaveAttribute('aria-invalid');
  await expect(total(page)).toHaveText('£999998.05');
  await expect(payWithCard(page)).toBeEnabled();
});

test('a choice from before the script loads is kept and counted', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_astro\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(PATH, { waitUntil: 'commit' });
  await quantity(page).fill('4');
  await week(page).selectOption('Week of 8 Dec');
  await expect(payWithCard(page)).toBeDisabled();
  await expect(payWithCard(page)).toHaveAccessibleDescription('One moment, the payment is loading.');
  release();
  await expect(total(page)).toHaveText('£109.40');
  await expect(quantity(page)).toHaveValue('4');
  await expect(week(page)).toHaveValue('2025-12-08');
  const asked = page.waitForRequest('**/create-payment-intent');
  await payWithCard(page).click();
  expect((await asked).postDataJSON()).toMatchObject({ quantity: 4, deliveryWeek: '2025-12-08' });
});

test('the payment script loads alongside our own, and the choice does not wait for it', async ({ page }) => {
  await page.clock.install();
  let release = () => {};
  await page.route(/payment-sandbox\/stripe\.js/, (route) => {
    release = () => void route.continue();
  });
  await page.goto(PATH, { waitUntil: 'commit' });
  await expect(payWithCard(page)).toBeEnabled();
  await quantity(page).fill('2');
  await expect(total(page)).toHaveText('£54.70');
  await page.clock.runFor(9_000);
  await expect(page.getByText('The card form is taking longer than usual to load.')).toBeHidden();
  await page.clock.runFor(1_500);
  const help = page
    .locator('.callout.trouble')
    .filter({ hasText: 'The card form is taking longer than usual to load.' });
  await expect(help.getByRole('link', { name: '01632 960 214' })).toHaveAttribute('href', 'tel:01632960214');
  expect(await findViolations(page)).toEqual([]);
  // The request that hangs is abandoned, and the choice stays.
  const again = page.waitForRequest(/payment-sandbox\/stripe\.js/);
  await help.getByRole('button', { name: 'Try again' }).click();
  await again;
  await expect(total(page)).toHaveText('£54.70');
  await expect(help).toBeHidden();
  release();
  await expect(page.getByText('Apple Pay and Google Pay require')).toBeVisible();
  await expect(help).toBeHidden();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page shows the alternatives, and nothing that needs script', async ({ page }) => {
    await page.goto(PATH);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nordmann Foliage Order');
    await expect(page.getByRole('heading', { name: 'Paying without JavaScript' })).toBeVisible();
    const call = page.getByRole('link', { name: 'Call 01632 960 214' }).first();
    await expect(call).toHaveAttribute('href', 'tel:01632960214');
    await expect(page.getByRole('heading', { name: 'Your order' })).toBeHidden();
    await expect(quantity(page)).toBeHidden();
    await page.getByRole('link', { name: 'Go to the order form' }).click();
    await expect(page).toHaveURL('/nordmann-branches#order');
  });
});

test.describe('if the page was built with another price', () => {
  test.use({ expectedMessages: /status of 409/ });

  test('the new price is shown before anything is paid', async ({ page }) => {
    await servePageAtOldPrice(page);
    await openFoliage(page);
    await quantity(page).fill('2');
    await expect(total(page)).toHaveText('£70.00');
    await payWithCard(page).click();
    await expect(total(page)).toHaveText('£54.70');
    await expect(toast(page)).toContainText(
      'Payment Failed The price has changed since this page was loaded.',
    );
    await expect(page.getByRole('status').filter({ hasText: 'The price has changed:' })).toHaveText(
      'The price has changed: a box now costs £27.35, not £35. Please check the new total. Nothing has been charged.',
    );
    const answered = page.waitForResponse('**/create-payment-intent');
    await payWithCard(page).click();
    expect(await (await answered).json()).toMatchObject({ unitPrice: '27.35', amount: '54.70' });
    await expect(page.getByRole('heading', { name: 'Pay with card' })).toBeFocused();
    await expect(wallet(page)).toBeHidden();
  });
});
