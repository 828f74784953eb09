import { CHECKOUT, makeOrder, seedOrder } from '../../support/seeded-order.ts';
import { expect, test } from '../../support/shop.ts';
import { expectThanks, PHONE, payButton, payWith } from './buyer.ts';

const SCRIPT = '**/payment-sandbox/stripe.js';

test.describe('a payment script that fails to load', () => {
  test.use({ expectedMessages: /ERR_FAILED|ERR_BLOCKED_BY_CLIENT/ });

  test('is reported, and requested again', async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort('blockedbyclient'));
    await seedOrder(page, makeOrder());
    await page.goto(CHECKOUT);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The card form could not be loaded.');
    await expect(page.getByRole('main').getByRole('link', { name: `Call ${PHONE}` })).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
    await expect(page.getByRole('heading', { name: 'Order Summary' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toContainText('The card form could not be loaded.');
    await page.unroute(SCRIPT);
    await page.getByRole('button', { name: 'Try again' }).click();
    await payWith(page, '4242424242424242');
    await expectThanks(page);
  });
});

test('a payment script that takes over ten seconds is reported, and used when it loads', async ({ page }) => {
  const script = Promise.withResolvers<void>();
  await page.route(SCRIPT, async (route) => {
    await script.promise;
    await route.continue();
  });
  await seedOrder(page, makeOrder());
  // The clock stands still while the page loads, however long that takes.
  await page.clock.install({ time: new Date('2025-11-10T09:00:00Z') });
  await page.clock.pauseAt(new Date('2025-11-10T10:00:00Z'));
  await page.goto(CHECKOUT, { waitUntil: 'commit' });
  await expect(page.getByText('Loading the card form...')).toBeVisible();
  await page.clock.runFor(9_000);
  await expect(page.getByRole('alert')).toBeHidden();
  await page.clock.runFor(1_000);
  await expect(page.getByRole('alert')).toContainText('taking longer than usual to load');
  await expect(page.getByRole('main').getByRole('link', { name: `Call ${PHONE}` })).toBeVisible();
  await page.clock.resume();
  script.resolve();
  await payWith(page, '4242424242424242');
  await expectThanks(page);
});

test('trying again replaces a payment script that hangs', async ({ page }) => {
  await page.route(SCRIPT, () => {}, { times: 1 });
  await page.clock.install();
  await seedOrder(page, makeOrder());
  await page.goto(CHECKOUT, { waitUntil: 'commit' });
  await expect(page.getByText('Loading the card form...')).toBeVisible();
  await page.clock.fastForward(10_000);
  await page.getByRole('button', { name: 'Try again' }).click();
  await payWith(page, '4242424242424242');
  await expectThanks(page);
});

test('card fields that are slow although the script has loaded', async ({ page }) => {
  const session = Promise.withResolvers<void>();
  await page.route(/elements\/sessions/, async (route) => {
    await session.promise;
    await route.continue();
  });
  await page.clock.install();
  await seedOrder(page, makeOrder());
  await page.goto(CHECKOUT);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('alert')).toContainText('taking longer than usual to load');
  session.resolve();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
});

test.describe('card fields that fail to load', () => {
  test.use({ expectedMessages: /status of 500/ });

  test('are reported, and started again', async ({ page, shop }) => {
    await shop.setFaults({ calls: [{ path: '/v1/elements/sessions', status: 500 }] });
    await seedOrder(page, makeOrder());
    await page.goto(CHECKOUT);
    await expect(page.getByRole('alert')).toContainText('The card form could not be loaded.');
    await expect(payButton(page)).toBeDisabled();
    await page.getByRole('button', { name: 'Try again' }).click();
    await payWith(page, '4242424242424242');
    await expectThanks(page);
  });
});
