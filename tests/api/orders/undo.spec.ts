import { LATER, WEEK } from '../../support/sample-order.ts';
import { buy, call, change, readHistory, readMails, readOrder, sendMails } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const [A, B] = ['AB100000000GB', 'AB200000000GB'];
const NOTE = 'The lane is under snow.';

const undo = (shop: ShopUnderTest, id: string, version: number) =>
  call(shop, 'POST', `/orders/${id}/undo`, { version });

/** What undoing the last of some changes leaves, and the mails that the buyer then gets in all. */
const CASES: Record<
  string,
  { changes: Record<string, unknown>[]; mails: number; order: Record<string, unknown> }
> = {
  'sent without a number': {
    changes: [{ status: 'shipped' }],
    mails: 0,
    order: { status: 'processing', parcels: [] },
  },
  'sent with numbers': {
    changes: [{ trackingNumbers: [A, B] }],
    mails: 0,
    order: { status: 'processing', parcels: [] },
  },
  'a number for what was sent without': {
    changes: [{ status: 'shipped' }, { trackingNumbers: [A] }],
    mails: 1,
    order: { status: 'shipped', parcels: [] },
  },
  'another number': {
    changes: [{ trackingNumbers: [A] }, { trackingNumbers: [B] }],
    mails: 1,
    order: { status: 'shipped', parcels: [{ trackingNumber: A }] },
  },
  'taken back to processing': {
    changes: [{ trackingNumbers: [A, B] }, { status: 'processing' }],
    mails: 1,
    order: { status: 'shipped', parcels: [{ trackingNumber: A }, { trackingNumber: B }] },
  },
  'moved to another week': {
    changes: [{ deliveryWeek: LATER, note: NOTE }],
    mails: 0,
    order: { status: 'processing', week: WEEK },
  },
};

test('the last change of an order is taken back, and nobody hears of it who had not been told', async ({
  shop,
}) => {
  for (const [name, { changes, mails, order }] of Object.entries(CASES)) {
    const customerEmail = `${name.replaceAll(' ', '-')}@example.com`;
    const { id, orderNumber } = await buy(shop, { customerEmail });
    for (const [at, each] of changes.entries())
      expect((await change(shop, id, at + 1, each)).status, name).toBe(200);
    const answer = await undo(shop, id, changes.length + 1);
    expect(answer, name).toMatchObject({ status: 200, body: { wasTold: false, order: { orderNumber } } });
    expect(await readOrder(shop, orderNumber), name).toMatchObject(order);
    const letters = [...(await readMails(shop, 'tracking')), ...(await readMails(shop, 'order_change'))];
    expect(
      letters.filter(({ recipient }) => recipient === customerEmail),
      name,
    ).toHaveLength(mails);
    expect((await readHistory(shop, id)).at(-1)?.reason, name).toBe('Undone');
  }
});

test('a buyer who has been told is told again, and what cannot be undone is refused', async ({ shop }) => {
  const told = await buy(shop, { customerEmail: 'told@example.com' });
  await change(shop, told.id, 1, { deliveryWeek: LATER, note: NOTE });
  const [letter] = await readMails(shop, 'order_change');
  expect(letter?.textBody).toContain(`${NOTE}\n\nWe have moved your order`);
  await sendMails(shop);
  expect((await undo(shop, told.id, 2)).body).toMatchObject({ wasTold: true });
  expect((await readMails(shop, 'order_change'))[1]?.textBody).toContain(
    'Before, it was: Week of 8 December 2025.',
  );
  const sent = await buy(shop, { customerEmail: 'sent@example.com' });
  await change(shop, sent.id, 1, { trackingNumbers: [A] });
  await sendMails(shop);
  // Changed since.
  await change(shop, sent.id, 2, { status: 'delivered' });
  expect(await undo(shop, sent.id, 2)).toMatchObject({
    status: 409,
    body: { code: 'order_changed_meanwhile' },
  });
  for (const [id, version] of [
    [sent.id, 3],
    [(await buy(shop, { customerEmail: 'fresh@example.com' })).id, 1],
  ] as const)
    expect(await undo(shop, id, version)).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } });
  const cancelled = await buy(shop, { customerEmail: 'cancelled@example.com' });
  await change(shop, cancelled.id, 1, { status: 'cancelled' });
  expect((await undo(shop, cancelled.id, 2)).body.code).toBe('nothing_to_undo');
  expect((await undo(shop, 'nobody', 1)).status).toBe(404);
});
