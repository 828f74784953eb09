import type { Locator } from '@playwright/test';
import type { IsoDay } from '../../../../src/domain/dates.ts';
import { labelWeek } from '../../../../src/domain/delivery/weeks.ts';
import { parseCsv } from '../../../support/parse-csv.ts';
import { ADMIN_PASSWORD } from '../../../support/sign-in.ts';
import type { Farm } from './farm.ts';
import type { Effort, Hand } from './hand.ts';

export const SNOW = 'Snow has closed our lane, and no van can reach us.';

export async function signIn({ page }: Hand): Promise<void> {
  await page.goto('/admin/orders');
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
}

/** Somebody rings: their order is found by what the phone's keyboard gives, and opened. */
export async function findOrder({ phone }: Farm, typed: string, name: string): Promise<Effort> {
  const { page } = phone;
  await page.goto('/admin/orders');
  phone.begin();
  await phone.type(page.getByLabel('Search orders'), typed);
  const order = page.locator('.admin-table tbody').filter({ hasText: name });
  await page.getByText(/^1 order found/).waitFor();
  await phone.tap(order.getByRole('link', { name: /^BB-/ }));
  await page.getByRole('heading', { name: 'To do now' }).waitFor();
  return phone.end();
}

/** Two people take the same orders in hand; the second is told, and nothing is done twice. */
export async function workAtOnce({ phone, desk }: Farm, week: IsoDay): Promise<void> {
  for (const { page } of [phone, desk]) {
    await page.goto(`/admin/orders?week=${week}&view=all`);
    await page.getByLabel('Select all on this page').check();
  }
  await desk.page.getByRole('button', { name: 'Mark as sent' }).click();
  await desk.page.getByText(/marked as sent/).waitFor();
  await phone.page.getByRole('button', { name: 'Mark as sent' }).click();
  await phone.page
    .getByText(/has just changed/)
    .first()
    .waitFor();
  await desk.page.getByRole('button', { name: 'Undo' }).click();
  await desk.page.getByText(/(is|are) as before/).waitFor();
}

/** Snow: the week closes, and its orders move to another week as far as that has boxes. */
export async function moveWeek({ desk }: Farm, week: IsoDay, to: IsoDay): Promise<Effort> {
  const { page } = desk;
  await page.goto(`/admin/orders?week=${week}`);
  desk.begin();
  const panel = page.getByRole('region', { name: labelWeek(week) });
  await desk.tap(panel.getByRole('link', { name: /^Change or close/ }));
  await desk.tap(page.getByLabel('Closed to new orders'));
  await desk.tap(page.getByRole('button', { name: 'Save' }));
  await desk.tap(page.getByRole('link', { name: 'The orders of this week' }));
  await panel.getByText(/closed to new orders\. Its orders stay/).waitFor();
  const dialog = await chooseAll(desk);
  await desk.choose(dialog.getByLabel('Move to', { exact: true }), to);
  await desk.type(dialog.getByLabel('Your words to the buyers'), SNOW);
  await desk.tap(dialog.getByRole('button', { name: /^Move \d+ order/ }));
  await page.getByText(/moved to the week of/).waitFor();
  return desk.end();
}

/** Whoever did not fit gets their money back. */
export async function refundWeek({ desk }: Farm, week: IsoDay): Promise<Effort> {
  const { page } = desk;
  await page.goto(`/admin/orders?week=${week}`);
  desk.begin();
  const dialog = await chooseAll(desk);
  await desk.tap(dialog.getByLabel('Cancel and refund'));
  await desk.type(dialog.getByLabel('Your words to the buyers'), SNOW);
  await desk.tap(dialog.getByRole('button', { name: /^Refund £/ }));
  await page.getByText(/cancelled and refunded\./).waitFor();
  return desk.end();
}

/** Chooses every order of the page, which is the whole week, and opens what can be done to them. */
async function chooseAll(hand: Hand): Promise<Locator> {
  const { page } = hand;
  await hand.tap(page.getByLabel('Select all on this page'));
  await hand.tap(page.getByRole('button', { name: 'More…' }));
  return page.getByRole('dialog');
}

/** Money that came in cash or by bank goes back by hand; the shop records it. */
export async function refundByHand({ desk: { page } }: Farm, orderNumber: string): Promise<void> {
  await page.goto(`/admin/orders/${orderNumber}`);
  await page.getByText('Refund boxes, or a sum').click();
  const boxes = page.getByLabel('What goes back?');
  await boxes.selectOption({
    label: await boxes.locator('option', { hasText: 'all that’s left' }).innerText(),
  });
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByText('Refunded. £').waitFor();
}

/** A box that came crushed: £5 as goodwill. */
export async function giveGoodwill({ phone }: Farm, orderNumber: string): Promise<Effort> {
  const { page } = phone;
  await page.goto(`/admin/orders/${orderNumber}`);
  phone.begin();
  await phone.tap(page.getByText('Refund boxes, or a sum'));
  await phone.choose(page.getByLabel('What goes back?'), '');
  await phone.type(page.getByLabel('Another sum, in pounds'), '5');
  await phone.type(page.locator('#order-refund-reason'), 'A corner was crushed');
  await phone.tap(page.getByRole('button', { name: 'Refund', exact: true }));
  await page.getByText('Refunded. £').waitFor();
  return phone.end();
}

/** What the page and the CSV for the books say, in pence. */
export interface Totals {
  readonly revenue: number;
  readonly refunded: number;
  readonly byCard: number;
  /** In cash and by bank transfer. */
  readonly byHand: number;
}

export async function readTotals({ desk: { page } }: Farm): Promise<Totals> {
  await page.goto('/admin/orders?view=all');
  const revenue = await page.locator('.admin-tiles dd').nth(1).innerText();
  const missing = await page.locator('.admin-tiles p').innerText();
  const refunded = /£[\d,.]+ refunded/.exec(missing)?.[0];
  const read = (text = '') => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);
  const csv = await page.request.get('/api/admin/orders.csv');
  const [columns = [], ...rows] = parseCsv((await csv.text()).replace(/^\uFEFF/, ''));
  const sum = (column: string) => rows.reduce((total, row) => total + read(row[columns.indexOf(column)]), 0);
  return {
    revenue: read(revenue.split('\n')[0]),
    refunded: read(refunded),
    byCard: sum('By card'),
    byHand: sum('In cash') + sum('By bank transfer'),
  };
}
