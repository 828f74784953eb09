import type { Kysely } from 'kysely';
import type { Database } from '../../../api/db/schema.ts';
import { createOrderMails } from '../../../api/mail/order-mails.ts';
import { writeOrderConfirmation } from '../../../api/mail/order-templates.ts';
import { renderText } from '../../../api/mail/template.ts';
import type { Order } from '../../../api/orders/orders-repository.ts';
import { mapDeliveryFields } from '../../../src/domain/orders/order-fields.ts';
import { costOf } from '../../support/sample-order.ts';
import { enqueue, insertMail, listMails, makeOrder, SETTINGS } from './made-up.ts';
import type { SmtpInbox } from './smtp-inbox.ts';
import { expect, test } from './test.ts';

function enqueueTracking(db: Kysely<Database>, after: Order, now: Date): Promise<void> {
  const changed = {
    before: { ...after, status: 'processing', parcels: [] },
    after,
    actor: 'admin',
    now,
  } as const;
  return db.transaction().execute((trx) => createOrderMails(() => SETTINGS).change(trx, changed));
}

function sendAs(...numbers: readonly string[]) {
  return numbers.map((trackingNumber) => ({ trackingNumber, sentAt: '2025-11-24T14:00:00.000Z' }));
}

function mailTo({ received }: SmtpInbox, recipient: string) {
  const found = received.filter(({ to }) => to.includes(recipient));
  expect(found, recipient).toHaveLength(1);
  return found[0] as (typeof received)[number];
}

test('a paid order brings the buyer a confirmation with all that was agreed', async ({ desk }) => {
  const { database, inbox, outbox, time } = desk;
  await enqueue(database.db, makeOrder(), time.now);
  await outbox.runOnce();
  const { mail } = mailTo(inbox, 'anna@buyers.example.com');
  expect(mail.subject).toBe('Your order LH-7F3A-K9 from Long Hedge');
  expect(mail.from).toMatchObject({
    name: 'Long Hedge "Christmas" Trees',
    address: 'farm@trees.example.com',
  });
  expect(mail.replyTo).toMatchObject([{ address: 'inbox@trees.example.com' }]);
  expect(mail.messageId).toBe('<order-confirmation.0199f000-0000-7000-8000-000000000001@trees.example.com>');
  const markup = (mail.html ?? '').replaceAll('</th>', ': ').replace(/<[^>]+>/g, ' ');
  for (const body of [mail.text ?? '', markup]) {
    const words = body.replace(/\s+/g, ' ').replaceAll(' : ', ': ');
    for (const part of [
      'Hello Anna Müller,',
      'Order number: LH-7F3A-K9',
      `Items: 2 boxes of Nordmann Fir branches at £${costOf(1)} each`,
      `Total: £${costOf(2)}`,
      'Ordered on: Thursday 20 November 2025',
      'Delivery: Week of 24 November 2025',
      'For Grace Hill, with your message:',
      'Happy Christmas',
      'Deliver to: Grace Hill 1 High Street Flat 2 Taunton TA1 1AA',
      'Behind the shed,',
      'please.',
      'You can change or cancel your order until the end of Saturday 22 November 2025.',
      '01632 960 999',
      'farm@trees.example.com',
      'Long Hedge Farm Bridgwater Somerset TA0 0AA',
    ]) {
      expect(words).toContain(part);
    }
  }
});

test('the confirmation says what the law wants kept: delivery, the VAT of a farm that has a number, and the terms', async () => {
  const plain = renderText(writeOrderConfirmation(makeOrder(), SETTINGS));
  expect(plain).toContain('Delivery is included in the price.');
  expect(plain).not.toContain('VAT');
  const sale = {
    cancellationTerms: ['Cancel until the cut-off.', 'This does not affect your statutory rights.'],
    vat: { number: 'GB 123 4567 89', ratePercent: 20 },
  };
  const text = renderText(writeOrderConfirmation(makeOrder(), { ...SETTINGS, sale }));
  expect(text).toContain('Includes VAT of £9.12 at 20% (VAT number GB 123 4567 89).');
  // Small print, last.
  expect(text.endsWith(`\n\n${sale.cancellationTerms.join('\n\n')}\n`)).toBe(true);
});

test('a mail names the last day for changes: that of the week, else the Saturday before it, and none once it is sent', () => {
  const weeks = [{ id: '2025-11-24', orderBy: '2025-11-14' }] as const;
  const write = (settings: object, order = makeOrder()) =>
    renderText(writeOrderConfirmation(order, { ...SETTINGS, ...settings }));
  expect(write({})).toContain('until the end of Saturday 22 November 2025.');
  const early = makeOrder({ createdAt: '2025-11-14T09:00:00.000Z' });
  expect(write({ sale: { weeks } }, early)).toContain('until the end of Friday 14 November 2025.');
  // It was over when the order was placed.
  expect(write({ sale: { weeks } })).not.toContain('until the end');
  const sent = write({}, makeOrder({ parcels: [...sendAs('AB123456789GB')], status: 'shipped' }));
  expect(sent).toContain('See your order:');
  expect(sent).not.toContain('change');
});

