import type { Page } from '@playwright/test';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, type Shop, test } from '../support/shop.ts';
import { PHONE } from '../support/visit-figures.ts';

async function openEditForm(page: Page) {
  await page.locator('.admin-delivery summary').first().click();
  await page.getByText('Edit name, address or message').click();
  return page.getByRole('form', { name: /^Edit BB-/ });
}

async function readOrder(shop: Shop): Promise<Record<string, unknown>> {
  return (await shop.readOrders())[0] ?? {};
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, expectedMessages: /status of 422/ });

  test('the farm changes a gift’s address and message, writes a note, and sends the confirmation', async ({
    page,
    shop,
  }) => {
    await buyThroughApi(shop.url);
    await openSignedIn(page);
    await expect(page.getByText('for Grace Hill')).toBeVisible();
    const form = await openEditForm(page);
    await form.getByLabel('Postcode').fill('TA');
    await form.getByLabel('Name on the parcel').fill('Grandma Hill');
    await form.getByRole('button', { name: 'Save the details' }).click();
    await expect(form.getByRole('alert')).toHaveText(
      'Please enter a full UK postcode, such as TA6 3TA. You wrote “TA”.',
    );
    await expect(form.getByLabel('Postcode')).toBeFocused();
    await expect(form.getByLabel('Name on the parcel')).toHaveValue('Grandma Hill');
    await form.getByLabel('Postcode').fill('BA5 2AA');
    await form.getByLabel('E-mail address').fill('new@example.com');
    await form.getByRole('button', { name: 'Save the details' }).click();
    await expect(form.getByRole('status')).toHaveText('Saved.');
    await expect(page.getByText('for Grandma Hill')).toBeVisible();

    await page.getByLabel('Our own note').fill('Rang on Tuesday.');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await expect(page.getByRole('form', { name: /^Note on/ }).getByRole('status')).toHaveText('Saved.');
    await page.getByRole('button', { name: 'Send the confirmation again' }).click();
    await expect(page.getByText('Sent again to new@example.com.')).toBeVisible();
    expect(await readOrder(shop)).toMatchObject({
      recipientName: 'Grandma Hill',
      shippingPostcode: 'BA5 2AA',
      customerEmail: 'new@example.com',
      internalNote: 'Rang on Tuesday.',
    });
    await page.locator('summary', { hasText: /^History/ }).click();
    await expect(page.locator('.admin-history')).toContainText('Owner changed the address from: Grace Hill,');
    await expectGoodLooks(page);
  });
});

test.describe('after a change by somebody else', () => {
  test.use({ expectedMessages: /status of 409/ });

  test('the entries are kept, the order is shown as it is now, and saving again works', async ({
    page,
    shop,
  }) => {
    await buyThroughApi(shop.url);
    await openSignedIn(page);
    const form = await openEditForm(page);
    changeDatabase(shop, (sqlite) => sqlite.exec(`UPDATE orders SET version = 2, shipping_city = 'Wells'`));
    await form.getByLabel('Address', { exact: true }).fill('9 New Road');
    await form.getByRole('button', { name: 'Save the details' }).click();
    await form.getByRole('button', { name: 'Show the order as it is now' }).click();
    await expect(form.getByLabel('Town')).toHaveValue('Wells');
    await expect(form.getByLabel('Address', { exact: true })).toHaveValue('9 New Road');
    await form.getByRole('button', { name: 'Save the details' }).click();
    await expect(form.getByRole('status')).toHaveText('Saved.');
    expect(await readOrder(shop)).toMatchObject({ shippingAddress: '9 New Road', shippingCity: 'Wells' });
  });
});
