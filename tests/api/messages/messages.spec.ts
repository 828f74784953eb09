import { listMails } from '../mail/made-up.ts';
import { expect, MESSAGE, test } from './test.ts';

test('a JSON message is stored and reaches the farm, with its sender to answer to', async ({ counter }) => {
  const response = await counter.postJson(MESSAGE);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true });
  expect(await counter.messages()).toMatchObject([
    { name: 'Anna Müller', contactPreference: 'phone', spamReason: null, submissionId: null },
  ]);
  await expect.poll(() => counter.inbox.received.length).toBe(1);
  const [received] = counter.inbox.received;
  expect(received?.to).toEqual(['inbox@trees.example.com']);
  expect(received?.from).toBe('farm@trees.example.com');
  const mail = received?.mail;
  expect(mail?.subject).toBe('Website message: A tall tree');
  expect(mail?.replyTo).toMatchObject([{ address: 'anna@senders.example.com' }]);
  expect(mail?.text).toContain('> Do you have one of ten feet?\n> With a stand?');
  expect(mail?.text).toContain('Would like an answer: by phone');
  expect(mail?.text).toContain('Phone: 01632 960 123');
  expect(mail?.html).toContain('With a stand?');
});

test('a plain form post is stored and sent too, and leads to the thank-you', async ({ counter }) => {
  const response = await counter.postForm({
    ...MESSAGE,
    submissionId: '',
    startedAt: '',
    sentAt: '',
    homepage: '',
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toBe('/contact-us/thank-you');
  await expect.poll(() => counter.inbox.received.length).toBe(1);
  expect(await counter.messages()).toHaveLength(1);
});

for (const way of ['postJson', 'postForm'] as const) {
  test(`${way}: a retry with the same submission id is stored and mailed once`, async ({ counter }) => {
    const submissionId = '0199f0aa-1111-4222-8333-444455556666';
    const answers = [];
    for (let times = 0; times < 3; times++) answers.push(await counter[way]({ ...MESSAGE, submissionId }));
    const parallel = await Promise.all([1, 2].map(() => counter[way]({ ...MESSAGE, submissionId })));
    expect(new Set([...answers, ...parallel].map(({ status }) => status)).size).toBe(1);
    expect(answers[0]?.status).toBe(way === 'postJson' ? 200 : 303);
    expect(await counter.messages()).toHaveLength(1);
    expect(await listMails(counter.database.db)).toHaveLength(1);
    await counter.outbox.runOnce();
    expect(counter.inbox.received).toHaveLength(1);
  });
}

test('another message with an old submission id, or none, is no retry', async ({ counter }) => {
  const submissionId = '0199f0aa-1111-4222-8333-444455556666';
  await counter.postJson({ ...MESSAGE, submissionId });
  await counter.postJson({
    ...MESSAGE,
    submissionId,
    message: 'I forgot to say: it is for the school hall.',
  });
  await counter.postJson(MESSAGE);
  await counter.postJson(MESSAGE);
  expect(await counter.messages()).toHaveLength(4);
  expect(await listMails(counter.database.db)).toHaveLength(4);
});

const NOW = Date.parse('2025-11-20T09:00:00.000Z');
for (const [what, signs, isSuspect] of [
  ['a filled honeypot', { homepage: 'https://pills.example.com' }, true],
  ['a form sent in a second', { startedAt: NOW - 1000 }, true],
  ['a form sent in a second by its own clock', { startedAt: NOW - 90_000, sentAt: NOW - 89_000 }, true],
  ['a form sent in three seconds', { startedAt: NOW - 3000 }, false],
  ['a clock that is an hour fast', { startedAt: NOW + 3_600_000 }, false],
  ['a clock that is a minute fast', { startedAt: NOW - 1000, sentAt: NOW + 60_000 }, false],
  ['an empty timestamp', { startedAt: '', homepage: '' }, false],
  ['a timestamp that is none', { startedAt: 'yesterday' }, false],
] as const) {
  for (const way of ['postJson', 'postForm'] as const) {
    test(`${way}: ${what} is ${isSuspect ? 'kept, marked and not mailed' : 'an ordinary message'}`, async ({
      counter,
    }) => {
      const hidden = Object.fromEntries(
        Object.entries(signs).map(([name, value]) => [name, way === 'postForm' ? String(value) : value]),
      );
      const response = await counter[way]({ ...MESSAGE, ...hidden });
      expect(response.status).toBe(way === 'postJson' ? 200 : 303);
      const [stored] = await counter.messages();
      expect(stored?.message).toBe(MESSAGE.message);
      expect(stored?.spamReason === null).toBe(!isSuspect);
      await counter.outbox.runOnce();
      expect(counter.inbox.received).toHaveLength(isSuspect ? 0 : 1);
    });
  }
}

for (const [what, message, isSpam] of [
  ['three links', 'See https://a.example.com/x and http://b.example.org, or www.c.example.net!', true],
  [
    'one link three times',
    '<a href="https://a.example/">A</a> [url=https://a.example]A[/url] HTTPS://A.EXAMPLE',
    true,
  ],
  ['two links', 'Like this one: https://a.example.com/fir or www.b.example.org?', false],
  [
    'links to our own pages',
    `${'https://trees.example.com/prices www.trees.example.com '.repeat(3)}?`,
    false,
  ],
  ['e-mail addresses', 'anna@www.example.com, ben@www.example.com, eve@www.example.com.', false],
] as const) {
  test(`a message with ${what} is ${isSpam ? 'spam: kept, and not mailed' : 'mailed to the farm'}`, async ({
    counter,
  }) => {
    expect((await counter.postJson({ ...MESSAGE, message })).status).toBe(200);
    const [stored] = await counter.messages();
    expect([stored?.message, stored?.isSpam]).toEqual([message, isSpam ? 1 : 0]);
    expect(stored?.spamReason).toBe(isSpam ? 'it has 3 links to other websites' : null);
    await counter.outbox.runOnce();
    expect(counter.inbox.received).toHaveLength(isSpam ? 0 : 1);
  });
}

test('no field of a message reaches the head of a mail or its recipients', async ({ counter }) => {
  const attack = '\r\nBcc: victim@example.com\r\nX-Smuggled: 1\r\n\r\nbody';
  for (const field of ['name', 'phone', 'subject', 'message']) {
    const response = await counter.postJson({ ...MESSAGE, [field]: `Text${attack}` });
    expect(response.status, field).toBe(200);
  }
  for (const field of ['email', 'contactPreference']) {
    const response = await counter.postJson({ ...MESSAGE, [field]: `anna@senders.example.com${attack}` });
    expect(response.status, field).toBe(422);
  }
  await counter.outbox.runOnce();
  expect(counter.inbox.received).toHaveLength(4);
  for (const { to, mail } of counter.inbox.received) {
    expect(to).toEqual(['inbox@trees.example.com']);
    expect(mail.headers.map(({ key }) => key)).not.toContain('x-smuggled');
    expect(mail.bcc ?? []).toEqual([]);
  }
});

test('markup in a message is text in the mail', async ({ counter }) => {
  const script = '<script>alert(1)</script>"\'>';
  await counter.postJson({ ...MESSAGE, name: script, phone: script, subject: script, message: script });
  const [mail] = await listMails(counter.database.db);
  expect(mail?.htmlBody).not.toContain('<script');
  expect(mail?.htmlBody).toContain('&#60;script&#62;');
});

test('a message that cannot be stored is a 503, and a retry works', async ({ counter }) => {
  const { sqlite } = counter.database;
  sqlite.pragma('query_only = ON');
  const json = await counter.postJson(MESSAGE);
  expect(json.status).toBe(503);
  expect(await json.json()).toMatchObject({
    code: 'storage_unavailable',
    error: expect.stringMatching(/\.$/),
  });
  sqlite.pragma('query_only = OFF');
  expect(await counter.messages()).toHaveLength(0);
  expect((await counter.postJson(MESSAGE)).status).toBe(200);
  expect(counter.logged.join()).toContain('storage failed');
  expect(counter.logged.join()).not.toContain('anna');
});

test('without its mail a message is not stored either', async ({ counter }) => {
  counter.database.sqlite.exec(
    "CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  expect((await counter.postJson(MESSAGE)).status).toBe(500);
  expect(await counter.messages()).toHaveLength(0);
});
