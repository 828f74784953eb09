import type { Page } from '@playwright/test';
import Stripe from 'stripe';
import { SANDBOX_SECRET_KEY } from '../../../api/stripe-sandbox/cards.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { expect, type Shop } from '../../support/shop.ts';
import { countBoxes, planCaps, type Season, WEEKS } from './season.ts';

const PRICE_PENCE = 2735;
const POUNDS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** The season's totals, overall and for each week. */
interface SeasonTotals {
  readonly orders: number;
  readonly boxes: number;
  readonly paidPence: number;
  readonly refundedPence: number;
  /** Paid and not refunded, by week. */
  readonly revenuePence: Readonly<Record<string, number>>;
}

/** Expects the tiles, week totals, CSV and Stripe's list to agree to the penny. */
export async function expectBooks(page: Page, shop: Shop, season: Season): Promise<void> {
  const totals = calculateTotals(season);
  await page.goto('/admin/orders');
  await expectPage(page, season, totals);
  expect(await readCsv(page, shop)).toEqual(totals);
  expect(await readStripe(shop)).toEqual({
    payments: totals.orders,
    paidPence: totals.paidPence,
    refundedPence: totals.refundedPence,
    refundsPence: totals.refundedPence,
  });
}

async function expectPage(page: Page, season: Season, totals: SeasonTotals): Promise<void> {
  const { orders, boxes, paidPence, refundedPence } = totals;
  const tracked = [...season.values()].filter(({ isTracked }) => isTracked).length;
  await expect(page.locator('.admin-tiles > *')).toHaveText([
    `Total Orders${orders}Total Revenue${pounds(paidPence)}Total Boxes${boxes}With Tracking${tracked}`,
    ...(refundedPence > 0 ? [`Of the revenue: ${pounds(refundedPence)} refunded.`] : []),
  ]);
  // They arrive with a request of their own.
  await expect(page.locator('.week-table tbody tr')).toHaveCount(WEEKS.length);
  const caps = planCaps();
  // A collapsed table still contains its text.
  const rows = await page
    .locator('.week-table tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td[data-label]')].map((cell) => cell.textContent)),
    );
  const expected = WEEKS.map((week) => {
    const ofWeek = [...season.values()].filter((order) => order.week === week);
    const standing = ofWeek.filter(({ status }) => status !== 'cancelled');
    const count = (status: string) => countBoxes(standing.filter((order) => order.status === status));
    return [
      `${standing.length}`,
      `${countBoxes(standing)} of ${caps[week]} boxes`,
      `${count('processing')}`,
      `${count('shipped')}`,
      pounds(totals.revenuePence[week] ?? 0),
    ];
  });
  expect(rows).toEqual(expected);
}

function calculateTotals(season: Season): SeasonTotals {
  const orders = [...season.values()];
  const refunded = orders.reduce((sum, order) => sum + order.refunded, 0);
  const boxes = countBoxes(orders) + refunded;
  const revenueOf = (week: string) => countBoxes(orders.filter((order) => order.week === week)) * PRICE_PENCE;
  return {
    orders: orders.length,
    boxes,
    paidPence: boxes * PRICE_PENCE,
    refundedPence: refunded * PRICE_PENCE,
    revenuePence: Object.fromEntries(WEEKS.map((week) => [week, revenueOf(week)])),
  };
}

/** Adds up the CSV for the accounts: the season's, and each week's. */
async function readCsv(page: Page, shop: Shop): Promise<SeasonTotals> {
  const all = await readRows(page, `${shop.url}/api/admin/orders.csv`);
  const revenuePence: Record<string, number> = {};
  for (const week of WEEKS) {
    const rows = await readRows(page, `${shop.url}/api/admin/orders.csv?week=${week}`);
    revenuePence[week] = sumPence(rows, 'Paid') - sumPence(rows, 'Refunded');
  }
  return {
    orders: new Set(all.map((row) => row['Order number'])).size,
    boxes: all.reduce((sum, row) => sum + Number(row['Boxes ordered']), 0),
    paidPence: sumPence(all, 'Paid'),
    refundedPence: sumPence(all, 'Refunded'),
    revenuePence,
  };
}

async function readRows(page: Page, url: string): Promise<Record<string, string>[]> {
  const response = await page.request.get(url);
  expect(response.status()).toBe(200);
  // Without the byte order mark, which is there for Excel.
  const [names = [], ...rows] = parseCsv((await response.text()).replace(/^\ufeff/, ''));
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

function sumPence(rows: Record<string, string>[], column: string): number {
  return rows.reduce((sum, row) => sum + Number((row[column] ?? '').replace('.', '')), 0);
}

/** The payment provider's own list, as an accountant exports it. */
async function readStripe(shop: Shop) {
  const { hostname, port } = new URL(shop.sandboxUrl);
  const stripe = new Stripe(SANDBOX_SECRET_KEY, { protocol: 'http', host: hostname, port: Number(port) });
  const sums = { payments: 0, paidPence: 0, refundedPence: 0, refundsPence: 0 };
  for await (const charge of stripe.charges.list({ limit: 100 })) {
    sums.payments += 1;
    sums.paidPence += charge.amount_captured;
    sums.refundedPence += charge.amount_refunded;
  }
  for await (const refund of stripe.refunds.list({ limit: 100 })) sums.refundsPence += refund.amount;
  return sums;
}

function pounds(pence: number): string {
  return POUNDS.format(pence / 100);
}
