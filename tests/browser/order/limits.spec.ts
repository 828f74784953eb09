import type { Page } from '@playwright/test';
import { test as shopTest } from '../../support/shop.ts';
import { expect, test } from '../../support/test.ts';
import { ANN, fill, openForm, PAGE, readStored, submit, summary, week, weeks } from './order-page.ts';

// The API tests cover what the service says about weeks. These cover what the forms do with it.

const FOLIAGE = '/nordmann-foliage-payment';

function answerWeeks(page: Page) {
  const weeks = [
    { id: '2025-11-17', state: 'closed', boxesLeft: null },
    { id: '2025-11-24', state: 'open', boxesLeft: 3 },
    { id: '2025-12-01', state: 'full', boxesLeft: 0 },
    { id: '2025-12-08', state: 'open', boxesLeft: 1 },
  ];
  return page.route('**/api/branch-boxes/weeks', (route) => route.fulfill({ json: { weeks } }));
}

const MARKED = [
  'Week of 17 Nov (closed)',
  'Week of 24 Nov',
  'Week of 1 Dec (sold out)',
  'Week of 8 Dec',
  'Week of 15 Dec',
];

test('weeks say what is left, and a chosen one is not silently replaced', async ({ page }) => {
  await answerWeeks(page);
  await openForm(page);
  await expect(weeks(page)).toHaveText([
    'Week of 17 Nov closed',
    'Week of 24 Nov 3 boxes left',
    'Week of 1 Dec sold out',
    'Week of 8 Dec 1 box left',
    'Week of 15 Dec',
  ]);
  await expect(weeks(page).getByRole('radio', { disabled: true })).toHaveCount(2);
  await expect(week(page)).toHaveValue('2025-11-17');
  await submit(page).click();
  await expect(summary(page)).toContainText('Please choose one of the delivery weeks.');
  await expect(page.getByRole('group', { name: 'Delivery week' })).toHaveAccessibleDescription(
    'Error: Please choose one of the delivery weeks.',
  );
  // To the first that can be had.
  await summary(page).getByRole('link', { name: 'delivery weeks' }).click();
  await expect(page.getByRole('radio', { name: 'Week of 24 Nov' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(week(page)).toHaveValue('2025-11-24');
  await expect(page.locator('#order-weeks .error')).toHaveCount(0);
  await expect(page.locator('.order-week')).toHaveText('Week of 24 Nov');
});

test('the same applies to foliage', async ({ page }) => {
  await answerWeeks(page);
  await page.goto(FOLIAGE);
  await expect(page.getByLabel('Delivery week').getByRole('option')).toHaveText(MARKED);
});

test('a buyer whose week went during the payment is told once', async ({ page }) => {
  await page.goto(`${PAGE}?success=true&orderNumber=BB-7F3M-2Q9&week=taken`);
  await expect(page.getByText('the last boxes of your week went to somebody else')).toBeVisible();
  await expect(page.getByText('in the week you chose')).toHaveCount(0);
  await page.goto(`${PAGE}?success=true&orderNumber=BB-7F3M-2Q9&week=closed`);
  await expect(page.getByText('your week closed for orders')).toBeVisible();
  await expect(page.getByText('went to somebody else')).toHaveCount(0);
  await page.goto(`${PAGE}?success=true&orderNumber=BB-7F3M-2Q9`);
  await expect(page.getByText('in the week you chose')).toHaveCount(1);
});

const NO_DELIVERY =
  /We do not deliver to HS postcodes \(the Outer Hebrides\)\. Please ring us on 01632 960 214/;

shopTest('the page names the area without delivery, and refuses its postcodes', async ({ page }) => {
  await openForm(page);
  await expect(page.locator('#order-form')).toContainText('We do not deliver to Northern Ireland,');
  await fill(page, { ...ANN, Postcode: 'hs1 2aa' });
  await submit(page).click();
  await expect(summary(page)).toContainText('We do not deliver to HS postcodes');
  await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription(NO_DELIVERY);
  expect(await readStored(page)).toBeNull();
  await page.getByLabel('Postcode').fill('TA1 1AA');
  await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription('');
});
