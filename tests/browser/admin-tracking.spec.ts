import type { Page } from '@playwright/test';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { fillWeek } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, SERVICE_GONE, type Shop, test } from '../support/shop.ts';
import { test as crashTest } from '../support/shop-process.ts';

function fill(shop: Shop, count: number): string[] {
  let numbers: string[] = [];
  changeDatabase(shop, (sqlite) => {
    numbers = fillWeek(
      sqlite,
      Array.from({ length: count }, () => ({ tracking_number: null })),
    );
  });
  return numbers;
}

const tracking = (index: number) => `AB${String(100_000_000 + index)}GB`;
const list = (page: Page) => page.getByLabel('Order numbers and tracking numbers');
const enter = (page: Page) => page.getByRole('button', { name: 'Enter tracking numbers' });

async function openPanel(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Enter tracking numbers' }).click();
}

async function readTracking(shop: Shop): Promise<Record<string, unknown>> {
  const orders = await shop.readOrders();
  return Object.fromEntries(
    orders.map(({ orderNumber, trackingNumber, status }) => [orderNumber, [trackingNumber, status]]),
  );
}

test('sixty lines are pasted: what is wrong with two is said, and they stay to be mended', async ({
  page,
  shop,
}) => {
  const numbers = fill(shop, 60);
  const lines = numbers.map((number, index) => `${number}\t${tracking(index)}`);
  lines[16] = 'nonsense';
  // An order that there is not.
  lines[40] = `BB-ZZZZ-ZZZ\t${tracking(40)}`;
  await openSignedIn(page);
  await openPanel(page);
  await list(page).fill(lines.join('\n'));
  await page.getByLabel('Mark these orders as shipped').check();
  await enter(page).click();
  const answer = page.getByRole('alert').filter({ hasText: 'entered' });
  await expect(answer).toBeFocused();
  await expect(answer).toContainText('58 tracking numbers entered.');
  await expect(answer).toContainText('2 lines were left out.');
  await expect(answer.getByRole('listitem')).toHaveText([
    'Line 17, nonsense: There is no order number in this line.',
    /^Line 41, BB-ZZZZ-ZZZ\s+AB100000040GB: .*no such order/i,
  ]);
  await expect(list(page)).toHaveValue(`Order number, tracking number\nnonsense\n${lines[40]}`);
  const done = await readTracking(shop);
  expect(numbers.filter((number) => String(done[number]) === `${[null, 'processing']}`)).toHaveLength(2);
  numbers.forEach((number, index) => {
    const isLeft = index === 16 || index === 40;
    expect(done[number], number).toEqual(isLeft ? [null, 'processing'] : [tracking(index), 'shipped']);
  });
  // The list shows it without a reload; the newest order was the last line.
  await expect(page.locator('.admin-table tbody').first()).toContainText(`${tracking(59)}Royal Mail`);

  // Sent again as they are, they are not lost; mended, they are entered.
  await enter(page).click();
  await expect(answer.getByRole('listitem').first()).toHaveText(
    'Line 2, nonsense: There is no order number in this line.',
  );
  await list(page).fill(`${numbers[16]};${tracking(16)}\n${numbers[40]};${tracking(40)}`);
  await page.getByLabel('Mark these orders as shipped').uncheck();
  await enter(page).click();
  await expect(page.getByRole('status').filter({ hasText: '2 tracking numbers entered.' })).toBeFocused();
  await expect(list(page)).toHaveValue('');
  expect((await readTracking(shop))[numbers[16] ?? '']).toEqual([tracking(16), 'processing']);
});

test('a file is shown before anything is entered', async ({ page, shop }) => {
  const [first = '', second = ''] = fill(shop, 2);
  await openSignedIn(page);
  await openPanel(page);
  // As a spreadsheet saves it.
  const text = `\uFEFFReference,Customer,Tracking number\r\n${first},"Ada Holly",${tracking(1)}\r\n${second},Ben,${tracking(2)}\r\n`;
  const file = { name: 'parcels.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Or choose a file (.csv or .txt)').setInputFiles(file);
  await expect(page.getByText('3 lines read from parcels.csv. Nothing is entered yet.')).toBeVisible();
  await expect(list(page)).toHaveValue(/^Reference,Customer/);
  expect(await readTracking(shop)).toEqual({ [first]: [null, 'processing'], [second]: [null, 'processing'] });
  await enter(page).click();
  await expect(page.getByRole('status').filter({ hasText: '2 tracking numbers entered.' })).toBeFocused();
  expect(await readTracking(shop)).toEqual({
    [first]: [tracking(1), 'processing'],
    [second]: [tracking(2), 'processing'],
  });
});

test('an empty list is no list', async ({ page, shop }) => {
  fill(shop, 1);
  await openSignedIn(page);
  await openPanel(page);
  await enter(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please paste the list, or choose a file.');
  await expect(list(page)).toBeFocused();
  await expect(list(page)).toHaveAttribute('aria-invalid', 'true');
  await expectGoodLooks(page);
});

crashTest.describe(() => {
  crashTest.use({ expectedMessages: new RegExp(`status of 413|${SERVICE_GONE.source}`) });

  crashTest('what could not be sent stays in the box, with the reason', async ({ page, shop }) => {
    const [number = ''] = fill(shop, 1);
    await openSignedIn(page);
    await openPanel(page);
    const long = `${number},${tracking(1)}\n${'x'.repeat(300_000)}`;
    await list(page).fill(long);
    await enter(page).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expect(list(page)).toHaveValue(long);

    await list(page).fill(`${number},${tracking(1)}`);
    await shop.crash();
    await enter(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'That did not go through. Please try again in a moment.',
    );
    await expect(list(page)).toHaveValue(`${number},${tracking(1)}`);
    await shop.restart();
    await enter(page).click();
    await expect(page.getByRole('status').filter({ hasText: '1 tracking number entered.' })).toBeFocused();
  });
});
