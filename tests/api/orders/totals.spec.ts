import { parsePounds } from '../../../src/domain/money.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { buy, call, change, complete, intentBody, readHistory, refund, startPaid } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** What the CSV says was paid and has not gone back, in pence. */
async function sumCsv(shop: ShopUnderTest): Promise<number> {
  const csv = await shop.app.request('/api/admin/orders.csv', { headers: shop.admin });
  const [heading = [], ...rows] = parseCsv(await csv.text());
  const pence = (row: string[], name: string) => parsePounds(row[heading.indexOf(name)]) ?? Number.NaN;
  const paid = rows.filter((row) => row[heading.indexOf('Payment')] === 'succeeded');
  const net = sum(paid.map((row) => pence(row, 'Total') - pence(row, 'Refunded')));
  expect(sum(rows.map((row) => pence(row, 'Paid') - pence(row, 'Refunded')))).toBe(net);
  return net;
}

async function sumWeeks(shop: ShopUnderTest): Promise<number> {
  const weeks: { revenue: string }[] = (await call(shop, 'GET', '/weeks')).body;
  return sum(weeks.map(({ revenue }) => parsePounds(revenue) ?? Number.NaN));
}

async function sumTiles(shop: ShopUnderTest): Promise<number> {
  const response = await shop.app.request('/api/branch-boxes/orders?limit=1', { headers: shop.admin });
  const { totals } = await response.json();
  return (parsePounds(totals.revenue) ?? Number.NaN) - (parsePounds(totals.refunded) ?? Number.NaN);
}

async function sumStripe({ stripe }: ShopUnderTest): Promise<number> {
  let pence = 0;
  for await (const charge of stripe.charges.list({ limit: 100 })) {
    pence += charge.amount_captured - charge.amount_refunded;
  }
  return pence;
}

test('tiles, weeks, CSV and Stripe’s own list agree to the penny', async ({ shop }) => {
  const weeks = ['2025-12-01', '2025-12-08', '2025-12-15'];
  const orders = [];
  for (const [at, quantity] of [1, 2, 3, 4, 2, 1].entries()) {
    orders.push(
      await buy(shop, {
        quantity,
        totalAmount: Number((quantity * 27.35).toFixed(2)),
        customerEmail: `buyer${at}@example.com`,
        deliveryWeek: weeks[at % 3] ?? '',
      }),
    );
  }
  const [one, two, three, four, five] = orders.map(({ id }) => id);
  await change(shop, one, 1, { status: 'cancelled' });
  await change(shop, two, 1, { status: 'shipped' });
  for (const answer of [
    await refund(shop, two, { version: 2, boxes: 2 }),
    await refund(shop, three, { version: 1 }),
    await refund(shop, four, { version: 1, boxes: 4 }),
  ]) {
    expect(answer.status).toBe(200);
  }
  await shop.stripe.refunds.create({ payment_intent: orders[4]?.paymentIntentId ?? '', amount: 777 });
  shop.openWebhooks();
  await expect
    .poll(async () => (await readHistory(shop, String(five))).at(-1))
    .toMatchObject({ kind: 'refund', after: '7.77' });

  const net = 2735 * 13 - (2735 * 7 + 777);
  expect(await Promise.all([sumTiles(shop), sumWeeks(shop), sumCsv(shop), sumStripe(shop)])).toEqual([
    net,
    net,
    net,
    net,
  ]);

  // What is not paid yet is nobody's revenue; only the tile counts it, as the sum of what was ordered.
  const { paymentIntentId } = await startPaid(shop, intentBody(), 'pm_card_settlesLater');
  await complete(shop, paymentIntentId);
  expect(await Promise.all([sumWeeks(shop), sumCsv(shop), sumStripe(shop)])).toEqual([net, net, net]);
  expect(await sumTiles(shop)).toBe(net + 5470);
});
