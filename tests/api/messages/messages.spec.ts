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

test('a refused form comes back in the built page, with entries and messages', async ({ counter }) => {
  const response = await counter.postForm({
    ...MESSAGE,
    name: 'A',
    email: 'nobody',
    submissionId: 'abcd-1234',
  });
  expect(response.status).toBe(422);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const page = await response.text();
  expect(page).toContain('<title>Error: Contact us</title>');
  expect(page).toMatch(/^<!doctype html><html>.*<header>Farm<\/header>/s);
  expect(page).toContain('<footer>End</footer>');
  expect(page.match(/<form/g)).toHaveLength(1);
  expect(page).toContain(
    '<a href="#contact-name">Name must be at least <span class="one">2 characters</span>.</a>',
  );
  expect(page).toContain('<a href="#contact-email">Please enter a valid email address.</a>');
  expect(page).toMatch(/name="name"[^>]*aria-invalid="true"[^>]*value="A"/);
  expect(page).toContain('value="nobody"');
  expect(page).toContain('value="A tall tree"');
  expect(page).toContain('Do you have one of ten feet?\nWith a stand?</textarea>');
  expect(page).toMatch(/value="phone" checked/);
  expect(page).not.toMatch(/value="email" checked/);
  expect(page).toContain('name="submissionId" value="abcd-1234"');
  expect(page).toMatch(/role="alert" tabindex="-1" autofocus/);
  expect(await counter.messages()).toEqual([]);
});

test('no entry can become markup in that page, in hidden or unknown fields too', async ({ counter }) => {
  const script = `"'><script>alert(1)</script></textarea><img src=x onerror=alert(1)><!--/contact-form-->`;
  const names = ['name', 'email', 'phone', 'subject', 'message', 'contactPreference'];
  const hidden = ['submissionId', 'startedAt', 'sentAt', 'homepage', script];
  const response = await counter.postForm(
    Object.fromEntries([...names, ...hidden].map((name) => [name, `${script}\u0000`])),
  );
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page.match(/&#60;script&#62;/g)?.length).toBe(9);
  expect(page).not.toMatch(/<script|<img|"'>/);
  expect(page.match(/<\/textarea>/g)).toHaveLength(1);
  expect(page.match(/<!--\/contact-form-->/g)).toHaveLength(1);
  const dollars = await (await counter.postForm({ ...MESSAGE, message: "\n$& $` $'" })).text();
  // The parser drops the first line feed of a textarea.
  expect(dollars).toMatch(/<textarea[^>]*>\n\n\$&#38; \$` \$&#39;<\/textarea>/);
});

test('a form that could not be stored comes back with 503 and every entry', async ({ counter }) => {
  counter.database.sqlite.pragma('query_only = ON');
  const response = await counter.postForm(MESSAGE);
  counter.database.sqlite.pragma('query_only = OFF');
  expect(response.status).toBe(503);
  const page = await response.text();
  expect(page).toContain('Something went wrong');
  expect(page).toContain('Your message couldn&#39;t be sent. Please try again.');
  for (const entry of ['Anna Müller', 'anna@senders.example.com', 'A tall tree', 'With a stand?']) {
    expect(page).toContain(entry);
  }
  expect(page).not.toContain('aria-invalid');
  expect(counter.logged.join()).toContain('storage failed');
});

test('a visitor over the limit gets the page with every entry and the wait', async ({ counter }) => {
  counter.limit.isReached = true;
  const form = await counter.postForm(MESSAGE);
  expect(form.status).toBe(429);
  expect(form.headers.get('Retry-After')).toBe('7');
  const page = await form.text();
  expect(page).toContain('Something went wrong');
  expect(page).toContain('value="A tall tree"');
  const json = await counter.postJson(MESSAGE);
  expect(json.status).toBe(429);
  counter.limit.isReached = false;
  const long = await counter.postForm({ ...MESSAGE, message: 'x'.repeat(200_000) });
  expect([long.status, (await long.text()).includes('Please shorten it.')]).toEqual([413, true]);
  expect(await counter.messages()).toEqual([]);
});

const DEEP = 20_000;
const JSON_TYPE = 'application/json';

test('bodies and values that make no sense are refused, and nothing is stored', async ({ counter }) => {
  for (const [body, type, status] of [
    ['{"name":', JSON_TYPE, 400],
    ['', JSON_TYPE, 400],
    ['null', JSON_TYPE, 400],
    ['[]', JSON_TYPE, 400],
    ['"name"', JSON_TYPE, 400],
    ['['.repeat(DEEP) + ']'.repeat(DEEP), JSON_TYPE, 400],
    [`{"name":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`, JSON_TYPE, 422],
    ['{"__proto__":{"name":"Anna"},"constructor":{"prototype":{}}}', JSON_TYPE, 422],
    [`{"message":"${'x'.repeat(5_000_000)}"}`, JSON_TYPE, 413],
    [JSON.stringify(MESSAGE), 'text/plain', 415],
    [JSON.stringify(MESSAGE), '', 415],
    ['--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 415],
  ] as const) {
    const response = await counter.post(body, type);
    expect(response.status, body.slice(0, 60)).toBe(status);
    const error = expect.stringMatching(/\.$/);
    expect(await response.json()).toMatchObject({ error, code: expect.stringMatching(/^[a-z_]+$/) });
  }
  expect(await counter.messages()).toEqual([]);
  const values: unknown[] = [
    ...['', ' ', 'x'.repeat(6000), '\u0000\u0001\u202e', '\ud800', '👩‍🌾🌲'.repeat(8)],
    ...[0, -1, 1e308, true, null, [], [['x']], { a: 1 }],
  ];
  for (const field of [...Object.keys(MESSAGE), 'submissionId']) {
    for (const value of values) {
      const { status } = await counter.postJson({ ...MESSAGE, [field]: value });
      expect([200, 422], `${field} ${JSON.stringify(value)}`).toContain(status);
    }
  }
  expect(counter.logged).toEqual([]);
});

test('the longest message of the widest characters fits, as JSON and form', async ({ counter }) => {
  const message = '🌲'.repeat(2500);
  expect((await counter.postJson({ ...MESSAGE, message })).status).toBe(200);
  expect((await counter.postForm({ ...MESSAGE, message })).status).toBe(303);
  expect((await counter.messages()).map((stored) => stored.message)).toEqual([message, message]);
});
