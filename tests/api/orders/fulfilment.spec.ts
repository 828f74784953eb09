import { findOrder, updateOrder } from '../../../api/orders/orders-repository.ts';
import type { OrderEvent } from '../../../src/domain/orders/order-changes.ts';
import { describeEvent } from '../../../src/domain/orders/order-history.ts';
import { flagOrders } from '../../support/flag-orders.ts';
import { boxes, costOf, LAST, LATER, ORDER, WEEK } from '../../support/sample-order.ts';
import { trackOrders } from './made-up-orders.ts';
import { intentBody, NEW_ADDRESS } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

const [A, B, C] = ['AB123456789GB', 'AB123456790GB', 'AB123456791GB'] as const;

/** What the mails about parcels say, oldest first: their subject's first words, and the numbers in them. */
async function readNews(shop: ShopUnderTest) {
  return (await shop.readMails('tracking')).map(({ subject, textBody }) => [
    subject.replace(/ order .*/, ''),
    ...new Set(textBody.match(/AB\d+GB/g) ?? []),
  ]);
}

test('steps that are not allowed are refused in words, and change nothing', async ({ shop }) => {
  const { id, orderNumber } = await shop.buy();
  const { db } = shop.data;
  const step = (error: string) => ({ status: 409, body: { code: 'step_not_allowed', error } });
  const field = (message: string) => ({
    status: 422,
    body: { fields: { trackingNumbers: expect.stringContaining(message) } },
  });
  const processing = { status: 'processing', paymentStatus: 'succeeded' } as const;
  for (const [state, asked, answer] of [
    [processing, { status: 'pending' }, step('An order that’s processing can’t become pending.')],
    [processing, { status: 'delivered' }, step('An order that’s processing can’t become delivered.')],
    [
      processing,
      { status: 'cancelled', trackingNumbers: [A] },
      step('An order with a tracking number is on its way, so it can’t become cancelled.'),
    ],
    [processing, { trackingNumbers: ['soon'] }, field('isn’t a tracking number')],
    [
      { status: 'processing', paymentStatus: 'processing' },
      { status: 'shipped' },
      step('The payment hasn’t come through, so the order can’t become shipped.'),
    ],
    [
      { status: 'processing', paymentStatus: 'processing' },
      { trackingNumbers: [A] },
      field('hasn’t come through'),
    ],
    [{ status: 'cancelled', paymentStatus: 'succeeded' }, { trackingNumbers: [A] }, field('is cancelled')],
  ] as const) {
    await db.updateTable('orders').set(state).execute();
    expect(await shop.change(id, 1, asked), JSON.stringify([state, asked])).toMatchObject(answer);
    expect(await shop.readOrder(orderNumber)).toMatchObject({ ...state, version: 1, parcels: [] });
  }
  expect(await shop.readMails('tracking')).toEqual([]);
});

