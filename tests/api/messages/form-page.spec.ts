import { expect, MESSAGE, test } from './test.ts';

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
  expect(page).toContain('<a href="#contact-name">Name must be at least 2 characters.</a>');
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

test('each wrong field has its specified message', async ({ counter }) => {
  const response = await counter.postJson({ contactPreference: 'pigeon' });
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({
    code: 'invalid_fields',
    error: expect.stringMatching(/\.$/),
    fields: {
      name: 'Name must be at least 2 characters.',
      email: 'Please enter a valid email address.',
      subject: 'Subject must be at least 2 characters.',
      message: 'Message must be at least 10 characters.',
      contactPreference: 'Please select a contact preference.',
    },
  });
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
    [JSON.stringify({ ...MESSAGE, submissionId: {} }), JSON_TYPE, 422],
    [JSON.stringify({ ...MESSAGE, submissionId: '1' }), JSON_TYPE, 422],
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
  for (const field of Object.keys(MESSAGE)) {
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
