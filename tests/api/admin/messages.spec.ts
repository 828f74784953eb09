import { FOUNDER_ID } from '../../../api/admin/admin-repository.ts';
import { expect, MESSAGE, test } from './office-under-test.ts';

test('a message is shown whole, at London’s time, with a link that answers it', async ({ office }) => {
  office.time.now = new Date('2025-07-01T09:00:00.000Z');
  await office.receive({ subject: 'Trees & tea? 50%', email: 'anna+trees@example.com' });
  const { text, html, status, headers } = await office.read('/admin/messages');
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(html).toContain('<title>1 new: ');
  for (const words of ['Trees &#38; tea? 50%', 'Anna Field', '01632 960123', 'by phone']) {
    expect(text).toContain(words);
  }
  expect(text).toContain('1 July 2025, 10:00');
  expect(html).toContain('>Do you have one\nof ten feet?</blockquote>');
  const href = /href="(mailto:[^"]*)"/.exec(html)?.[1] ?? '';
  const { pathname, searchParams } = new URL(href);
  expect(decodeURIComponent(pathname)).toBe('anna+trees@example.com');
  expect(searchParams.get('subject')).toBe('Re: Trees & tea? 50%');
});

test('marks are set, seen in every list, and taken back; twice is as good as once', async ({ office }) => {
  const id = await office.receive();
  const post = (mark: string, show = 'new') => office.post(`/admin/messages/${id}`, { mark, show });
  const read = await post('read');
  expect(read.location).toBe(`/admin/messages?show=new&done=read&of=${id}#message-${id}`);
  expect(read.text).toContain('The message from Anna Field is marked as read.');
  expect(read.text).toContain('New (0) All (1) Spam (0)');
  expect(read.html).toContain('value="unread"');
  office.time.pass(60);
  expect((await post('read', 'all')).text).toContain('Read on 20 November 2025, 09:00');
  expect((await post('unread')).text).toContain('New (1) All (1) Spam (0)');
  expect((await post('replied')).text).toContain('New (0) All (1) Spam (0)');
  expect((await post('replied', 'all')).text).toContain('Replied on 20 November 2025, 10:00');
  expect((await post('unreplied')).text).toContain('New (1) All (1) Spam (0)');
  expect((await post('spam', 'all')).text).toContain('New (0) All (0) Spam (1)');
  const back = await post('not-spam', 'spam');
  expect(back.text).toContain('is no longer in the spam');
  expect(back.text).toContain('New (1) All (1) Spam (0)');
  // It was mailed when it came, and is not again.
  await office.outbox.runOnce();
  expect(office.inbox.received).toHaveLength(1);
});

test('spam is shown with the reason, and mailed once when a person clears it', async ({ office }) => {
  const id = await office.receive({}, 'cheap pills');
  expect((await office.read('/admin/messages')).text).toContain('New (0) All (0) Spam (1)');
  const { text } = await office.read('/admin/messages?show=spam');
  expect(text).toContain('Looked like spam when it came: the hidden field was filled in.');
  expect(text).toContain('We had no e-mail about this one.');
  await office.outbox.runOnce();
  expect(office.inbox.received).toHaveLength(0);
  office.time.pass(60);
  const mark = (name: string) => office.post(`/admin/messages/${id}`, { mark: name, show: 'all' });
  const [waiting] = await Promise.all([mark('not-spam'), mark('not-spam')]);
  expect(waiting?.text).toContain('The e-mail to inbox@trees.example.com is waiting to be sent.');
  await office.outbox.runOnce();
  expect(office.inbox.received).toHaveLength(1);
  await mark('spam');
  await mark('not-spam');
  await office.outbox.runOnce();
  expect(office.inbox.received.map(({ to }) => to)).toEqual([['inbox@trees.example.com']]);
  const mail = office.inbox.received[0]?.mail;
  expect(mail?.text).toContain('> of ten feet?');
  expect(mail?.replyTo?.[0]?.address).toBe(MESSAGE.email);
  expect((await office.read('/admin/messages')).text).toContain(
    'Mailed to inbox@trees.example.com on 20 November 2025, 10:00',
  );
});

test('a message shows that its mail failed, and how the second sending went', async ({ office }) => {
  await office.receive();
  office.inbox.mood = { at: 'RCPT TO', code: 550 };
  await office.outbox.runOnce();
  const { text, html } = await office.read('/admin/messages');
  expect(text).toContain('The e-mail to inbox@trees.example.com couldn’t be sent.');
  const mailId = /href="\/admin\/mails#mail-([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await office.read('/admin/mails')).html).toContain(`id="mail-${mailId}"`);
  await office.post(`/admin/mails/${mailId}`, { action: 'correct', address: 'shop@trees.example.com' });
  office.inbox.mood = 'take';
  await office.outbox.runOnce();
  expect((await office.read('/admin/messages')).text).toContain('Mailed to shop@trees.example.com on');
});

