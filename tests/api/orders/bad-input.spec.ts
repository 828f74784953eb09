import {
  DELIVERY_FIELD_NAMES,
  DELIVERY_FIELDS,
  isOptionalField,
} from '../../../src/domain/orders/order-fields.ts';
import { costOf, ORDER, typeOrder, WEEK } from '../../support/sample-order.ts';
import { intentBody } from './shop-calls.ts';
import { expect, type ShopUnderTest, test } from './shop-under-test.ts';

/** Values that are wrong for every field of these calls. */
const NEVER = [[], {}, [[]], { length: 1 }, -1, -0.5, 1e300, 'x'.repeat(5000), deep(500)];
/** Fields that take any text of one line or more. */
const TEXT_FIELDS: readonly string[] = DELIVERY_FIELD_NAMES.filter((name) =>
  ['line', 'lines', 'phone'].includes(DELIVERY_FIELDS[name].kind),
);
/** As JSON has no words for them. */
const RAW = ['NaN', 'Infinity', '1e999', '-1e999', '0x10', '01', 'undefined', "'2'", '"\\ud83d"'];
/** Bodies that are none. */
const BODIES = [
  ...['', ' ', 'null', '1', '"x"', '[]', '{', '{}{}', '{"a":}', 'amount=1', '\u0000', '{"__proto__":{}}'],
  '{"constructor":{"prototype":{"x":1}}}',
  `${'['.repeat(16_000)}${']'.repeat(16_000)}`,
  '['.repeat(16_000),
  `{"more":"${'x'.repeat(5_000_000)}"}`,
];
const TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'multipart/form-data',
];

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

async function expectRefused(shop: ShopUnderTest, path: string, body: unknown, field?: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await shop.post(path, text);
  const what = `${path} ${text.slice(0, 200)}`;
  expect(answer.status, what).toBeGreaterThanOrEqual(400);
  expect(answer.status, what).toBeLessThan(500);
  const { fields = {}, unitPrice: _, totalAmount: __, ...rest } = answer.body;
  expect(Object.keys(rest).sort(), what).toEqual(['code', 'error']);
  expect(rest.error, what).toMatch(/^[A-Z].*\.$/);
  for (const message of Object.values(fields))
    expect(message, what).toMatch(/^(Please|We|You|This|Only|There|Choose) .*\.$/);
  if (field !== undefined && answer.status === 422)
    expect(
      Object.keys(fields).some((name) => name.startsWith(field)),
      what,
    ).toBe(true);
  expect(JSON.stringify(answer.body)).not.toMatch(/\n\s+at |node_modules|Invalid input/);
}

async function expectNothingStored(shop: ShopUnderTest) {
  const { orders, attempts } = await shop.readBooks();
  expect([orders, attempts]).toEqual([[], []]);
  expect(shop.logged).toEqual([]);
}

const CALLS: Record<string, Record<string, unknown>> = {
  '/api/create-payment-intent': intentBody(),
  '/create-payment-intent': { quantity: 1, deliveryWeek: WEEK },
  '/api/branch-boxes/order': { ...ORDER, paymentIntentId: 'pi_unknown' },
};

for (const [path, good] of Object.entries(CALLS)) {
  test(`${path}: wrong values in every field, bodies that are none, other content types`, async ({
    shop,
  }) => {
    for (const field of Object.keys(good)) {
      // Metadata is optional and free.
      const isFree = (value: unknown) => field === 'metadata' && JSON.stringify(value).startsWith('{');
      for (const value of NEVER)
        if (!isFree(value)) await expectRefused(shop, path, { ...good, [field]: value }, field);
      for (const raw of RAW) {
        await expectRefused(shop, path, JSON.stringify({ ...good, [field]: '@' }).replace('"@"', raw));
      }
    }
    for (const body of [...BODIES, { ...good, more: 'x'.repeat(40_000) }])
      await expectRefused(shop, path, body);
    for (const type of TYPES) {
      const headers = new Headers(type ? { 'Content-Type': type } : {});
      const body = new TextEncoder().encode(JSON.stringify(good));
      const response = await shop.app.request(path, { method: 'POST', headers, body });
      expect([response.status, (await response.json()).code], type).toEqual([415, 'unsupported_media_type']);
    }
    await expectNothingStored(shop);
  });
}

test('the order of a payment call: every field, missing or wrong', async ({ shop }) => {
  const path = '/api/create-payment-intent';
  const optional = ['unitPrice', 'totalAmount', ...DELIVERY_FIELD_NAMES.filter(isOptionalField)];
  for (const field of Object.keys(ORDER)) {
    const values = [
      ...NEVER,
      true,
      ...(optional.includes(field) ? [] : [undefined, null, '', '   ', '\u200b\ud800']),
    ];
    for (const value of values) {
      const body = { ...intentBody(), order: { ...ORDER, [field]: value } };
      await expectRefused(shop, path, body, `order.${field}`);
    }
  }
  for (const order of [null, 1, 'x', [], [ORDER], {}])
    await expectRefused(shop, path, { ...intentBody(), order }, 'order');
  for (const quantity of [0, -1, 1.5, 2.0000001, '2', null, true, 1e21, 2 ** 53, -0]) {
    await expectRefused(shop, '/create-payment-intent', { quantity, deliveryWeek: WEEK }, 'quantity');
    await expectRefused(shop, path, { ...intentBody(), order: { ...ORDER, quantity } }, 'order.quantity');
  }
  await expectNothingStored(shop);
});

test('forms that make no sense', async ({ shop }) => {
  const submit = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'Content-Type': type };
    const response = await shop.app.request('/api/branch-boxes/checkout', { method: 'POST', headers, body });
    expect(response.status, body.slice(0, 80)).toBeGreaterThanOrEqual(400);
    expect(response.status, body.slice(0, 80)).toBeLessThan(500);
    // A browser is answered with a page, and a program with JSON.
    if (response.status === 415) expect(await response.json()).toMatchObject({ code: expect.any(String) });
    else expect(await response.text()).toMatch(/role="alert".*<footer>End<\/footer>/s);
  };
  const bodies = [
    '',
    '&&&',
    '=',
    '%',
    '%00',
    '%ff%fe',
    '__proto__=1',
    'quantity',
    'constructor=1&toString=2',
  ];
  for (const body of [...bodies, 'x'.repeat(40_000)]) await submit(body);
  for (const name of Object.keys(ORDER)) {
    for (const value of ['1e999', '-1', 'x'.repeat(5000), '[object Object]']) {
      if (TEXT_FIELDS.includes(name) && value.length < 5000) continue;
      await submit(new URLSearchParams({ ...typeOrder(), [name]: value }).toString());
    }
  }
  await submit(new URLSearchParams(typeOrder()).toString(), 'application/json');
  await expectNothingStored(shop);
});

test('of a key that is sent twice, one value counts; words of every script, and markup, are kept', async ({
  shop,
}) => {
  const text = JSON.stringify({ quantity: 1, deliveryWeek: WEEK }).replace('{', '{"quantity":5,');
  const { body } = await shop.post('/create-payment-intent', text);
  expect(body).toMatchObject({ quantity: 1, amount: costOf(1) });
  const order = {
    customerName: '<script>alert(1)</script> 李小龙 🎄',
    shippingCity: "Ynys Môn'; DROP TABLE orders; --",
    specialInstructions: 'Ring ×2\nثم انتظر',
  };
  const { paymentIntentId } = await shop.startPaid(intentBody(order));
  expect((await shop.post('/api/branch-boxes/order', { paymentIntentId })).status).toBe(200);
  expect((await shop.readBooks()).orders).toMatchObject([order]);
});
