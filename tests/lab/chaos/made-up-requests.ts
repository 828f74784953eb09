import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describeOrder } from './people.ts';

/** A request as it goes over the line; the body's bytes need not fit its headers. */
export interface MadeUpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

/** Session and keys that the requests need. */
export interface Keys {
  /** As `app.ts` has them, with `:id` and `*` still in. */
  readonly endpoints: readonly { method: string; path: string }[];
  /** Ids and numbers that exist. */
  readonly known: readonly string[];
  readonly origin: string;
  /** Of somebody who is signed in. */
  readonly cookie: string;
}

/** Requests over all endpoints: half of them nearly right, the others noise. */
export function makeUpRequests(keys: Keys): fc.Arbitrary<MadeUpRequest> {
  const noise = noiseText();
  return fc.constantFrom(...keys.endpoints).chain((endpoint) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 8, arbitrary: fc.constant(endpoint.method) },
          { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
        ),
        path: makeUpPath(endpoint.path, keys),
        query: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, makeUpQuery(keys)),
        origin: fc.constantFrom(
          keys.origin,
          keys.origin,
          keys.origin,
          'https://evil.example',
          'null',
          undefined,
        ),
        cookie: fc.oneof(
          fc.constant(keys.cookie),
          fc.constant(keys.cookie),
          noise.map(toHeader),
          fc.constant(undefined),
        ),
        type: fc.constantFrom(...TYPES),
        from: fc.ipV4(),
        more: fc.array(fc.tuple(fc.constantFrom(...HEADERS), noise.map(toHeader)), { maxLength: 4 }),
        body: makeUpBody(keys),
      })
      .map(({ method, path, query, origin, cookie, type, from, more, body }) => {
        const isRead = ['GET', 'HEAD'].includes(method);
        const headers: [string, string][] = [['X-Forwarded-For', from], ...more];
        if (origin !== undefined) headers.push(['Origin', origin]);
        if (cookie !== undefined) headers.push(['Cookie', cookie]);
        if (type !== undefined && !isRead) headers.push(['Content-Type', type ?? body.type]);
        return { method, target: path + query, headers, body: isRead ? null : body.bytes };
      }),
  );
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
/** null: the one that fits the body. */
const TYPES = [
  null,
  null,
  null,
  null,
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/json; charset=utf-16',
  '',
  undefined,
] as const;
const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Encoding',
  'DNT',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Referer',
  'Sec-Fetch-Site',
  'Stripe-Signature',
  'User-Agent',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Request-Id',
];
const NAMES = [
  'order',
  'key',
  'week',
  'page',
  'pageSize',
  'search',
  'status',
  'sort',
  'session_id',
  'again',
  'sheet',
];

/** Text that has broken programs before, and any other. */
function noiseText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      ...[
        '',
        ' ',
        '0',
        '-1',
        '1e309',
        'NaN',
        'null',
        'true',
        '[]',
        '{}',
        '__proto__',
        'constructor',
        'toString',
      ],
      ...[
        '\0',
        '\r\nX-Injected: 1',
        '\u202e',
        '\ud800',
        '🎄'.repeat(50),
        'İ'.repeat(30),
        "' OR 1=1 --",
        '%',
        '%00',
      ],
      ...[
        '<script>alert(1)</script>',
        '{{7*7}}',
        '../../../etc/passwd',
        '=cmd|1',
        'bytes=0-',
        'bytes=5-1,-9',
      ],
      ...[
        '2025-12-01',
        '2025-02-30',
        '9999-12-31',
        '27.35',
        '0.001',
        '1e3',
        'gzip;q=-1, br;q=2',
        't=1,v1=00',
        'W/"x"',
      ],
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ maxLength: 3 }).map((text) => text.repeat(1500)),
  );
}

/** No line breaks and nothing beyond Latin-1: Node itself answers those. */
function toHeader(text: string): string {
  return Buffer.from(text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'), 'latin1').toString('latin1');
}

function makeUpPath(path: string, { known }: Keys): fc.Arbitrary<string> {
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    fc.uuid(),
    noiseText().map(percentEncode),
    fc.constantFrom('..', '%2e%2e%2f', '%ff%fe', '%00', '%', '%zz', '__proto__', '.', '%2f', ';', '\\'),
  );
  const filled = fc
    .array(segment, { minLength: 3, maxLength: 3 })
    .map((parts) => path.replaceAll(/:\w+(\{[^}]*\})?|\*/g, () => parts.shift() ?? 'x'));
  return fc.oneof(
    { weight: 8, arbitrary: filled },
    { weight: 1, arbitrary: fc.tuple(filled, segment).map(([start, end]) => `${start}/${end}`) },
    { weight: 1, arbitrary: fc.tuple(filled, segment).map(([start, end]) => `${start}${end}`) },
    { weight: 1, arbitrary: segment.map((only) => `/${only}`) },
  );
}

