import { parseCsv } from '../../support/parse-csv.ts';
import { buy, buyInTime, call, change, readHistory, readMails } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const [A, B, C] = ['AB123456789GB', 'AB123456790GB', 'AB123456791GB'] as const;

const buyFive = (shop: ShopUnderTest) => buyInTime(shop, { quantity: 5, totalAmount: 136.75 });

const sendMails = (shop: ShopUnderTest) =>
  shop.data.db.updateTable('outbox').set({ state: 'sent' }).execute();

/** What the mails about parcels say, oldest first: their subject's first words, and the numbers in them. */
async function readNews(shop: ShopUnderTest) {
  return (await readMails(shop, 'tracking')).map(({ subject, textBody }) => [
    subject.replace(/ order .*/, ''),
    ...new Set(textBody.match(/AB\d+GB/g) ?? []),
  ]);
}

test('an order has any number of parcels, and what is new is mailed', async ({ shop }) => {
  const { id, orderNumber } = await buyFive(shop);
  const sent = await change(shop, id, 1, { trackingNumbers: ['ab 1234 5678 9gb', B] });
  expect(sent).toMatchObject({
    status: 200,
    body: {
      status: 'shipped',
      trackingNumber: A,
      parcels: [{ trackingNumber: A }, { trackingNumber: B }],
    },
  });
  expect(await readNews(shop)).toEqual([['Your', A, B]]);
  await sendMails(shop);
  // One is corrected, and the other stays as it was.
  await change(shop, id, 2, { trackingNumbers: [A, C] });
  expect(await readNews(shop)).toEqual([
    ['Your', A, B],
    ['Your', C],
  ]);
  expect((await readMails(shop, 'tracking'))[1]?.textBody).toContain('corrected the tracking number');
  const lines = (await readHistory(shop, id)).filter(({ kind }) => kind === 'tracking');
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [null, A],
    [null, B],
    [B, C],
  ]);
  const csv = await shop.app.request('/api/admin/orders.csv', { headers: shop.admin });
  expect(parseCsv(await csv.text())[1]).toContain(`${A} ${C}`);
  const found = await shop.app.request(`/api/branch-boxes/orders?limit=5&q=${C}`, { headers: shop.admin });
  expect((await found.json()).orders).toMatchObject([{ orderNumber }]);
  const gone = await shop.app.request(`/api/branch-boxes/orders?limit=5&q=${B}`, { headers: shop.admin });
  expect((await gone.json()).orders).toEqual([]);
});

test('each number is told once: those of a waiting mail together, and a later one by itself', async ({
  shop,
}) => {
  const { id } = await buy(shop);
  expect((await change(shop, id, 1, { trackingNumbers: [A] })).body).toMatchObject({ status: 'shipped' });
  await change(shop, id, 2, { trackingNumbers: [A, B] });
  expect(await readNews(shop)).toEqual([['Your', A, B]]);
  await change(shop, id, 3, { trackingNumbers: [B] });
  expect(await readNews(shop)).toEqual([['Your', B]]);
  await sendMails(shop);
  // More numbers than boxes.
  await change(shop, id, 4, { trackingNumbers: [B, C, A] });
  expect(await readNews(shop)).toEqual([
    ['Your', B],
    ['Your', C, A],
  ]);
  expect((await readMails(shop, 'tracking'))[1]?.textBody).toContain('More parcels of your order');
  await sendMails(shop);
  expect((await change(shop, id, 5, { status: 'processing' })).body).toMatchObject({ parcels: [] });
  // Nobody is told again of the same parcel.
  await change(shop, id, 6, { trackingNumbers: [B] });
  expect(await readNews(shop)).toHaveLength(2);
  expect(await change(shop, id, 7, { trackingNumbers: ['soon'] })).toMatchObject({
    status: 422,
    body: { fields: { trackingNumbers: expect.any(String) } },
  });
});

test('a list has several parcels for one order, however they are written', async ({ shop }) => {
  const five = await buyFive(shop);
  const two = await buy(shop, { customerEmail: 'two@example.com', customerName: 'Two' });
  const other = await buy(shop, { customerEmail: 'other@example.com' });
  const list = [
    `${five.orderNumber} AB 1234 5678 9GB ${B}`,
    `${two.orderNumber}\tAB111111111GB AB111111112GB\tAB 1111 1111 3GB`,
    `${five.orderNumber};"${C}"`,
    `${other.orderNumber}, ${C}`,
  ].join('\n');
  const { body } = await call(shop, 'POST', '/orders/tracking/preview', { list });
  expect(body.proposals).toMatchObject([
    { lines: [1, 3], trackingNumbers: [A, B, C], replaces: [] },
    { lines: [2], trackingNumbers: ['AB111111111GB', 'AB111111112GB', 'AB111111113GB'], replaces: [] },
  ]);
  expect(body.leftOut).toMatchObject([
    { lines: [4], reason: `${C} is here for ${five.orderNumber} as well.` },
  ]);
  for (const { id, version, trackingNumbers } of body.proposals) {
    expect(await change(shop, id, version, { trackingNumbers })).toMatchObject({
      body: { status: 'shipped', parcels: trackingNumbers.map(() => ({})) },
    });
  }
  const again = await call(shop, 'POST', '/orders/tracking/preview', { list: `${other.orderNumber},${A}` });
  expect(again.body.leftOut).toMatchObject([{ reason: `${A} already belongs to ${five.orderNumber}.` }]);
});
