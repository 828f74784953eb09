import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../api/http/limits.ts';
import { checkContactMessage } from '../../src/domain/contact/contact-message.ts';
import { toPence } from '../../src/domain/money.ts';
import { type FoliageEntries, readFoliageDelivery } from '../../src/domain/orders/foliage-delivery.ts';
import { readOrder } from '../../src/domain/orders/order-entries.ts';
import {
  readCode,
  readLine,
  readLines,
  readNumber,
  readText,
  tidyLine,
} from '../../src/domain/plain-text.ts';
import { parsePostcode } from '../../src/domain/postcode.ts';
import { BOX_PENCE, typeOrder } from '../support/sample-order.ts';
import { test as editorTest } from './content/content-under-test.ts';
import { readFormEntries } from './content/read-form.ts';
import { intentBody } from './orders/shop-calls.ts';
import { expect, openAnotherApp, type ShopUnderTest, test } from './orders/shop-under-test.ts';
import { readPage } from './slot-pages.ts';
import { send, entries as telephoneEntries } from './telephone/telephone-calls.ts';

/** What is typed or pasted, and what every form and endpoint reads. */
const READ = {
  line: [
    ['\u202a Zoe\u0308 Lee\u202c', 'Zoë Lee'],
    ['Ann\u2028Lee\v\f', 'Ann Lee'],
    ['\ufeffAnn\u200b Lee\u00ad\u2066\u200e\u0000', 'Ann Lee'],
    ['Ann\tLee\u001b', 'Ann Lee'],
    ['Ann 👩\u200d Lee', 'Ann 👩 Lee'],
    [
      'Ann 👩\u200d🌾 O\u200d’Lee 🏴\u{e0067}\u{e0062}\u{e007f}',
      'Ann 👩\u200d🌾 O’Lee 🏴\u{e0067}\u{e0062}\u{e007f}',
    ],
    ['李小龙', '李小龙'],
  ],
  lines: [
    ['One\u2028Two\vThree\rFour\u0085Five\r\nSix\fSeven', 'One\nTwo\nThree\nFour\nFive\nSix\nSeven'],
    ['\u200bOne line\u202e of it', 'One line of it'],
  ],
  phone: [['\u202a01632\u2011960\u2013123\u202c', '01632-960-123']],
  email: [
    ['o&leary@example.com', 'o&leary@example.com'],
    ["ann.o'lee+trees@mail.example.com", "ann.o'lee+trees@mail.example.com"],
    ['\u200eann@example.xn--p1ai\u200b', 'ann@example.xn--p1ai'],
  ],
  postcode: [
    ['TA6-3TA', 'TA6 3TA'],
    ['ta6 3ta.', 'TA6 3TA'],
    ['TA6\u20113TA\u200b', 'TA6 3TA'],
    ['L1 OAA', 'L1 0AA'],
    ['S014 6AB', 'SO14 6AB'],
    ['WIA IHQ', 'W1A 1HQ'],
  ],
} as const;

type Kind = keyof typeof READ;

/** What nobody takes, and what is said of it. */
const REFUSED = [
  ['postcode', 'BFPO 61', 'the postcode of BFPO 61: every BFPO number has one, and it begins with BF1.'],
  ['postcode', 'no\u200bwhere', 'the full UK postcode, such as TA6 3TA. You wrote “nowhere”.'],
  ['email', 'ann@localhost', 'We need an e-mail address, such as ann@example.com.'],
  ['email', 'ann lee@example.com', 'We need an e-mail address, such as ann@example.com.'],
  ['email', 'ann@example.com\u2028Bcc: x@example.com', 'We need an e-mail address, such as ann@example.com.'],
  ['email', 'ann@-example.com', 'We need an e-mail address, such as ann@example.com.'],
  ['phone', '0'.repeat(101), 'Please shorten ‘Phone number’ to'],
] as const satisfies readonly (readonly [Kind, string, string])[];

const ORDER_FIELD = {
  line: 'customerName',
  lines: 'shippingAddress',
  phone: 'customerPhone',
  email: 'customerEmail',
  postcode: 'shippingPostcode',
} as const satisfies Record<Kind, string>;
const CONTACT_FIELD = { line: 'name', lines: 'message', phone: 'phone', email: 'email' } as const;

const TYPED = Object.entries(READ).flatMap(([kind, rows]) =>
  rows.map(([typed, read]) => [kind as Kind, typed, read] as const),
);
const toContact = (kind: Kind) => (kind === 'postcode' ? undefined : CONTACT_FIELD[kind]);

const MESSAGE = { name: 'Ann', email: 'ann@example.com', subject: 'Trees', message: 'A tall tree, please.' };

const attempts = async ({ data: { db } }: ShopUnderTest, field: (typeof ORDER_FIELD)[Kind]) =>
  (await db.selectFrom('orderAttempts').selectAll().orderBy('createdAt').execute()).at(-1)?.[field];

test('the order form, with script and without', async ({ shop }) => {
  for (const [kind, typed, read] of TYPED) {
    const field = ORDER_FIELD[kind];
    expect((await shop.submitForm({ [field]: typed })).status, typed).toBe(303);
    expect(await attempts(shop, field), typed).toBe(read);
    const body = intentBody({ [field]: typed });
    expect((await shop.post('/api/create-payment-intent', body)).status, typed).toBe(200);
    expect(await attempts(shop, field), typed).toBe(read);
  }
  for (const [kind, typed, said] of REFUSED) {
    const field = ORDER_FIELD[kind];
    const refused = await shop.submitForm({
      [field]: typed,
      shippingCity: 'Ta\u00adunton',
      ...(kind !== 'postcode' && { shippingPostcode: 'L1 OAA' }),
    });
    const page = await readPage(refused);
    expect(refused.status, typed).toBe(422);
    expect(page, typed).toContain(said);
    expect(page, 'What is corrected is shown.').toMatch(/name="shippingCity"[^>]* value="Taunton"/);
    if (kind !== 'postcode') expect(page).toMatch(/name="shippingPostcode"[^>]* value="L1 0AA"/);
    const { body } = await shop.post('/api/create-payment-intent', intentBody({ [field]: typed }));
    expect(body.fields[`order.${field}`], typed).toContain(said);
  }
});