test('a change is of the order as it was read: of two at the same time the second is told', async ({
  shop,
}) => {
  const { id } = await shop.buy();
  const answers = await Promise.all([
    shop.change(id, 1, { status: 'shipped' }),
    shop.change(id, 1, { status: 'cancelled' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(answers[1]?.body).toMatchObject({ code: 'order_changed_meanwhile' });
  // The same again, because its answer was lost.
  expect(await shop.change(id, 1, { status: 'shipped', again: 1 })).toMatchObject({ body: { version: 2 } });
  expect((await shop.change(id, 1, { status: 'delivered', again: 1 })).status).toBe(409);
  const { db } = shop.data;
  const known = await findOrder(db, id);
  if (!known) throw new Error('no order');
  await updateOrder(db, known, { status: 'delivered' });
  await expect(updateOrder(db, known, { status: 'cancelled' })).rejects.toThrow('no result');
  expect(await findOrder(db, id)).toMatchObject({ status: 'delivered', version: 3 });

  // Of a number and the buyer's cancellation one is refused, whichever comes first.
  for (const isCancelledFirst of [true, false]) {
    const own = await shop.buyInTime();
    const cancel = () => shop.sendOwn('cancel', { key: own.key, version: '1' });
    const enter = () => shop.change(own.id, 1, { trackingNumbers: [A] });
    const both = await Promise.all(isCancelledFirst ? [cancel(), enter()] : [enter(), cancel()]);
    expect(both.map(({ status }) => status < 400).sort()).toEqual([false, true]);
    const { status, parcels } = await shop.readOrder(own.orderNumber);
    expect([status, parcels.length]).toEqual(status === 'shipped' ? ['shipped', 1] : ['cancelled', 0]);
  }
});

test('a move goes to a week with room, and takes the flag of the old one with it', async ({ shop }) => {
  const { paymentIntentId } = await shop.startPurchase();
  const weeks = shop.catalogue.weeks.map((week) => ({ ...week, boxes: week.id === LATER ? 2 : 1 }));
  shop.catalogue = { ...shop.catalogue, weeks };
  await shop.pay(paymentIntentId);
  await shop.complete(paymentIntentId);
  const [{ id, flags } = { id: '', flags: [] }] = (await shop.readBooks()).orders;
  expect(flags).toEqual([{ code: 'week_full', details: [] }]);
  const move = (deliveryWeek: string) => shop.change(id, 1, { deliveryWeek });
  const full = (left: string) => ({
    status: 409,
    body: { code: 'week_full', error: expect.stringContaining(left) },
  });
  expect(await move(LAST)).toMatchObject(full('1 box left'));
  const message = { fields: { deliveryWeek: expect.any(String) } };
  expect(await move('2024-01-01')).toMatchObject({ status: 422, body: message });
  // Boxes that somebody is paying for are not given to an order that moves.
  await shop.startPurchase(
    intentBody({ customerEmail: 'ben@example.com', deliveryWeek: LATER, ...boxes(1) }),
  );
  expect(await move(LATER)).toMatchObject(full('1 box left'));
  shop.clockAheadMs += 31 * 60_000;
  expect(await move(LATER)).toMatchObject({ status: 200, body: { deliveryWeek: LATER, flags: [] } });
});

test('an order that is sent without a tracking number is mailed to its buyer once', async ({ shop }) => {
  const { id, orderNumber } = await shop.buy();
  await shop.change(id, 1, { status: 'shipped' });
  const [letter, ...others] = await shop.readMails('tracking');
  expect(others).toEqual([]);
  const subject = `Your order ${orderNumber} is on its way`;
  expect(letter).toMatchObject({ recipient: ORDER.customerEmail, subject });
  expect(letter?.textBody).toContain('1 High Street');
  expect(letter?.textBody).not.toMatch(/Tracking number|royalmail|null/);
  // Taken back before the mail has gone, it would not be true.
  await shop.change(id, 2, { status: 'processing' });
  expect(await shop.readMails('tracking')).toEqual([]);
  await shop.change(id, 3, { status: 'shipped' });
  await shop.sendMails();
  const steps = [{ status: 'processing' }, { status: 'shipped' }, { status: 'delivered' }];
  for (const [at, step] of steps.entries()) await shop.change(id, 4 + at, step);
  expect(await shop.readMails('tracking')).toHaveLength(1);
  // A number is news even then.
  await shop.change(id, 7, { trackingNumbers: [A] });
  expect(await shop.readMails('tracking')).toHaveLength(2);
});

test('each parcel is told once: those of a waiting mail together, and what is new or corrected by itself', async ({
  shop,
}) => {
  const { id } = await shop.buyInTime(boxes(5));
  const enter = (version: number, ...trackingNumbers: string[]) =>
    shop.change(id, version, { trackingNumbers });
  expect((await enter(1, 'ab 1234 5678 9gb')).body).toMatchObject({ status: 'shipped', trackingNumber: A });
  await enter(2, A, B);
  expect(await readNews(shop)).toEqual([['Your', A, B]]);
  await enter(3, B);
  expect(await readNews(shop)).toEqual([['Your', B]]);
  await shop.sendMails();
  await enter(4, B, C, A);
  expect((await shop.readMails('tracking'))[1]?.textBody).toContain('More parcels of your order');
  await shop.sendMails();
  const D = 'AB123456792GB';
  await enter(5, B, C, D);
  expect((await shop.readMails('tracking'))[2]?.textBody).toContain('corrected the tracking number');
  expect(await readNews(shop)).toEqual([
    ['Your', B],
    ['Your', C, A],
    ['Your', D],
  ]);
  await shop.sendMails();
  expect((await shop.change(id, 6, { status: 'processing' })).body).toMatchObject({ parcels: [] });
  // Nobody is told again of the same parcel.
  await enter(7, B);
  expect(await readNews(shop)).toHaveLength(3);
  const lines = (await shop.readHistory(id)).filter(({ kind }) => kind === 'tracking');
  expect(lines.slice(0, 6).map(({ before, after }) => [before, after])).toEqual([
    [null, A],
    [null, B],
    [A, null],
    [null, C],
    [null, A],
    [A, D],
  ]);
});

const preview = (shop: ShopUnderTest, list: string) =>
  shop.call('POST', '/orders/tracking/preview', { list });

test('the preview of a pasted list names each order and why a line is left out, and changes nothing', async ({
  shop,
}) => {
  const { db } = shop.data;
  const STATES: Record<string, [reason: string, state: object]> = {
    Cancelled: ['It’s cancelled.', { status: 'cancelled' }],
    Disputed: ['The buyer’s bank disputes its payment.', { dispute: 'open' }],
    Flagged: ['Somebody needs to look at it first. The delivery address is outside the United Kingdom.', {}],
    Unpaid: ['It isn’t paid.', { status: 'pending', paymentStatus: 'processing' }],
    Done: ['It has already been sent with this.', { status: 'shipped' }],
    Delivered: ['It’s delivered already.', { status: 'delivered' }],
  };
  const names = ['Ready', 'Sent', ...Object.keys(STATES)];
  const numbers = names.map((_, index) => `AB${100_000_000 + index}GB`);
  const orders: Awaited<ReturnType<ShopUnderTest['buy']>>[] = [];
  for (const name of names) {
    const order = await shop.buy({ customerName: name, customerEmail: `${name.toLowerCase()}@example.com` });
    const state = name === 'Sent' ? { status: 'shipped' as const } : STATES[name]?.[1];
    await db
      .updateTable('orders')
      .set({ takenBy: null, ...state })
      .where('id', '=', order.id)
      .execute();
    orders.push(order);
  }
  trackOrders(shop.data.sqlite, 'XY987654321GB', "customer_name = 'Sent'");
  trackOrders(shop.data.sqlite, numbers[6] ?? '', "customer_name = 'Done'");
  flagOrders(shop.data.sqlite, 'abroad', { where: "customer_name IN ('Disputed', 'Flagged')" });
  const [ready, sent] = orders;
  const list = [
    'Order;Customer;Tracking',
    ...orders.map(({ orderNumber }, at) => `${orderNumber};"Somebody";"${numbers[at]}"`),
    `BB-2222-222, ${A}`,
    'hello',
    // Several lines and numbers of one order, however they are written, and a number of another one.
    `${ready?.orderNumber.toLowerCase()} AB 1234 5679 0GB ${C}`,
    `${sent?.orderNumber}\t${C}`,
    '',
  ].join('\r\n');
  const before = await db.selectFrom('orders').selectAll().execute();
  const { status, body } = await preview(shop, list);
  expect(status).toBe(200);
  const { id, orderNumber } = ready ?? {};
  const trackingNumbers = [numbers[0], B, C];
  expect(body.proposals).toEqual([
    { lines: [2, 12], id, orderNumber, buyer: 'Ready', version: 1, trackingNumbers, replaces: [] },
    expect.objectContaining({ buyer: 'Sent', trackingNumbers: [numbers[1]], replaces: ['XY987654321GB'] }),
  ]);
  type LeftOut = { lines: number[]; buyer: string | null; reason: string; isDone: boolean };
  expect(body.leftOut.map((each: LeftOut) => [each.lines[0], each.buyer, each.reason, each.isDone])).toEqual([
    ...Object.entries(STATES).map(([name, [reason]], at) => [4 + at, name, reason, name === 'Done']),
    [10, null, 'There’s no such order.', false],
    [11, null, 'There’s no order number in this line.', false],
    [13, null, `${C} is here for ${orderNumber} as well.`, false],
  ]);
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual(before);
  expect(await shop.readMails('tracking')).toEqual([]);
  // Saved as proposed; a number then belongs to its order.
  expect((await shop.change(id, 1, { trackingNumbers })).body).toMatchObject({ parcels: [{}, {}, {}] });
  const again = await preview(shop, `${sent?.orderNumber},${C}`);
  const reason = `${C} already belongs to ${orderNumber}.`;
  expect(again.body.leftOut).toMatchObject([{ reason }]);
  // By hand it is not saved either.
  const byHand = await shop.change(sent?.id ?? '', sent?.version ?? 1, { trackingNumbers: [C] });
  expect(byHand).toMatchObject({ status: 422, body: { fields: { trackingNumbers: reason } } });

  const lines = (count: number) => Array(count).fill(`BB-2222-222,${A}`).join('\n');
  for (const [text, said] of [
    [lines(801), 'This list has 801 lines, and 800 can be entered at a time. Please split it.'],
    ['é'.repeat(50_000), expect.stringContaining('longer than 96 kB')],
    ['x'.repeat(200_000), expect.any(String)],
  ] as const)
    expect(await preview(shop, text)).toMatchObject({ status: 413, body: { error: said } });
  expect((await preview(shop, lines(800))).status).toBe(200);
});

const OWED = `We’ll send £${costOf(2)} back to the card you paid with`;

test('a buyer hears of what they have done themselves, and the farm sees old and new', async ({ shop }) => {
  const { key, orderNumber, ...order } = await shop.buyInTime();
  const { customerName, shippingAddress, shippingCity, shippingPostcode } = order;
  const same = { customerName, shippingAddress, shippingCity, shippingPostcode, deliveryWeek: WEEK };
  const unchanged = await shop.sendOwn('change', { key, ...(same as Record<string, string>) });
  expect(unchanged.status).toBe(303);
  expect(await shop.readMails('order_change')).toEqual([]);
  expect(await shop.readMails('buyer_change')).toEqual([]);
  const { version } = await shop.readOrder();
  await shop.sendOwn('change', { key, version: `${version}`, deliveryWeek: LATER, ...NEW_ADDRESS });
  await shop.sendOwn('cancel', { key, version: `${version + 1}` });
  const [changed, cancelled, ...others] = await shop.readMails('order_change');
  expect(others).toEqual([]);
  for (const words of ['You’ve changed your order', 'Delivery: Week of 8 Dec', 'BA5 2AA'])
    expect(changed?.textBody).toContain(words);
  expect(cancelled).toMatchObject({
    recipient: ORDER.customerEmail,
    subject: `Your order ${orderNumber} is cancelled`,
    textBody: expect.stringContaining(OWED),
  });
  const [news, notice] = await shop.readMails('buyer_change');
  expect(news?.textBody).toContain('Delivery now: Week of 8 Dec');
  expect(news?.textBody).toContain('Delivery before: Week of 1 Dec');
  expect(news?.textBody).toMatch(/Deliver to before:[\s\S]*TA1 1AA/);
  expect(notice).toMatchObject({
    subject: `Order ${orderNumber} cancelled by its buyer: refund £${costOf(2)}`,
    replyTo: ORDER.customerEmail,
    textBody: expect.stringContaining(`Please refund £${costOf(2)}.`),
  });
  expect(notice?.recipient).not.toBe(ORDER.customerEmail);
});

test('the buyer hears when the farm moves or cancels the order, once, and of nothing else', async ({
  shop,
}) => {
  const { id, orderNumber } = await shop.buyInTime();
  await shop.change(id, 1, { deliveryWeek: LAST, reason: 'Snow' });
  await shop.change(id, 2, { trackingNumbers: [A] });
  await shop.change(id, 3, { status: 'delivered' });
  const [moved, ...others] = await shop.readMails('order_change');
  expect(others).toEqual([]);
  const sentence = `We’ve moved your order ${orderNumber} to the week of 15 December 2025. Before, it was: Week of 1 Dec`;
  for (const words of [sentence, 'Delivery: Week of 15 Dec']) expect(moved?.textBody).toContain(words);
  expect(await shop.readMails('buyer_change')).toEqual([]);

  const off = await shop.buyInTime({ customerEmail: 'off@example.com' });
  const owed = { flags: [{ code: 'cancelled_unrefunded' }], owedAmount: costOf(2) };
  expect((await shop.change(off.id, 1, { status: 'cancelled' })).body).toMatchObject(owed);
  const mail = (await shop.readMails('order_change')).at(-1);
  expect(mail?.subject).toBe(`Your order ${off.orderNumber} is cancelled`);
  for (const words of [`We’ve cancelled your order ${off.orderNumber}, and nothing will be sent.`, OWED])
    expect(mail?.textBody).toContain(words);
  expect(mail?.textBody).not.toContain('Week of');
  // Its money is owed until it has gone back, or the order is to be sent after all.
  expect((await shop.change(off.id, 2, { status: 'processing' })).body.flags).toEqual([]);
  expect((await shop.change(off.id, 3, { status: 'cancelled' })).body).toMatchObject(owed);
  const done = await shop.refund(off.id, { boxes: 2, version: 4 });
  expect(done.body).toMatchObject({ status: 'cancelled', flags: [], isRefunded: true });
  const [letter] = await shop.readMails('refund');
  expect(letter?.subject).toBe(`Your order ${off.orderNumber} is cancelled and refunded`);

  // Where the bank has taken the payment back, no money is promised.
  const lost = await shop.buyInTime({ customerEmail: 'lost@example.com' });
  await shop.data.db.updateTable('orders').set({ dispute: 'lost' }).where('id', '=', lost.id).execute();
  expect((await shop.change(lost.id, 1, { status: 'cancelled' })).body.flags).toEqual([]);
  const last = (await shop.readMails('order_change')).at(-1)?.textBody;
  expect(last).toContain('Your bank has given your payment back to you.');
  expect(last).not.toContain('We’ll send');
});

test('what the farm changes while its e-mail still waits is told in one', async ({ shop }) => {
  const { id, orderNumber } = await shop.buyInTime();
  await shop.change(id, 1, { deliveryWeek: LATER, note: NOTE });
  await shop.change(id, 2, { shippingAddress: '9 New Road' });
  await shop.change(id, 3, { shippingAddress: '9a New Road' });
  const [mail, ...others] = await shop.readMails('order_change');
  expect(others).toEqual([]);
  const moved = `We’ve moved your order ${orderNumber} to the week of 8 December 2025. Before, it was: Week of 1 December 2025.`;
  const changed = `We’ve changed the address of your order ${orderNumber}.`;
  expect(mail?.textBody).toContain(`\n\n${NOTE}\n\n${moved}\n\n${changed}\n\nOrder number: `);
  expect(mail?.textBody).toContain('9a New Road');
  await shop.sendMails();
  await shop.change(id, 4, { deliveryWeek: LAST });
  expect((await shop.readMails('order_change'))[1]?.textBody).not.toContain(changed);
  // Taking back the last of two leaves the first one told.
  await shop.change(id, 5, { shippingAddress: '1 New Road' });
  await shop.change(id, 6, { deliveryWeek: LATER });
  await shop.undo(id, 7);
  expect((await shop.readMails('order_change'))[1]?.textBody).toContain(changed);
  // One that told two is known to have told each.
  await shop.sendMails();
  await shop.change(id, 8, { shippingAddress: '2 New Road' });
  await shop.change(id, 9, { deliveryWeek: LATER });
  await shop.sendMails();
  expect((await shop.undo(id, 10)).body).toMatchObject({ done: 'undone_told' });
});

test('what a person has settled needs no look any more, however often it is reported', async ({ shop }) => {
  const countLooks = async () => (await shop.listOrders('?limit=1')).needsLook;
  const { id, paymentIntentId, version, orderNumber } = await shop.buy();
  const second = { ...(await shop.retrievePayment(paymentIntentId)), id: 'pi_second' };
  await shop.recordPayment({ payment: second });
  expect(await countLooks()).toBe(1);
  const settled = await shop.change(id, version + 1, { settles: 'second_payment' });
  expect(settled).toMatchObject({ status: 200, body: { flags: [], status: 'processing' } });
  expect(await countLooks()).toBe(0);
  await shop.recordPayment({ payment: second });
  expect((await shop.readOrder(orderNumber)).flags).toEqual([]);
  const last = (await shop.readHistory(id)).at(-1) as OrderEvent;
  expect(describeEvent(last)).toBe('Owner settled the other payment (pi_second).');
  const again = await shop.change(id, version + 2, { settles: 'second_payment' });
  expect(again).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
  // Another one is news.
  await shop.recordPayment({ payment: { ...second, id: 'pi_third' } });
  expect(await countLooks()).toBe(1);

  // A payment that the bank took back is settled, and its order is not packed.
  const lost = await shop.buy({ customerEmail: 'lost@example.com' });
  await shop.data.db.updateTable('orders').set({ dispute: 'lost' }).where('id', '=', lost.id).execute();
  flagOrders(shop.data.sqlite, 'dispute_lost', { where: `id = '${lost.id}'` });
  expect(await countLooks()).toBe(2);
  const off = await shop.change(lost.id, 1, { settles: 'dispute_lost' });
  expect(off.body).toMatchObject({ flags: [], status: 'cancelled', owedAmount: '0.00' });
  expect(await countLooks()).toBe(1);
  const history = (await shop.readHistory(lost.id)).map(describeEvent);
  expect(history).toContain('Owner settled the payment that the bank took back.');
});

const NOTE = 'The lane is under snow.';

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
  'moved and sent at once': {
    changes: [{ deliveryWeek: LATER, trackingNumbers: [A] }],
    mails: 0,
    order: { status: 'processing', week: WEEK, parcels: [] },
  },
};

test('the last change of an order is taken back, and nobody hears of it who had not been told', async ({
  shop,
}) => {
  for (const [name, { changes, mails, order }] of Object.entries(CASES)) {
    const customerEmail = `${name.replaceAll(' ', '-')}@example.com`;
    const { id, orderNumber } = await shop.buy({ customerEmail });
    for (const [at, each] of changes.entries())
      expect((await shop.change(id, at + 1, each)).status, name).toBe(200);
    const answer = await shop.undo(id, changes.length + 1);
    expect(answer, name).toMatchObject({ status: 200, body: { done: 'undone', orderNumber } });
    expect(await shop.readOrder(orderNumber), name).toMatchObject(order);
    const letters = [...(await shop.readMails('tracking')), ...(await shop.readMails('order_change'))];
    expect(
      letters.filter(({ recipient }) => recipient === customerEmail),
      name,
    ).toHaveLength(mails);
    expect((await shop.readHistory(id)).at(-1)?.reason, name).toBe('Undone');
    // The next case has the same numbers, each of which is one order’s.
    await shop.data.db.deleteFrom('parcels').execute();
  }
});

test('a buyer who has been told is told again, and what cannot be undone is refused', async ({ shop }) => {
  const told = await shop.buy({ customerEmail: 'told@example.com' });
  await shop.change(told.id, 1, { deliveryWeek: LATER, note: NOTE });
  const [letter] = await shop.readMails('order_change');
  expect(letter?.textBody).toContain(`${NOTE}\n\nWe’ve moved your order`);
  await shop.sendMails();
  expect((await shop.undo(told.id, 2)).body).toMatchObject({ done: 'undone_told' });
  expect((await shop.readMails('order_change'))[1]?.textBody).toContain(
    'Before, it was: Week of 8 December 2025.',
  );
  const both = await shop.buy({ customerEmail: 'both@example.com' });
  await shop.change(both.id, 1, { deliveryWeek: LATER, status: 'shipped' });
  await shop.sendMails();
  expect((await shop.undo(both.id, 2)).body).toMatchObject({ done: 'undone_told' });
  const sent = await shop.buy({ customerEmail: 'sent@example.com' });
  await shop.change(sent.id, 1, { trackingNumbers: [A] });
  await shop.sendMails();
  const wrong = await shop.buy({ customerEmail: 'wrong@example.com' });
  await shop.change(wrong.id, 1, { trackingNumbers: [B] });
  await shop.sendMails();
  // No e-mail tells them so, and none is promised.
  expect((await shop.undo(wrong.id, 2)).body).toMatchObject({ done: 'undone_sent' });
  // Changed since.
  await shop.change(sent.id, 2, { status: 'delivered' });
  expect(await shop.undo(sent.id, 2)).toMatchObject({
    status: 409,
    body: { code: 'order_changed_meanwhile' },
  });
  for (const [id, version] of [
    [sent.id, 3],
    [(await shop.buy({ customerEmail: 'fresh@example.com' })).id, 1],
  ] as const)
    expect(await shop.undo(id, version)).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } });
  const cancelled = await shop.buy({ customerEmail: 'cancelled@example.com' });
  await shop.change(cancelled.id, 1, { status: 'cancelled' });
  expect((await shop.undo(cancelled.id, 2)).body.code).toBe('nothing_to_undo');
  expect((await shop.undo('nobody', 1)).status).toBe(404);
});
