import { changeDatabase } from '../support/admin-page.ts';
import { closeStorage, NO_STORAGE } from '../support/closed-storage.ts';
import { flagOrders } from '../support/flag-orders.ts';
import { CHECKOUT } from '../support/seeded-order.ts';
import { expect, test } from '../support/shop.ts';
import { expectSuccess, openCard, openFoliage, pay } from './foliage/foliage-page.ts';

// The order form and the contact form have their own tests for this.

for (const how of NO_STORAGE) {
  test(`if the browser’s storage is ${how}, foliage can be bought, and changed on /order`, async ({
    page,
    shop,
  }) => {
    await closeStorage(page, how);
    await openFoliage(page);
    await openCard(page);
    await pay(page).click();
    await expectSuccess(page);
    // The confirmation has the link that this tab could not store.
    await expect(page.getByRole('link', { name: 'See your order, or change it' })).toBeHidden();
    expect(await shop.readOrders()).toMatchObject([{ customerName: 'Ben Beech' }]);
    await expect.poll(() => shop.output()).toMatch(/\/order\?key=[\w-]{54}/);
    // Makes this order changeable on any day.
    changeDatabase(shop, (sqlite) => flagOrders(sqlite, 'week_closed'));
    await page.goto(/\/order\?key=[\w-]{54}/.exec(shop.output())?.[0] ?? '');
    await page.getByText('Another week or address').click();
    await page.getByLabel('Town or city').fill('Wells');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await expect(page.getByRole('status')).toHaveText('Your changes are saved.');
    await expect(page.locator('.receipt')).toContainText('Wells');
    await page.goto(CHECKOUT);
    await expect(page).toHaveURL('/nordmann-branches');
  });
}
