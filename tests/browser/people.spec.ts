import type { Browser, CDPSession, Page } from '@playwright/test';
import { enterPassword } from '../support/admin-page.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { ADMIN_PASSWORD, expect, test } from '../support/shop.ts';

// The owner invites a packer, who joins with a passkey, packs, loses the phone, and comes back with a password.

/** A virtual phone that confirms everything by itself. */
async function addAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

/** Another phone, at the same shop. */
async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 900 } });
  return context.newPage();
}

test('a packer’s story', async ({ page, browser, shop }) => {
  test.slow();
  await page.goto('/admin/people');
  await expect(page).toHaveURL(/\/admin\/sign-in\?next=/);
  await enterPassword(page, ADMIN_PASSWORD);
  await expect(page).toHaveURL(/\/admin\/people$/);
  await page.getByLabel('Their name').fill('Ben');
  await expect(page.getByRole('radio', { name: /^Packer:/ })).toBeChecked();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByLabel('Link for Ben').inputValue();
  expect(link).toMatch(new RegExp(`^${shop.url}/admin/join\\?key=[\\w-]{43}$`));
  await expect(page.getByRole('article', { name: 'Ben' })).toContainText('not used yet');
  await expectGoodLooks(page);

  const phone = await openPhone(browser, shop.url);
  const scripts: string[] = [];
  phone.on('request', (request) => {
    if (/\/passkeys\.[\w-]+\.js$/.test(request.url())) scripts.push(request.url());
  });
  await addAuthenticator(phone);
  await phone.goto(link);
  await expect(phone).toHaveURL(`${shop.url}/admin/join`);
  await expectGoodLooks(phone);
  expect(scripts).toEqual([]);
  await phone.getByLabel('Your name').fill('Ben Field');
  await phone.getByRole('button', { name: 'Join with a passkey' }).click();
  await expect(phone).toHaveURL(/\/admin\/packing$/);
  await phone.goto('/admin/account');
  expect(scripts).toHaveLength(1);
  await expect(phone.getByRole('main')).toContainText('You’re signed in as Ben Field. You can do packing,');
  await expect(phone.getByRole('listitem').filter({ hasText: 'Passkey 1' })).toContainText('not yet');

  await phone.getByRole('button', { name: 'Sign out', exact: true }).click();
  await phone.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(phone.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await phone.goto('/admin/mails');
  await expect(phone.getByRole('alert')).toHaveText('That page is for the owner of the farm.');
  // The menu has what a packer may open.
  await expect(phone.getByRole('navigation', { name: 'Farm office' }).getByRole('link')).toHaveText([
    ...['Today', 'Orders', 'Packing', 'Scan', 'Messages', 'My account'],
  ]);

  await page.goto('/admin/people');
  const ben = page.getByRole('article', { name: 'Ben Field' });
  await expect(ben).toContainText('1 passkey');
  await ben.getByText('Make a new link').first().click();
  await ben.getByRole('button', { name: 'Make a new link for Ben Field' }).click();
  const newLink = await page.getByLabel('Link for Ben Field').inputValue();
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await phone.goto(newLink);
  await phone.getByLabel('A new password').fill('seven brown barn doors');
  await phone.getByRole('button', { name: 'Join with this password' }).click();
  await expect(phone.getByRole('main')).toContainText('Which week?');
  await phone.context().close();
});

test.describe('a refused passkey', () => {
  test.use({ expectedMessages: /status of 401/ });

  test('is explained, and the password still works', async ({ page }) => {
    const { session, authenticatorId } = await addAuthenticator(page);
    await page.goto('/admin/orders');
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'No passkey was used. Please try again, or use a password.',
    );
    await expectGoodLooks(page);
    await enterPassword(page, ADMIN_PASSWORD);
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  });
});
