import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { buyThroughApi } from '../support/buy-through-api.ts';
import { expect, test } from '../support/shop.ts';

test('why a label has to be made by hand stands beside its order', async ({ page, shop }) => {
  const number = await buyThroughApi(shop.url);
  const reason = 'Royal Mail: Postcode does not exist.';
  changeDatabase(shop, (sqlite) => sqlite.prepare('UPDATE orders SET label_problem = ?').run(reason));
  await openSignedIn(page);
  const cell = page.getByRole('row').filter({ hasText: number }).getByRole('cell').last();
  await expect(cell).toHaveText(`Manual processing ${reason}`);
});
