import { expect, MESSAGE, test } from './test.ts';

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
for (const [what, body, type, status] of [
  ['no JSON', '{"name":', 'application/json', 400],
  ['nothing', '', 'application/json', 400],
  ['null', 'null', 'application/json', 400],
  ['a list', '[]', 'application/json', 400],
  ['text', '"name"', 'application/json', 400],
  ['deep nesting', '['.repeat(DEEP) + ']'.repeat(DEEP), 'application/json', 400],
  ['a deeply nested field', `{"name":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`, 'application/json', 422],
  ['prototype keys', '{"__proto__":{"name":"Anna"},"constructor":{"prototype":{}}}', 'application/json', 422],
  ['5 MB', `{"message":"${'x'.repeat(5_000_000)}"}`, 'application/json', 413],
  ['text that says it is text', JSON.stringify(MESSAGE), 'text/plain', 415],
  ['no type', JSON.stringify(MESSAGE), '', 415],
  ['another kind of form', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 415],
  ['a submission id that is none', JSON.stringify({ ...MESSAGE, submissionId: {} }), 'application/json', 422],
  ['a short submission id', JSON.stringify({ ...MESSAGE, submissionId: '1' }), 'application/json', 422],
] as const) {
  test(`${what} is refused with ${status}, and nothing is stored`, async ({ counter }) => {
    const response = await counter.post(body, type);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: expect.stringMatching(/\.$/),
      code: expect.stringMatching(/^[a-z_]+$/),
    });
    expect(await counter.messages()).toEqual([]);
  });
}

for (const field of ['name', 'email', 'phone', 'subject', 'message', 'contactPreference']) {
  test(`${field}: whatever it holds, the answer is 200 or 422`, async ({ counter }) => {
    const values: unknown[] = [
      '',
      ' ',
      'x'.repeat(6000),
      '\u0000\u0001\u202e',
      '\ud800',
      '👩‍🌾🌲'.repeat(8),
      0,
      -1,
      1e308,
      true,
      null,
      [],
      [['x']],
      { a: 1 },
    ];
    for (const value of values) {
      const response = await counter.postJson({ ...MESSAGE, [field]: value });
      expect([200, 422], JSON.stringify(value)).toContain(response.status);
    }
    expect(counter.logged).toEqual([]);
  });
}

test('the longest message of the widest characters fits, as JSON and form', async ({ counter }) => {
  const message = '🌲'.repeat(2500);
  expect((await counter.postJson({ ...MESSAGE, message })).status).toBe(200);
  expect((await counter.postForm({ ...MESSAGE, message })).status).toBe(303);
  expect((await counter.messages()).map((stored) => stored.message)).toEqual([message, message]);
});
