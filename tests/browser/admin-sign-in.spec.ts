import { enterPassword, openSignedIn } from '../support/admin-page.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { ADMIN_PASSWORD, expect, SERVICE_GONE, test } from '../support/shop.ts';
import { test as crashTest } from '../support/shop-process.ts';

// Checking the looks of several states takes a while.

const password = { name: 'Password', exact: true } as const;

test('without a session the page asks for the password, without an error, and requests no orders', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  await page.goto('/admin/orders');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(calls.filter((call) => !call.includes('/events'))).toEqual(['GET /api/admin/session']);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  const field = page.getByLabel(password.name, password);
  await expect(field).toHaveAttribute('autocomplete', 'current-password');
  await expect(field).toHaveAttribute('type', 'password');
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('autocomplete', 'username');
  await page.getByLabel('Show the password').check();
  await expect(field).toHaveAttribute('type', 'text');
  await expectGoodLooks(page);
});

test.describe('a wrong password', () => {
  test.use({ expectedMessages: /status of (401|429)/ });

  test('is reported at its field, and the right one opens the list without a reload', async ({ page }) => {
    await page.goto('/admin/orders');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const field = page.getByLabel(password.name, password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please enter the password.');
    await enterPassword(page, 'wrong');
    await expect(page.getByRole('alert')).toHaveText('That password is not right. Please try again.');
    await expect(field).toHaveAccessibleDescription('That password is not right. Please try again.');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expectGoodLooks(page);
    await enterPassword(page, ADMIN_PASSWORD);
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Orders', exact: true })).toBeFocused();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    const kept = await page.evaluate(() => JSON.stringify([document.cookie, localStorage, sessionStorage]));
    expect(kept).toBe('["",{},{}]');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  });
});

test('signing out ends the session, also after a reload', async ({ page, shop }) => {
  await openSignedIn(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused();
  expect((await page.request.get(`${shop.url}/api/branch-boxes/orders`)).status()).toBe(401);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

crashTest.describe('without the service', () => {
  crashTest.use({ expectedMessages: SERVICE_GONE });

  crashTest('signing in and out report that they failed', async ({ page, shop }) => {
    await openSignedIn(page);
    await shop.crash();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Signing out did not work. Please try again in a moment.',
    );
    await shop.restart();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await shop.crash();
    await enterPassword(page, ADMIN_PASSWORD);
    await expect(page.getByRole('alert')).toHaveText(
      'Signing in did not work. Please try again in a moment.',
    );
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says that the list needs script, shows no spinner, and keeps its delivery information', async ({
    page,
  }) => {
    await page.goto('/admin/orders');
    // Found by element, because text locators ignore noscript elements.
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toContainText('The list of orders needs JavaScript.');
    await expect(page.getByText('Loading orders...')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Delivery Information' })).toBeVisible();
  });
});