test('the telephone page', async ({ shop }) => {
  for (const [kind, typed, read] of TYPED) {
    const field = ORDER_FIELD[kind];
    expect((await send(shop, '', telephoneEntries({ [field]: typed }))).status, typed).toBe(303);
    expect(await attempts(shop, field), typed).toBe(read);
  }
  for (const [kind, typed, said] of REFUSED) {
    const refused = await send(
      shop,
      '',
      telephoneEntries({ [ORDER_FIELD[kind]]: typed, customerName: '\u202aAnn Lee' }),
    );
    expect(refused.status, typed).toBe(422);
    expect(refused.page, typed).toContain(said);
    expect(refused.page).toMatch(/name="customerName"[^>]* value="Ann Lee"/);
  }
});

test('the contact form, with script and without', async ({ shop }) => {
  const contact = { requests: 1000, perSeconds: 1 };
  const { app, data } = openAnotherApp(shop, { limits: { ...LIMITS, contact } });
  const submit = (entries: object, isForm: boolean) =>
    app.request('/api/contact-submit', {
      method: 'POST',
      headers: { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
      body: isForm ? new URLSearchParams(entries as Record<string, string>) : JSON.stringify(entries),
    });
  for (const [kind, typed, read] of TYPED) {
    const field = toContact(kind);
    if (!field) continue;
    for (const isForm of [true, false]) {
      const submissionId = randomUUID();
      const { status } = await submit({ ...MESSAGE, submissionId, [field]: typed }, isForm);
      expect(status, typed).toBe(isForm ? 303 : 200);
      const stored = await data.db.selectFrom('messages').selectAll().orderBy('id').execute();
      expect(stored.at(-1)?.[field], typed).toBe(read);
    }
  }
  for (const [kind, typed, said] of REFUSED) {
    const field = toContact(kind);
    if (!field) continue;
    const body = await (await submit({ ...MESSAGE, [field]: typed }, false)).json();
    // Its words are specified.
    const expected = kind === 'email' ? 'Please enter a valid email address.' : said;
    expect(body.fields[field], typed).toContain(expected);
  }
});

test('the browser reads as the service does', () => {
  const area = { notDeliveredTo: [], phone: '01632 960000' };
  const order = typeOrder();
  for (const [kind, typed, read] of TYPED) {
    const field = ORDER_FIELD[kind];
    expect(readOrder({ ...order, [field]: typed }, toPence(BOX_PENCE), area), typed).toMatchObject({
      order: { [field]: read },
    });
    const inContact = toContact(kind);
    if (inContact)
      expect(checkContactMessage({ ...MESSAGE, [inContact]: typed }), typed).toMatchObject({
        message: { [inContact]: read },
      });
  }
  const foliage: FoliageEntries = {
    name: 'Ann\u2028Lee',
    email: 'ann@example.com',
    line1: '1 High\u00ad Street',
    line2: '\u200b',
    city: 'Taunton',
    postcode: 'L1 OAA',
  };
  expect(readFoliageDelivery(foliage, area)).toMatchObject({
    delivery: { shipping: { name: 'Ann Lee', address: { line1: '1 High Street', postal_code: 'L1 0AA' } } },
  });
});

editorTest('the content editor', async ({ content }) => {
  const path = '/admin/content/file?name=varieties%2Ffraser-fir.md';
  const show = async () => readFormEntries((await content.read(path)).html);
  let entries = await show();
  for (const [kind, typed, read] of TYPED) {
    if (kind !== 'line' && kind !== 'lines') continue;
    const field = kind === 'line' ? 'scientificName' : 'features';
    await content.owner.send('POST', path, new URLSearchParams({ ...entries, [field]: typed }));
    entries = await show();
    expect(entries[field]?.replaceAll('\r\n', '\n'), typed).toBe(read);
  }
});

/** Characters that change others, and some that they change. */
const PARTS = [
  'a',
  'O',
  '0',
  'I',
  '1',
  'e',
  '\u0301',
  ' ',
  '\t',
  '\r',
  '\n',
  '\v',
  '\u2028',
  '\u0085',
  '\0',
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u202e',
  '\ufeff',
  '–',
  '\u2011',
  '−',
  '👩',
  '🏽',
  '\ufe0f',
  '❤',
  '🌾',
  '\ud83d',
  '\udc69',
  '=',
  '"',
  'B',
  '6',
];

test('reading twice is reading once', () => {
  // A linear congruential generator, so that a failure repeats.
  let seed = 7;
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const readers = [
    readText,
    readLine,
    readLines,
    readNumber,
    readCode,
    (text: string) => tidyLine(text, 6),
    (text: string) => parsePostcode(text) ?? '',
  ];
  const UNSEEN = /[\p{Cs}\u200b\u00ad\u202e\ufeff\v\u2028]/u;
  const wrong: string[] = [];
  for (let round = 0; round < 20_000; round += 1) {
    const typed = Array.from({ length: 1 + draw(9) }, () => PARTS[draw(PARTS.length)]).join('');
    const isRead = readers.every((read) => read(read(typed)) === read(typed) && !UNSEEN.test(read(typed)));
    if (!isRead) wrong.push(JSON.stringify(typed));
  }
  expect(wrong).toEqual([]);
});
