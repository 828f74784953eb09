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

test('a retry with the same submission id is stored and mailed once; another message with it, or none, is no retry', async ({
  counter,
}) => {
  const message = 'I forgot to say: it is for the school hall.';
  for (const [at, way] of (['postJson', 'postForm'] as const).entries()) {
    const submissionId = `0199f0aa-1111-4222-8333-44445555666${at}`;
    const sent = { ...MESSAGE, submissionId };
    const answers = [];
    for (let times = 0; times < 3; times++) answers.push(await counter[way](sent));
    answers.push(...(await Promise.all([1, 2].map(() => counter[way](sent)))));
    const status = way === 'postJson' ? 200 : 303;
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
    expect(await counter.messages()).toHaveLength(at * 4 + 1);
    for (const other of [{ ...sent, message }, MESSAGE, MESSAGE]) await counter[way](other);
    expect(await counter.messages()).toHaveLength(at * 4 + 4);
  }
  expect(await listMails(counter.database.db)).toHaveLength(8);
  await counter.outbox.runOnce();
  expect(counter.inbox.received).toHaveLength(8);
});

const NOW = Date.parse('2025-11-20T09:00:00.000Z');
const LINKS = 'it has 3 links to other websites';

/** Submissions, and why each is kept, marked and not mailed; null for an ordinary message. */
const SUBMISSIONS: Record<string, [entries: Record<string, string | number>, spamReason: string | null]> = {
  'a filled honeypot': [{ homepage: 'https://pills.example.com' }, 'the hidden field was filled in'],
  'a form sent in a second': [{ startedAt: NOW - 1000 }, 'the form was filled in within two seconds'],
  'a form sent in a second by its own clock': [
    { startedAt: NOW - 90_000, sentAt: NOW - 89_000 },
    'the form was filled in within two seconds',
  ],
  'a form sent in three seconds': [{ startedAt: NOW - 3000 }, null],
  'a clock that is an hour fast': [{ startedAt: NOW + 3_600_000 }, null],
  'a clock that is a minute fast': [{ startedAt: NOW - 1000, sentAt: NOW + 60_000 }, null],
  'an empty timestamp': [{ startedAt: '', homepage: '' }, null],
  'a timestamp that is none': [{ startedAt: 'yesterday' }, null],
  'three links': [
    { message: 'See https://a.example.com/x and http://b.example.org, or www.c.example.net!' },
    LINKS,
  ],
  'one link three times': [
    { message: '<a href="https://a.example/">A</a> [url=https://a.example]A[/url] HTTPS://A.EXAMPLE' },
    LINKS,
  ],
  'two links': [{ message: 'Like this one: https://a.example.com/fir or www.b.example.org?' }, null],
  'links to our own pages': [
    { message: `${'https://trees.example.com/prices www.trees.example.com '.repeat(3)}?` },
    null,
  ],
  'e-mail addresses': [{ message: 'anna@www.example.com, ben@www.example.com, eve@www.example.com.' }, null],
};

test('what looks like spam is kept, marked and not mailed, with script and without', async ({ counter }) => {
  for (const [name, [entries, spamReason]] of Object.entries(SUBMISSIONS)) {
    const message = String(entries.message ?? MESSAGE.message);
    const form = Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, String(value)]));
    const json = await counter.postJson({ ...MESSAGE, ...entries });
    const posted = await counter.postForm({ ...MESSAGE, ...form });
    expect([json.status, posted.status], name).toEqual([200, 303]);
    const isSpam = spamReason === null ? 0 : 1;
    for (const stored of (await counter.messages()).slice(-2))
      expect(stored, name).toMatchObject({ message, spamReason, isSpam });
    await counter.outbox.runOnce();
    expect(counter.inbox.received.splice(0), name).toHaveLength(isSpam ? 0 : 2);
  }
});

test('what a visitor writes is text in the mail’s HTML, and no line break is in its addresses', async ({
  counter,
}) => {
  for (const field of ['email', 'contactPreference']) {
    const attack = `${MESSAGE.email}\r\nBcc: victim@example.com`;
    expect((await counter.postJson({ ...MESSAGE, [field]: attack })).status, field).toBe(422);
  }
  const script = '<script>alert(1)</script>"\'>';
  await counter.postJson({ ...MESSAGE, name: script, phone: script, subject: script, message: script });
  const mail = (await listMails(counter.database.db)).at(-1);
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
  // Without its mail a message is not stored either.
  sqlite.exec("CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no'); END");
  expect((await counter.postJson(MESSAGE)).status).toBe(500);
  expect(await counter.messages()).toHaveLength(1);
});