test('and the farm a notification that it can answer to the buyer', async ({ desk }) => {
  const { database, inbox, outbox, time } = desk;
  await enqueue(database.db, makeOrder(), time.now);
  await outbox.runOnce();
  const { mail } = mailTo(inbox, 'inbox@trees.example.com');
  expect(mail.subject).toBe('New order LH-7F3A-K9: 2 boxes, Week of 24 Nov');
  expect(mail.replyTo).toMatchObject([{ address: 'anna@buyers.example.com' }]);
  expect(mail.text).toContain('Phone number: 01632 960 123');
  expect(mail.text).toContain('> Behind the shed,\n> please.');
});

test('a flagged order is confirmed once the flag is gone; the farm hears at once', async ({ desk }) => {
  const { database, inbox, outbox, time } = desk;
  await enqueue(
    database.db,
    makeOrder({ flags: [{ code: 'note', details: ['The amount paid differs.'] }] }),
    time.now,
  );
  await outbox.runOnce();
  expect(inbox.received).toHaveLength(1);
  const { mail } = mailTo(inbox, 'inbox@trees.example.com');
  expect(mail.text).toContain('Please look at this order before you pack it.');
  expect(mail.text).toContain('The amount paid differs.');
  expect(mail.text).toContain('E-mail address: anna@buyers.example.com');
  await enqueue(database.db, makeOrder(), time.now);
  await outbox.runOnce();
  mailTo(inbox, 'anna@buyers.example.com');
  expect(inbox.received).toHaveLength(2);
});

test('a farm that has its e-mail in the morning gets none for each order', async ({ desk }) => {
  const { database, time } = desk;
  const settings = { ...SETTINGS, sale: { farmMails: 'morning' as const } };
  await database.db.transaction().execute(async (trx) => {
    await createOrderMails(() => settings).confirm(trx, makeOrder(), time.now);
    await createOrderMails(() => SETTINGS).confirm(trx, makeOrder({ id: 'another' }), time.now);
  });
  const mails = await database.db.selectFrom('outbox').select(['kind', 'subjectId']).execute();
  expect(mails.filter(({ subjectId }) => subjectId !== 'another').map(({ kind }) => kind)).toEqual([
    'order_confirmation',
  ]);
  expect(mails).toHaveLength(3);
});

test('an order with gaps is still a readable mail', async ({ desk }) => {
  const { database, inbox, outbox, time } = desk;
  const gaps = {
    week: null,
    customerName: null,
    customerEmail: null,
    shippingAddress: null,
    shippingCity: null,
    shippingPostcode: null,
    shippingCountry: null,
    specialInstructions: null,
    quantity: 1,
  };
  await enqueue(database.db, makeOrder(gaps), time.now);
  await outbox.runOnce();
  expect(inbox.received).toHaveLength(1);
  const { text = '', replyTo } = mailTo(inbox, 'inbox@trees.example.com').mail;
  expect(replyTo).toBeUndefined();
  expect(text).toContain('Items: 1 box of Nordmann Fir branches');
  expect(text).toContain('Delivery: Week to be agreed');
  expect(text).not.toMatch(/null|undefined/);
});

test('what a buyer writes is text in the HTML, in every field', async ({ desk }) => {
  const { database, time } = desk;
  const script = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const order = makeOrder({
    orderNumber: script,
    ...mapDeliveryFields(() => script),
    shippingCountry: 'GB',
    customerEmail: 'anna@buyers.example.com',
    status: 'shipped',
    parcels: sendAs(script),
    flags: [{ code: 'note', details: [script] }],
  });
  await enqueue(database.db, order, time.now);
  await enqueue(database.db, { ...order, flags: [] }, time.now);
  await enqueueTracking(database.db, order, time.now);
  const mails = await listMails(database.db);
  expect(mails).toHaveLength(3);
  for (const { htmlBody } of mails) {
    expect(htmlBody).toContain('&#60;script&#62;');
    expect(htmlBody).not.toMatch(/<script|<img(?! src="cid:mark@mail")|"'>/);
  }
});

test('no header and no recipient can be smuggled into a mail', async ({ desk }) => {
  const { database, inbox, outbox } = desk;
  const attack = 'x\r\nBcc: victim@example.com\r\nX-Smuggled: 1\r\n\r\n<b>other body</b>';
  await insertMail(database.db, { id: 'subject', subject: attack });
  await insertMail(database.db, {
    id: 'reply',
    replyTo: `a@example.com\r\nBcc: victim@example.com\r\nX-Smuggled: 1`,
  });
  await insertMail(database.db, { id: 'id', mimeMessageId: `<a@b>\r\nX-Smuggled: 1` });
  await insertMail(database.db, {
    id: 'body',
    textBody: `.\r\nRCPT TO:<victim@example.com>\r\n.\r\n`,
    htmlBody: '.',
  });
  await insertMail(database.db, { id: 'to', recipient: 'a@example.com, victim@example.com' });
  await insertMail(database.db, {
    id: 'to-line',
    recipient: 'a@example.com>\r\nRCPT TO:<victim@example.com',
  });
  await outbox.runOnce();
  expect(inbox.received.length).toBeGreaterThanOrEqual(4);
  for (const { to, mail } of inbox.received) {
    expect(to.filter((address) => address === 'victim@example.com')).toEqual([]);
    expect(mail.headers.map(({ key }) => key)).not.toContain('x-smuggled');
    expect(mail.bcc ?? []).toEqual([]);
  }
});
