import { createOrderMails } from '../../../api/mail/order-mails.ts';
import { findOrder } from '../../../api/orders/orders-repository.ts';
import type { OrderPage } from '../../../src/domain/orders/order-list.ts';
import { insertMail, listMails, SETTINGS } from '../mail/made-up.ts';
import { madeUpId, makeUpOrders } from '../orders/made-up-orders.ts';
import { expect, type Office, SECRET_KEY, test } from './office-under-test.ts';

const WRONG = 'anna@exmaple.com';
const RIGHT = 'anna@example.com';

/** An order whose confirmation went to an address that is misspelt. @returns the confirmation's id */
async function confirmToWrongAddress({ database, time }: Office): Promise<string> {
  const { db, sqlite } = database;
  makeUpOrders(sqlite, 1);
  await db.updateTable('orders').set({ customerEmail: WRONG, orderNumber: 'BB-7F3M-2Q9' }).execute();
  const order = await findOrder(db, madeUpId(0));
  if (!order) throw new Error('There is no order.');
  await db.transaction().execute((trx) => createOrderMails(() => SETTINGS).confirm(trx, order, time.now));
  await db.deleteFrom('outbox').where('kind', '=', 'order_notification').execute();
  const { id } = await db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
  return id;
}

/** A message's mail to the farm. @returns its id */
async function receiveMail(office: Office): Promise<string> {
  await office.receive();
  const { db } = office.database;
  return (await db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()).id;
}

/** What the list of orders says of mails. */
async function listUndelivered(office: Office): Promise<OrderPage> {
  return JSON.parse((await office.read('/api/branch-boxes/orders?limit=5')).html);
}

test('failed and waiting mails come first, with the reason and the next attempt', async ({ office }) => {
  const { db } = office.database;
  const at = (minutes: number) => new Date(office.time.now.getTime() + minutes * 60_000).toISOString();
  await insertMail(db, {
    id: 'failed',
    state: 'failed',
    attempts: 14,
    subject: 'The failed one',
    lastError: "Can't send mail - all recipients were rejected: 550 <x@example.com> User unknown",
  });
  await insertMail(db, { id: 'later', subject: 'The later one', nextAttemptAt: at(90), attempts: 3 });
  await insertMail(db, {
    id: 'sooner',
    subject: 'The sooner one',
    nextAttemptAt: at(2),
    attempts: 1,
    lastError: 'connect ECONNREFUSED 127.0.0.1:25',
  });
  await insertMail(db, { id: 'sent', subject: 'The sent one', state: 'sent', attempts: 1, sentAt: at(0) });
  const { text, html, status, headers } = await office.read('/admin/mails');
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(html).toContain('<title>1 failed, 2 waiting: ');
  const order = ['Undelivered (1)', 'The failed one', 'Waiting (2)', 'The sooner one', 'The later one'];
  expect(order.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))).toEqual(order);
  expect(text).not.toContain('The sent one');
  expect(text).toContain('There seems to be no such mailbox. Usually the address is misspelt.');
  expect(text).toContain('In technical words: Can&#39;t send mail');
  expect(text).toContain('We couldn’t reach the mail server, or it broke the connection.');
  expect(text).toContain('Attempts 14');
  expect(text).toContain('Attempts 3 Next attempt 20 November 2025, 10:30');
  // After days without a mail server.
  for (let more = 0; more < 50; more += 1)
    await insertMail(db, { id: `more ${more}`, nextAttemptAt: at(60) });
  const many = (await office.read('/admin/mails')).text;
  expect(many).toContain('Waiting (52) Here are the first 50.');
  expect(many).not.toContain('The later one');
});

test('why an e-mail was not sent is said in plain words', async ({ office }) => {
  for (const [mood, message] of [
    [{ at: 'RCPT TO', code: 551 }, 'There seems to be no such mailbox.'],
    [{ at: 'RCPT TO', code: 452 }, 'The mailbox is full, or the e-mail is too large.'],
    [{ at: 'DATA', code: 554 }, 'The mail server has refused the e-mail.'],
    [{ at: 'DATA', code: 451 }, 'The mail server asked us to come again later.'],
    [{ at: 'MAIL FROM', code: 550 }, 'The mail server doesn’t let us send from our address.'],
    ['break off', 'We couldn’t reach the mail server, or it broke the connection.'],
  ] as const) {
    await office.receive();
    office.inbox.mood = mood;
    await office.outbox.runOnce();
    expect((await office.read('/admin/mails')).text, JSON.stringify(mood)).toContain(message);
  }
});

