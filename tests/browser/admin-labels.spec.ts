import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { expect, test } from '../support/shop.ts';

test('an order says why its label must be made by hand', async ({ page, shop }) => {
  const number = await buyThroughApi(shop.url);
  const reason = 'Royal Mail: Postcode does not exist.';
  changeDatabase(shop, (sqlite) => sqlite.prepare('UPDATE orders SET label_problem = ?').run(reason));
  await openSignedIn(page);
  const cell = page.getByRole('row').filter({ hasText: number }).getByRole('cell').last();
  await expect(cell).toHaveText(`Manual processing ${reason}`);
});
