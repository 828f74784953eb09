import { expect, test } from '../../support/shop.ts';
import { ANN, fill, openForm, PAGE, readStored, submit, summary } from './order-page.ts';

const SENTENCE = /We do not deliver to HS postcodes \(the Outer Hebrides\): please ring us on 01632 960 214/;

test('the page names the area without delivery, and refuses its postcodes', async ({ page }) => {
  await openForm(page);
  await expect(page.locator('#delivery')).toContainText('We do not deliver to Northern Ireland,');
  await fill(page, { ...ANN, Postcode: 'hs1 2aa' });
  await submit(page).click();
  await expect(summary(page)).toContainText('We do not deliver to HS postcodes');
  await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription(SENTENCE);
  expect(await readStored(page)).toBeNull();
  await page.getByLabel('Postcode').fill('TA1 1AA');
  await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription('');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedMessages: /status of 422 / });

  test('such a postcode comes back with the reason', async ({ page, shop }) => {
    await page.goto(PAGE);
    await fill(page, { ...ANN, Postcode: 'hs1 2aa' });
    await submit(page).click();
    await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription(SENTENCE);
    expect(await shop.readOrders()).toEqual([]);
  });
});