test('pages follow one another without a gap', async ({ office }) => {
  // Two of each instant, so that the time alone does not tell where a page ends.
  for (let number = 1; number <= 45; number += 1) {
    await office.receive({ subject: `Number ${number}.` });
    if (number % 2 === 0) office.time.pass(1);
  }
  const seen: string[] = [];
  let path: string | undefined = '/admin/messages?show=all';
  for (let pages = 0; path !== undefined && pages < 9; pages += 1) {
    const { html } = await office.read(path);
    seen.push(...Array.from(html.matchAll(/<h3[^>]*>Number (\d+)\./g), ([, number]) => String(number)));
    path = /href="([^"]*)">Older messages/.exec(html)?.[1]?.replaceAll('&#38;', '&');
  }
  expect(seen).toHaveLength(45);
  expect(new Set(seen).size).toBe(45);
  // Of two of one instant either may come first.
  const instants = seen.map((number) => Math.ceil(Number(number) / 2));
  expect(instants).toEqual(instants.toSorted((a, b) => b - a));
});

test('messages are found by name, e-mail, phone, subject and text, however they are typed', async ({
  office,
}) => {
  await office.receive({
    name: 'Sinéad O’Brien',
    email: 'sinead.ob@post.example.com',
    phone: '+44 7700 900321',
    subject: 'Łukasz’s tree',
    message: 'It would stand in the Café Größe.',
  });
  await office.receive({ name: 'Mac Donald', phone: '01632 960123' });
  await office.receive({ name: 'Spammer Obrienne', message: 'pills' }, 'cheap');
  const count = async (q: string, show = 'all') =>
    /<title>(\d+) found/.exec(
      (await office.read(`/admin/messages?${new URLSearchParams({ show, q })}`)).html,
    )?.[1];
  for (const q of [
    'obrien',
    "O'BRIEN",
    'o brien',
    'sinead',
    'sinead.ob@post',
    '07700900321',
    '900321',
    '00 900 32',
  ])
    expect(await count(q), q).toBe('1');
  for (const q of ['lukasz', 'cafe grosse', 'macdonald', 'tree lukaszs']) expect(await count(q), q).toBe('1');
  for (const q of ['rien', 'pills', 'donald sinead', '%', '"', '…']) expect(await count(q), q).toBe('0');
  expect(await count('obrien', 'spam')).toBe('1');
  const { text, html } = await office.read('/admin/messages?show=all&q=%22%3Eobrien');
  expect(text).toContain('New (1) All (1) Spam (1)');
  expect(html).toContain('value="&#34;&#62;obrien"');
  // Marked, it stays in what was found.
  const id = /id="message-([^"]+)"/.exec(html)?.[1] ?? '';
  const marked = await office.post(`/admin/messages/${id}`, { mark: 'read', show: 'all', q: 'obrien' });
  expect(marked.text).toContain('New (0) All (1) Spam (1)');
});

test('the way back keeps the place, and odd requests change nothing', async ({ office }) => {
  const id = await office.receive();
  const marked = await office.post(`/admin/messages/${id}`, { mark: 'replied', show: 'all', page: '2' });
  expect(marked.location).toContain('show=all&page=2');
  expect(marked.text).toContain('Nothing older');
  const gone = await office.post('/admin/messages/none', { mark: 'read', show: 'all' });
  expect(gone.text).toContain('This message is no longer here.');
  // Of the address too, which no line break can turn into a header.
  const odd = await office.post('/admin/messages/%0d%0aSet-Cookie:%20a=1', { mark: 'read', show: 'all' });
  expect(odd.location).toContain('#message-%0D%0ASet-Cookie%3A%20a%3D1');
  for (const entries of [{}, { mark: 'delete' }]) {
    expect((await office.post(`/admin/messages/${id}`, entries as Record<string, string>)).status).toBe(400);
  }
});

const ANSWER_ID = '0199f0aa-1111-7222-8333-444455556666';

