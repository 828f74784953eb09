import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { createLog, maskPersonalData } from '../../../api/http/log.ts';

/** Texts that no line of the log may have, in any form. */
const MARKS = [
  'Quillfeather',
  'quillfeather',
  '960 471',
  '960471',
  'TA6 4RT',
  'TA64RT',
  'Bramble',
  '4242',
  'sk_live',
];

const person = {
  name: 'Jane Quillfeather',
  email: 'jane.quillfeather@mail.example',
  phone: '01632 960 214',
  address: '7 Bramble Lane',
  postcode: 'TA6 4RT',
  card: '4242 4242 4242 4242',
};

function logged(message: string, error?: unknown): string {
  const lines: string[] = [];
  createLog('debug', { write: (line) => void lines.push(line) }).log(message, error);
  return lines.join('');
}

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const details = {
  customer: person,
  headers: { authorization: 'Bearer sk_live_1' },
  raw: { message: person.name },
};
for (const [what, error] of [
  ['an error with everything hung on it', Object.assign(new Error('failed'), details)],
  [
    'a mail server’s answer',
    Object.assign(new Error(`550 <${person.email}> unknown`), { rejected: [person.email] }),
  ],
  [
    'a body that is no JSON',
    thrown(() => JSON.parse(`{"name": Jane Quillfeather", "street": "7 Bramble Lane"}`)),
  ],
  ['a body that ends too soon', thrown(() => JSON.parse(`{"name": "Jane Quillfeather`))],
  [
    'a failed schema',
    thrown(() => z.strictObject({ a: z.literal('b') }).parse({ a: person.name, [person.name]: 1 })),
  ],
  ['a cause', new Error('outer', { cause: new Error(`no delivery to ${person.phone}, ${person.postcode}`) })],
  ['a rejected card', new Error(`The card ${person.card} was declined for "${person.name}"`)],
  ['a quoted name', new Error(`No such customer: '${person.name}' of \`${person.address}\``)],
  ['a thrown text', `${person.email} ${person.phone}`],
  ['a thrown object', person],
  ['several errors', new AggregateError([new Error(person.name)], 'several')],
] as const) {
  test(`${what} brings no person into the log`, () => {
    const line = logged('it failed', error);
    expect(JSON.parse(line)).toMatchObject({ level: 'error', msg: 'it failed', error: expect.anything() });
    for (const mark of MARKS) expect(line).not.toContain(mark);
  });
}

test('nor does a message', () => {
  const line = logged(`order for ${person.email}, ${person.phone}, ${person.postcode}, "${person.name}"`);
  for (const mark of MARKS) expect(line).not.toContain(mark);
});

for (const text of [
  'now serving build c7c171aec7cdb656',
  'order KD-7F3K2M9 paid, 2 boxes, £54.70',
  'intent pi_3OqLZx2eZvKYlo2C1gQ12345 of attempt 019aa5f0-1c2d-7a3b-8c4d-5e6f7a8b9c0d settled',
  'retry at 2025-11-21T09:30:00.000Z after 1200 ms',
  "the buyer's order and the farm's copy are waiting",
]) {
  test(`what is needed stays: ${text}`, () => expect(maskPersonalData(text)).toBe(text));
}

test('an error keeps its type, code, place and cause', () => {
  const error = Object.assign(new TypeError('database is locked', { cause: new RangeError('inner') }), {
    code: 'SQLITE_BUSY',
  });
  expect(JSON.parse(logged('storage failed', error))).toMatchObject({
    error: {
      type: 'TypeError',
      message: 'database is locked',
      code: 'SQLITE_BUSY',
      stack: expect.arrayContaining([expect.stringContaining('redaction.spec.ts')]),
      cause: { type: 'RangeError', message: 'inner' },
    },
  });
});

test('an error that causes itself ends', () => {
  const error = new Error('round');
  error.cause = error;
  expect(logged('it failed', error).length).toBeLessThan(10_000);
});

test('a line break starts no new log line', () => {
  expect(logged('one\n{"level":"info"}').trim().split('\n')).toHaveLength(1);
});

test('a long text is cut off where no half of an address is left', () => {
  const masked = maskPersonalData(`${'word '.repeat(198)}anna.somebody@example.com`);
  expect(masked).toBe(`${'word '.repeat(198)}…`);
  expect(maskPersonalData('a'.repeat(2000))).toBe('…');
});