test('a refused confirmation goes to a corrected address, which the order gets too', async ({ office }) => {
  const id = await confirmToWrongAddress(office);
  office.inbox.mood = { at: 'RCPT TO', code: 550 };
  await office.outbox.runOnce();
  expect((await office.read('/admin/mails')).text).toContain('There seems to be no such mailbox.');
  expect(await listUndelivered(office)).toMatchObject({
    undelivered: [
      {
        mailId: id,
        orderId: madeUpId(0),
        message: expect.stringMatching(
          /^The confirmation didn’t arrive: there seems to be no such mailbox\./,
        ),
      },
    ],
  });
  office.inbox.mood = 'take';
  office.time.pass(24 * 60);
  const post = (address: string) =>
    office.post(`/admin/mails/${id}`, { action: 'correct', address, order: '1' });
  const refused = await post('anna@example');
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('<title>Error: ');
  expect(refused.text).toContain('Error: Please enter a valid email address.');
  expect(refused.html).toMatch(/aria-invalid="true"[^>]*value="anna@example"/);
  expect((await post(WRONG)).text).toContain('It already goes to this address.');
  const done = await post(` ${RIGHT} `);
  expect(done.text).toContain('and the order now has that address too.');
  expect(done.text).toContain('Waiting (1)');
  expect(done.text).not.toContain('Undelivered');
  expect(await listUndelivered(office)).toMatchObject({ undelivered: [] });
  await office.outbox.runOnce();
  expect(office.inbox.received.map(({ to }) => to)).toEqual([[RIGHT]]);
  const mail = office.inbox.received[0]?.mail;
  expect(mail?.text).toContain(SECRET_KEY);
  expect(mail?.messageId).not.toContain(`${madeUpId(0)}@`);
  expect(mail?.date).toBe('2025-11-21T09:00:00.000Z');
  const order = await findOrder(office.database.db, madeUpId(0));
  expect(order).toMatchObject({ customerEmail: RIGHT, version: 2 });
  const history = office.database.db.selectFrom('orderEvents').select(['actor', 'kind', 'before', 'after']);
  expect(await history.execute()).toEqual([
    {
      actor: 'admin',
      kind: 'address',
      before: `E-mail address: ${WRONG}`,
      after: `E-mail address: ${RIGHT}`,
    },
  ]);
});

test('the order keeps its address unless asked, or where it has a newer one', async ({ office }) => {
  const id = await confirmToWrongAddress(office);
  expect((await office.read('/admin/mails')).html).toContain('name="order" value="1" checked');
  const { db } = office.database;
  await office.post(`/admin/mails/${id}`, { action: 'correct', address: RIGHT });
  expect((await findOrder(db, madeUpId(0)))?.customerEmail).toBe(WRONG);
  await db.updateTable('orders').set({ customerEmail: 'new@example.com' }).execute();
  const copy = (await listMails(db)).find(({ recipient }) => recipient === RIGHT)?.id;
  expect((await office.read('/admin/mails')).html).not.toContain('name="order"');
  await office.post(`/admin/mails/${copy}`, { action: 'correct', address: 'third@example.com', order: '1' });
  expect((await findOrder(db, madeUpId(0)))?.customerEmail).toBe('new@example.com');
});