function makeUpQuery({ known }: Keys): fc.Arbitrary<string> {
  const value = fc.oneof(
    fc.constantFrom(...known),
    noiseText().map(percentEncode),
    fc.constantFrom('%', '%ff', '+'),
  );
  return fc
    .array(fc.tuple(fc.constantFrom(...NAMES), value), { minLength: 1, maxLength: 4 })
    .map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`);
}

/** Also for halves of surrogate pairs, which `encodeURIComponent` refuses. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000);
}

interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

function makeUpBody(keys: Keys): fc.Arbitrary<Body> {
  const json = (value: unknown): Body => ({
    type: 'application/json',
    bytes: Buffer.from(JSON.stringify(value) ?? ''),
  });
  const form = (fields: object): Body => ({
    type: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(
      new URLSearchParams(
        Object.entries(fields).map(([name, each]) => [name, String(each).toWellFormed()]),
      ).toString(),
    ),
  });
  const nearlyRight = fc.constantFrom(...describeBodies(keys)).chain((right) => spoil(right));
  return fc.oneof(
    { weight: 6, arbitrary: nearlyRight.map(json) },
    { weight: 3, arbitrary: nearlyRight.map((value) => form(value as object)) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 5 }).map(json) },
    { weight: 1, arbitrary: fc.dictionary(noiseText(), noiseText(), { maxKeys: 8 }).map(form) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 400 })
        .map((bytes) => ({ ...json(0), bytes: Buffer.from(bytes) })),
    },
    { weight: 2, arbitrary: fc.constantFrom(...EXTREMES).map((bytes) => ({ ...json(0), bytes })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(nearlyRight, fc.nat(200))
        .map(([value, end]) => ({ ...json(0), bytes: json(value).bytes.subarray(0, end) })),
    },
  );
}

const EXTREMES = [
  Buffer.from('['.repeat(15_000)),
  Buffer.from(`${'['.repeat(8000)}${']'.repeat(8000)}`),
  Buffer.from(`${'{"order":'.repeat(3000)}1${'}'.repeat(3000)}`),
  Buffer.from('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"polluted":1}}}'),
  Buffer.from('{"order":{"__proto__":{"quantity":1}},"amount":1e999}'),
  Buffer.from('{"quantity":1,"quantity":2,"deliveryWeek":"2025-12-08"}'),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc3, 0x28, 0x7d]),
  Buffer.from('\ufeff{}'),
  Buffer.from(`"${'a'.repeat(200_000)}"`),
  Buffer.alloc(300_000, 'name=Ada&'),
  Buffer.from('a=%ff&b=%c3%28&c=%&d=%zz&=&&&'),
  gzipSync(Buffer.alloc(1_000_000)),
  Buffer.alloc(0),
];

/** One right body for each endpoint that takes one. */
function describeBodies({ known: [id = '', number = ''] }: Keys): object[] {
  const buyer = {
    index: 1,
    email: 'fuzz@example.com',
    street: '1 Orchard Close',
    quantity: 2,
    week: '2025-12-01',
  };
  const order = describeOrder(buyer as Parameters<typeof describeOrder>[0]);
  const attemptId = '0e3d1f4c-52a7-4a0c-9d5e-0a3f6d6f0001';
  return [
    {
      amount: 54.7,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { customerName: 'Ada Holly' },
      order,
    },
    { quantity: 2, deliveryWeek: '2025-12-08', unitPrice: 27.35, attemptId },
    order,
    { ...order, paymentIntentId: 'pi_unknown', attemptId },
    { checkoutSessionId: 'cs_test_unknown' },
    {
      name: 'Ada Holly',
      email: 'fuzz@example.com',
      subject: 'Trees',
      message: 'Do you have a tall one?',
      contactPreference: 'phone',
      phone: '01632 960 111',
      submissionId: attemptId,
    },
    { password: 'wrong wrong wrong' },
    { kind: 'view', path: '/prices' },
    { kind: 'click', path: '/prices', category: 'a', label: 'b', value: '1' },
    { version: 1, status: 'shipped', trackingNumbers: ['AB123'], reason: 'Because' },
    { version: 1, deliveryWeek: '2025-12-08' },
    { boxes: 1, requestId: attemptId, version: 1 },
    { orders: [{ id, version: 1 }] },
    { list: `${number},AB123456789GB\n` },
    { entries: [{ id, version: 1, trackingNumbers: ['AB123456789GB'], replace: true }] },
    { order: number, key: 'x', ...order },
    {
      client_secret: 'pi_x_secret_y',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
    },
    {
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', metadata: { attemptId } } },
    },
    { email: 'fuzz@example.com', name: 'Ada', number: '4242424242424242', expiry: '12/34', cvc: '123' },
  ];
}

/** The body as it is, without a field, with a strange one, or with one more. */
function spoil(right: object): fc.Arbitrary<unknown> {
  const strange = fc.oneof(noiseText(), fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.maxSafeInteger());
  const names = fc.constantFrom(...Object.keys(right));
  return fc.oneof(
    fc.constant(right),
    names.map((name) => ({ ...right, [name]: undefined })),
    fc.tuple(names, strange).map(([name, value]) => ({ ...right, [name]: value })),
    fc
      .tuple(names, names, strange, strange)
      .map(([one, other, first, second]) => ({ ...right, [one]: first, [other]: second })),
    fc.tuple(noiseText(), strange).map(([name, value]) => ({ ...right, [name]: value })),
    fc.tuple(names, names, strange).map(([name, inner, value]) => ({
      ...right,
      [name]: { ...(right as Record<string, object>)[name], [inner]: value },
    })),
  );
}