test('an answer goes out once, to the writer, with the farm to reply to, and stays in the thread', async ({
  office,
}) => {
  const id = await office.receive();
  await office.outbox.runOnce();
  office.time.pass(60);
  const entries = {
    answerId: ANSWER_ID,
    text: 'Dear Anna,\r\n\r\nYes: ten feet,\r\nand <straight>.',
    show: 'new',
  };
  const path = `/admin/messages/${id}/answer`;
  const [sent] = await Promise.all([office.post(path, entries), office.post(path, entries)]);
  expect(sent?.location).toBe(`/admin/messages?show=new&done=answered&of=${id}#message-${id}`);
  expect(sent?.text).toContain('Your answer to Anna Field is going out by e-mail.');
  expect(sent?.text).toContain('New (0) All (1) Spam (0)');
  await office.outbox.runOnce();
  expect(office.inbox.received).toHaveLength(2);
  const { to, mail } = office.inbox.received[1] ?? {};
  expect(to).toEqual(['anna@example.com']);
  expect(mail?.subject).toBe('Re: A tall tree');
  expect(mail?.replyTo?.map(({ address }) => address)).toEqual(['inbox@trees.example.com']);
  // The person's own words and greeting, the message, and where to find the farm.
  const written = 'Dear Anna,\n\nYes: ten feet,\nand <straight>.\n\nYou wrote to us:\n\n> Do you have one';
  expect(mail?.text).toMatch(new RegExp(`^${written}\\n> of ten feet\\?\\n\\nPhone: 01632 960 999\\n`));
  expect(mail?.html).toContain('Yes: ten feet,<br>and &#60;straight&#62;.');
  const { text, html } = await office.read('/admin/messages?show=all');
  expect(text).toContain('Owner answered on 20 November 2025, 10:00');
  expect(html).toContain('>Dear Anna,\n\nYes: ten feet,\nand &#60;straight&#62;.</blockquote>');
  expect(text).toContain('Mailed to anna@example.com on 20 November 2025, 10:00');
  expect(text).toContain('Replied on 20 November 2025, 10:00');
  // Sent again with other words, from a page of the past: they are not the answer that went out, and are kept.
  const changed = await office.post(path, { ...entries, text: 'No, <nine>.' });
  expect([changed.status, changed.location]).toEqual([409, null]);
  expect(changed.text).toContain('You’ve sent another answer with this form already.');
  expect(changed.html).toContain('No, &#60;nine&#62;.</textarea>');
  expect(changed.html).not.toContain(ANSWER_ID);
  // A second one has no second 'Re:', and an answer to nothing is none.
  const again = await office.receive({ subject: 'RE: A tall tree' });
  const other = { ...entries, answerId: ANSWER_ID.replace('0199', '0200') };
  expect((await office.post(`/admin/messages/${again}/answer`, entries)).status).toBe(409);
  await office.post(`/admin/messages/${again}/answer`, other);
  const gone = await office.post('/admin/messages/none/answer', {
    ...entries,
    answerId: ANSWER_ID.replace('0', '1'),
  });
  expect(gone.text).toContain('This message is no longer here.');
  await office.outbox.runOnce();
  expect(office.inbox.received.at(-1)?.mail.subject).toBe('RE: A tall tree');
  // By id too, because a name can pass to somebody else.
  expect(
    await office.database.db.selectFrom('messageAnswers').select(['person', 'personId']).execute(),
  ).toEqual([1, 2].map(() => ({ person: 'Owner', personId: FOUNDER_ID })));
});

test('an answer that could not be sent says so in the thread, and its copy how that went', async ({
  office,
}) => {
  const id = await office.receive();
  await office.outbox.runOnce();
  await office.post(`/admin/messages/${id}/answer`, { answerId: ANSWER_ID, text: 'Yes.', show: 'all' });
  office.inbox.mood = { at: 'RCPT TO', code: 550 };
  await office.outbox.runOnce();
  const { html } = await office.read('/admin/messages?show=all');
  expect(html).toContain('The e-mail to anna@example.com couldn’t be sent.');
  const mailId = /href="\/admin\/mails#mail-([^"]+)"/.exec(html)?.[1] ?? '';
  await office.post(`/admin/mails/${mailId}`, { action: 'correct', address: 'anna.field@example.com' });
  office.inbox.mood = 'take';
  await office.outbox.runOnce();
  expect((await office.read('/admin/messages?show=all')).text).toContain(
    'Mailed to anna.field@example.com on',
  );
});

test('an empty or endless answer is not sent, and what was typed is kept; spam is not answered', async ({
  office,
}) => {
  const id = await office.receive();
  const post = (text: string) =>
    office.post(`/admin/messages/${id}/answer`, { answerId: ANSWER_ID, text, show: 'all' });
  const empty = await post(' \r\n ');
  expect([empty.status, empty.location]).toEqual([422, null]);
  expect(empty.text).toContain('Please write an answer.');
  expect(empty.html).toContain('<title>Error');
  const long = await post('ä'.repeat(5001));
  expect(long.text).toContain('Please shorten it to 5,000 characters.');
  expect(long.html).toContain('ä'.repeat(5001));
  expect((await office.read(`/admin/messages?show=all&answer=${id}`)).html).toContain('Send the answer');
  await office.post(`/admin/messages/${id}`, { mark: 'spam', show: 'spam' });
  expect((await office.read(`/admin/messages?show=spam&answer=${id}`)).html).not.toContain('Send the answer');
  expect(await office.database.db.selectFrom('messageAnswers').select('id').execute()).toEqual([]);
});