test('sent again, a mail is the same mail, at once, and has all its days before it', async ({ office }) => {
  await office.receive();
  office.inbox.mood = { at: 'DATA', code: 550 };
  await office.outbox.runOnce();
  const { id } = await office.database.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
  office.time.pass(10 * 24 * 60);
  const retried = await office.post(`/admin/mails/${id}`, { action: 'retry' });
  expect(retried.text).toContain('The e-mail is being sent again.');
  office.inbox.mood = { at: 'RCPT TO', code: 451 };
  await office.outbox.runOnce();
  // Ten days old, and not given up at its first new difficulty.
  expect((await office.read('/admin/mails')).text).toContain('The mail server asked us to come again later.');
  expect((await office.read('/admin/mails')).text).toContain('Waiting (1)');
  office.inbox.mood = 'take';
  await office.post(`/admin/mails/${id}`, { action: 'retry' });
  await office.outbox.runOnce();
  expect(office.inbox.received).toHaveLength(1);
  const [sent] = await listMails(office.database.db);
  expect(office.inbox.received[0]?.mail.messageId).toBe(sent?.mimeMessageId);
  const late = await office.post(`/admin/mails/${id}`, { action: 'retry' });
  expect(late.text).toContain('Nothing was sent: the e-mail has just gone out');
  await office.outbox.runOnce();
  expect(office.inbox.received).toHaveLength(1);
});

test('a sent mail is sent once more as another one, however many ask for it', async ({ office }) => {
  await office.receive();
  await office.outbox.runOnce();
  const { id } = await office.database.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  const copy = () => office.post(`/admin/mails/${id}`, { action: 'copy' });
  const answers = await Promise.all([copy(), copy(), copy()]);
  const said = answers.map(
    ({ text }) => /The e-mail is being sent once more|Nothing was sent/.exec(text)?.[0],
  );
  expect(said.toSorted()).toEqual([
    'Nothing was sent',
    'Nothing was sent',
    'The e-mail is being sent once more',
  ]);
  await office.outbox.runOnce();
  const [first, second, ...more] = office.inbox.received;
  expect(more).toEqual([]);
  expect(second?.mail.text).toBe(first?.mail.text);
  expect(second?.mail.messageId).not.toBe(first?.mail.messageId);
});

test('a mail that is being sent while its address is corrected reaches both', async ({ office }) => {
  const id = await receiveMail(office);
  const release = office.inbox.pause();
  const running = office.outbox.runOnce();
  await expect
    .poll(() => office.database.db.selectFrom('outbox').select('attempts').execute())
    .toEqual([{ attempts: 1 }]);
  await office.post(`/admin/mails/${id}`, { action: 'correct', address: RIGHT });
  release();
  await running;
  await office.outbox.runOnce();
  expect(office.inbox.received.map(({ to }) => to[0])).toEqual([SETTINGS.farmInbox, RIGHT]);
  const { text } = await office.read('/admin/mails');
  expect(text).toContain('Everything’s been sent');
});

test('no page shows a mail’s text, a key to an order, or a script', async ({ office }) => {
  const script = '<script>alert(1)</script>';
  const id = await confirmToWrongAddress(office);
  const { db } = office.database;
  const quoted = `550 bad address https://trees.example.com/order?key=${SECRET_KEY} ${script}`;
  await db.updateTable('outbox').set({ state: 'failed', lastError: quoted }).execute();
  await insertMail(db, {
    id: 'scripted',
    subject: script,
    recipient: script,
    state: 'failed',
    lastError: script,
  });
  const { html } = await office.read(`/admin/mails?done=${script}`);
  expect(html).toContain('order?key=… &#60;script&#62;');
  for (const secret of [SECRET_KEY, '0order0key0place0', 'Your payment has arrived', script]) {
    expect(html).not.toContain(secret);
  }
  expect(html).toContain('/admin/orders/BB-7F3M-2Q9');
  const refused = await office.post(`/admin/mails/${id}`, { action: 'correct', address: `"${script}` });
  expect(refused.html).not.toContain(script);
});

test('a mail whose text has been deleted cannot be sent again', async ({ office }) => {
  const { db } = office.database;
  await insertMail(db, { id: 'm-1', state: 'sent', sentAt: office.time.now.toISOString() });
  await db.updateTable('outbox').set({ textBody: '', htmlBody: '' }).execute();
  for (const action of ['copy', 'correct']) {
    const { text } = await office.post('/admin/mails/m-1', { action, address: RIGHT });
    expect(text).toContain('This e-mail is so old that its text has been deleted.');
  }
  expect((await office.post('/admin/mails/none', { action: 'copy' })).text).toContain(
    'That e-mail is no longer here',
  );
  expect((await office.post('/admin/mails/m-1', { action: 'burn' })).status).toBe(400);
});
