import { delay, SCRIPTS } from '../../support/delay.ts';
import { costOf, LAST, LATER } from '../../support/sample-order.ts';
import { expect, test } from '../../support/shop.ts';
import {
  ANN,
  CHECKOUT,
  chooseWeek,
  fill,
  openForm,
  PAGE,
  quantity,
  readEntries,
  readStored,
  submit,
  summary,
  total,
  waitForScript,
} from './order-page.ts';

// No entry may be lost, whenever the script loads and however the buyer comes back.

const ENTERED = {
  quantity: '3',
  deliveryWeek: LATER,
  customerName: 'Ann Lee',
  customerEmail: 'ann@example.com',
  customerPhone: '',
  shippingAddress: '1 High Street',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  specialInstructions: '',
};
const TOTAL = `Total for 3 boxes: £${costOf(3)}`;

test.use({ expectedMessages: /422 \(Unprocessable/ });

test('entries from before and while the script starts stay, and the total follows', async ({ page }) => {
  const { release } = await delay(page, SCRIPTS);
  await page.goto(PAGE);
  await quantity(page).fill('3');
  await chooseWeek(page, '2025-12-08');
  await fill(page);
  await expect(total(page)).toHaveText(`Total for 1 box: £${costOf(1)}`);
  const typing = page.getByLabel('Special instructions').pressSequentially('In the porch', { delay: 15 });
  await expect(page.getByLabel('Special instructions')).toHaveValue(/^In/);
  release();
  await typing;
  await waitForScript(page);
  await expect(total(page)).toHaveText(TOTAL);
  expect(await readEntries(page)).toMatchObject({ ...ENTERED, specialInstructions: 'In the porch' });
});

test('entries survive a wrong turn and a reload, and come back from the checkout and into another tab', async ({
  page,
  context,
}) => {
  await openForm(page);
  await quantity(page).fill('3');
  await chooseWeek(page, '2025-12-08');
  await fill(page);
  // Like a new visit in the same tab: the browser itself restores nothing.
  await page.goto('/');
  await page.goto(PAGE);
  await waitForScript(page);
  expect(await readEntries(page)).toMatchObject(ENTERED);
  await expect(total(page)).toHaveText(TOTAL);
  await page.reload();
  await waitForScript(page);
  expect(await readEntries(page)).toMatchObject(ENTERED);
  await submit(page).click();
  await expect(page).toHaveURL(CHECKOUT);
  await page.goBack();
  await expect.poll(() => readEntries(page)).toMatchObject(ENTERED);
  const other = await context.newPage();
  await other.goto(PAGE);
  await expect.poll(() => readEntries(other)).toMatchObject(ENTERED);

  await test.step('but only into fields that nobody has touched', async () => {
    await page.goto('/');
    const { release } = await delay(page, SCRIPTS);
    await page.goto(PAGE);
    await page.getByLabel('Your name').fill('Bob');
    await chooseWeek(page, '2025-12-15');
    await page.getByLabel('Town or city').focus();
    release();
    await waitForScript(page);
    expect(await readEntries(page)).toMatchObject({
      ...ENTERED,
      customerName: 'Bob',
      deliveryWeek: LAST,
      // Somebody is about to type here.
      shippingCity: '',
    });
  });
});

test('entries with an old price and an old week take those of the page', async ({ page }) => {
  await page.addInitScript(() => {
    // A price and a week that the page does not have.
    const old = { unitPrice: '1.00', deliveryWeek: '2024-12-02' };
    const kept = { ...old, quantity: '2', customerName: 'Cat Lee' };
    if (sessionStorage.length === 0) sessionStorage.setItem('branchBoxOrderDraft', JSON.stringify(kept));
  });
  await page.goto(PAGE);
  await waitForScript(page);
  await expect(total(page)).toHaveText(`Total for 2 boxes: £${costOf(2)}`);
  expect(await readEntries(page)).toMatchObject({ unitPrice: costOf(1), deliveryWeek: '2025-11-17' });
  await fill(page, { ...ANN, 'Your name': 'Cat Lee' });
  await submit(page).click();
  await expect(page.getByText('Cat Lee')).toBeVisible();
  expect(await readStored(page)).toMatchObject({ quantity: 2, customerName: 'Cat Lee' });
});

test('a form that the service has sent back keeps its entries when the script loads', async ({ page }) => {
  await openForm(page);
  await fill(page, { 'Your name': 'An older name' });
  const { release } = await delay(page, SCRIPTS);
  await page.goto(PAGE);
  await fill(page, { ...ANN, Postcode: 'TA1' });
  await submit(page).click();
  await expect(summary(page)).toBeFocused();
  release();
  await waitForScript(page);
  await expect(page.getByLabel('Your name')).toHaveValue('Ann Lee');
  await page.getByLabel('Postcode').fill('TA1 1AA');
  await expect(page.getByLabel('Postcode')).not.toHaveAttribute('aria-invalid');
  await submit(page).click();
  await expect(page).toHaveURL(CHECKOUT);
});
