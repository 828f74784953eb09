import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import type { Hono } from 'hono';
import sharp from 'sharp';
import { createApp } from '../../../api/app.ts';
import { LIMITS, type Limits } from '../../../api/http/limits.ts';
import { openService } from '../../../api/service.ts';
import { openSiteStore } from '../../../api/site/site-store.ts';
import { SANDBOX_SECRET_KEY } from '../../../api/stripe-sandbox/cards.ts';
import { startSandbox } from '../../../api/stripe-sandbox/sandbox.ts';
import {
  SANDBOX_MOUNT,
  SANDBOX_PROVIDER,
  SANDBOX_PUBLISHABLE_KEY,
} from '../../../src/domain/payments/payment-provider.ts';
import { repeat } from '../../support/hostile-texts.ts';
import { ORDER as SAMPLE, typeOrder } from '../../support/sample-order.ts';
import { ADMIN_PASSWORD, signIn } from '../../support/sign-in.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { QUIET_LOG, TEST_CONTENT, TEST_DIST } from '../../support/test-site.ts';
import { readFormEntries } from '../content/read-form.ts';
import { madeUpId, madeUpNumber, makeUpOrders } from '../orders/made-up-orders.ts';

// Nobody waits for somebody else's request: none takes longer than this in one turn of the event loop, by whomever it
// is, and whatever it sends up to the limits. In ms of the thread's processor time, so that a busy machine is no fault.
const ALLOWED_MS = 20;
/** At ten times the size of a season. */
const ALLOWED_AT_TEN_MS = 50;

const SEASON = { orders: 300, messages: 100 };
const WEEK = '2025-12-01';
const NOW = () => new Date('2025-11-20T10:00:00Z');
const NO_LIMIT = { requests: 1_000_000, perSeconds: 1 };

interface Shop {
  readonly app: Hono;
  /** The headers of the signed-in owner. */
  readonly owner: Record<string, string>;
  /** Of a buyer's link to their order. */
  readonly orderKey: string;
  readonly close: () => Promise<void>;
}

/** The whole service, in this process, with everything that a season has. */
async function openSeason(seasons = 1): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'season-'));
  const [contentDir, distDir, file] = ['content', 'dist', 'farm.db'].map((each) => join(dataDir, each)) as [
    string,
    string,
    string,
  ];
  await cp(TEST_CONTENT, contentDir, { recursive: true });
  await cp(TEST_DIST, distDir, { recursive: true });
  await writeTestDatabase(file);
  fillSeason(file, seasons);
  const sandbox = await startSandbox({
    port: 0,
    dataFile: join(dataDir, 'sandbox.db'),
    webhook: null,
    secretKey: SANDBOX_SECRET_KEY,
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    settleAfterMs: null,
  });
  const store = await openSiteStore(distDir, QUIET_LOG.log, SANDBOX_PROVIDER, { contentDir, clock: NOW });
  const service = await openService({
    config: {
      dataDir,
      trustedProxies: 0,
      adminPassword: undefined,
      payments: { mode: 'sandbox', url: sandbox.url },
      mail: { smtpUrl: undefined, from: undefined, farmInbox: undefined },
      contentDir,
      distDir,
      buildProgram: join(import.meta.dirname, '../content/build-stand-in.ts'),
    },
    site: {
      getSnapshot: () => store.current().snapshot,
      getCatalogue: () => store.current().catalogue,
      getFarm: () => store.current().farm,
      refreshSite: store.refresh,
    },
    serviceLog: QUIET_LOG,
    print: () => {},
  });
  const app = createApp({ ...service.shop, limits: UNLIMITED });
  const cookie = await signIn('http://localhost', ADMIN_PASSWORD, async (url, init) =>
    app.request(url, init),
  );
  return {
    app,
    owner: { Cookie: cookie },
    orderKey: service.shop.orderLinks.writeKey(madeUpId(SEASON.orders * seasons - 2)),
    async close() {
      await service.stop();
      await sandbox.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

const UNLIMITED = {
  ...(Object.fromEntries(Object.keys(LIMITS).map((name) => [name, NO_LIMIT])) as unknown as Limits),
  signIn: { perAddress: NO_LIMIT, acrossNames: NO_LIMIT, overall: NO_LIMIT, perAddressInStorm: NO_LIMIT },
};

/** The newest season's orders are all for one week, and to be packed. */
function fillSeason(file: string, seasons: number): void {
  const sqlite = new SqliteDatabase(file);
  makeUpOrders(sqlite, SEASON.orders * seasons, seasons);
  const newest = `id >= '${madeUpId(SEASON.orders * (seasons - 1))}'`;
  sqlite.exec(
    `UPDATE orders SET status = 'processing', week = '${WEEK}' WHERE ${newest}; DELETE FROM parcels`,
  );
  const message = sqlite.prepare(
    `INSERT INTO messages (id, name, email, subject, message, contact_preference, created_at, search_words)
     VALUES (?, 'Ada Ash', 'ada@example.com', 'Trees', ?, 'email', ?, ' ada ash trees ')`,
  );
  const mail = sqlite.prepare(
    `INSERT INTO outbox (id, kind, subject_id, recipient, subject, text_body, html_body, mime_message_id, state, next_attempt_at, created_at, sent_at)
     VALUES (?, 'order_confirmation', ?, 'ada@example.com', 'Your order', '', '', ?, 'sent', ?, ?, ?)`,
  );
  sqlite.transaction(() => {
    const at = NOW().toISOString();
    for (let index = 0; index < SEASON.messages * seasons; index++)
      message.run(messageId(index), 'Is there a tall one left for us? '.repeat(10), at);
    for (let index = 0; index < SEASON.orders * seasons; index++)
      mail.run(`mail-${index}`, madeUpId(index), `<${index}@x>`, at, at, at);
  })();
  sqlite.close();
}

function messageId(index: number): string {
  return `019a3e00-0000-7000-9000-${String(index).padStart(12, '0')}`;
}

/** The longest turn of the event loop until a piece of work is done, in ms of this thread's processor time. */
async function measureTurns(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  let last = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await new Promise((done) => setImmediate(done));
  isDone = true;
  return longest;
}

/** One of each that escaping, folding, reading and looking for words could take long for. */
const COSTLY = ['&', 'a ', '\u0301', '\ud83c\udf84'];
/** One of each that patterns of this project start and fail with. */
const COSTLY_TO_MATCH = [
  'a@',
  '@a.',
  "'aa",
  '%41',
  '(01-',
  '01 ',
  '[1',
  '\\"',
  '<!--',
  'a="b" ',
  '\u200b',
  '\t\n',
];

const KB = 1024;
/** Of the service for a form, for a form of the editor, and for what one has pasted. */
const [FORM, EDITOR, KEPT, PASTED] = [32 * KB, 256 * KB, 96 * KB, 128 * KB];
const [CONTACT_FORM, EVENT] = [64 * KB, 2 * KB];
const TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=zzz',
} as const;

type Fields = Readonly<Record<string, unknown>>;

/** One kind of request to a route. */
interface Case {
  /** With everything in place of the route's parameters. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: keyof typeof TYPES;
  /** What it is usually sent. Each text is replaced by hostile ones, too. */
  readonly fields?: Fields;
  /** Of its body. */
  readonly limit?: number;
  /** Whole bodies beside those. */
  readonly bodies?: Readonly<Record<string, () => BodyInit>>;
}

/** Cases of what is no route of a method: a page that a visitor may fill, and the files of the site. */
const OTHERS = ['ALL /nordmann-branches', 'ALL *'];

let photograph: Promise<Buffer> | undefined;

/** Of 12 million pixels, some megabytes. */
function makePhotograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const;
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#264', noise } })
    .jpeg()
    .toBuffer();
}

/** What each route is asked. `:order` is another order each time. */
async function makeCases(shop: Shop): Promise<Record<string, readonly Case[]>> {
  const { orderKey } = shop;
  const readForm = async (path: string) => {
    const page = await prepare(shop, `GET ${path}`, {}, undefined, 'identity')();
    return readFormEntries(page.text);
  };

  const faq = await readForm('/admin/content/file?name=faq/tree-care.json');
  const page = await readForm('/admin/content/file?name=pages/index.md');
  const synonyms = await readForm('/admin/content/file?name=synonyms.json');
  const listed = Array.from({ length: 4750 }, (_, index) => `word${index}`).join('\n');
  const manyWords = Object.fromEntries(
    Object.keys(synonyms)
      .filter((name) => name.endsWith('words'))
      .map((name) => [name, listed] as const)
      .slice(0, 1),
  );
  const json = (fields: Fields, limit = FORM): Case => ({ type: 'json', fields, limit });
  const form = (fields: Fields, limit = FORM): Case => ({ type: 'form', fields, limit });
  const paths = (...all: string[]) => all.map((path) => ({ path }));
  const file = '/admin/content/file?name=';
  const contact = {
    name: 'Ada',
    email: 'ada@example.com',
    phone: '',
    subject: 'Trees',
    message: 'Is there a tall one?',
    homepage: '',
    submissionId: '',
    contactPreference: 'email',
  };
  const credential = {
    id: 'a',
    rawId: 'a',
    type: 'public-key',
    clientExtensionResults: {},
  };
  const registration = {
    ...credential,
    response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: [] },
  };
  const assertion = {
    ...credential,
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  };
  const card = {
    client_secret: 'x',
    'payment_method_data[card][number]': '4242',
    'payment_method_data[billing_details][email]': 'a',
    'payment_method_data[billing_details][name]': 'a',
    'shipping[name]': 'a',
    receipt_email: 'a',
    return_url: 'a',
  };
  const publishable = { Authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}` };
  const chosen = Array.from({ length: 200 }, (_, index) => ({ id: madeUpId(index), version: 1 }));
  const order = typeOrder();
  const empty = Object.fromEntries(Object.keys(SAMPLE).map((name) => [name, '']));
  const version = 1;
  const id = messageId(1);
  const keep = (entries: Fields) =>
    Buffer.from(JSON.stringify({ path: '/admin/messages/x', entries })).toString('base64url');
  photograph ??= makePhotograph();
  const upload = Buffer.concat([
    Buffer.from('--zzz\r\nContent-Disposition: form-data; name="photograph"; filename="large.jpg"\r\n\r\n'),
    await photograph,
    Buffer.from('\r\n--zzz--\r\n'),
  ]);
  const manyParts = (count: number, boundary = 'zzz') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(count);
  return {
    'GET /healthz': [{}],
    'GET /readyz': [{}],
    'GET /metrics': [{}],
    'POST /api/contact-submit': [json(contact, CONTACT_FORM), form(contact, CONTACT_FORM)],
    'POST /api/create-payment-intent': [
      json({ amount: '54.70', attemptId: madeUpId(1), order: SAMPLE, metadata: { customerName: 'Ada' } }),
    ],
    'POST /create-payment-intent': [json({ quantity: 1, deliveryWeek: WEEK, attemptId: madeUpId(1) })],
    'POST /api/branch-boxes/order': [
      json({ ...SAMPLE, paymentIntentId: 'pi_x', attemptId: madeUpId(1) }),
      json({ paymentIntentId: '', checkoutSessionId: 'cs_x' }),
    ],
    'POST /api/branch-boxes/checkout': [form(order)],
    'GET /api/branch-boxes/weeks': [{}],
    'GET /api/branch-boxes/orders': paths(
      '/api/branch-boxes/orders',
      '/api/branch-boxes/orders?limit=50',
      '/api/branch-boxes/orders?limit=50&q=customer',
      `/api/branch-boxes/orders?limit=200&week=${WEEK}`,
    ),
    'GET /nordmann-branches/thank-you': paths('/nordmann-branches/thank-you?session_id=cs_x'),
    'GET /order': paths(`/order?key=${orderKey}`, '/order?key=x'),
    'GET /order/week.ics': paths(`/order/week.ics?key=${orderKey}`),
    'POST /order/change': [form({ ...order, key: orderKey, version: '1' })],
    'POST /order/cancel': [form({ key: orderKey, version: '9' })],
    'GET /pay': paths('/pay?key=x'),
    'POST /pay': [form({ key: 'x' })],
    'POST /api/stripe/webhook': [
      {
        ...json({ id: 'evt_1', type: 'charge.refunded' }, EDITOR),
        headers: { 'Stripe-Signature': repeat(',v1=ab', 3000, `t=${Math.floor(Date.now() / 1000)}`) },
      },
    ],
    'POST /api/admin/sign-in': [json({ name: 'Nobody', password: 'wrong words here' })],
    // With another session, so that this one lasts.
    'POST /api/admin/sign-out': [{ headers: { Cookie: 'admin=x' } }],
    'GET /api/admin/session': [{}],
    'POST /api/admin/sign-in/passkey/options': [{}],
    'POST /api/admin/sign-in/passkey': [json(assertion)],
    'POST /api/admin/join/passkey/options': [{}],
    'POST /api/admin/join/passkey': [json({ name: 'Ada', passkey: registration })],
    'GET /admin/sign-in': paths('/admin/sign-in?next=/admin/orders'),
    'POST /admin/sign-in': [
      form({ name: 'Nobody', password: 'wrong', next: '/admin', kept: keep({ text: 'Some words' }) }, KEPT),
      { path: '/admin/sign-in?sent-to=/admin/messages/x', ...form({ text: 'Some words' }, KEPT) },
      {
        path: '/admin/sign-in?sent-to=/admin/content/file',
        type: 'multipart',
        fields: { 'rows.0.title': 'Some words' },
        limit: KEPT,
        bodies: { 'many parts': () => manyParts(4500) },
      },
      {
        path: '/admin/sign-in?sent-to=/admin/content/file',
        headers: { 'Content-Type': 'multipart/form-data; xboundary=zzz; boundary=q' },
        bodies: { 'parts of another boundary': () => manyParts(5000, 'q') },
      },
    ],
    'GET /admin/join': paths('/admin/join', `/admin/join?key=${'x'.repeat(43)}`),
    'POST /admin/join': [form({ name: 'Ada', password: 'some new words for it' })],
    'POST /api/admin/passkeys/options': [{}],
    'POST /api/admin/passkeys': [json(registration)],
    'GET /admin/account': [{ path: '/admin/account' }],
    'POST /admin/account/:action': [
      { path: '/admin/account/name', ...form({ name: 'Anna' }) },
      { path: '/admin/account/password', ...form({ current: 'wrong', password: 'some new words' }) },
    ],
    'GET /admin/people': [{}],
    'POST /admin/people': [form({ role: 'packer', name: '' })],
    'POST /admin/people/:id/:action': [{ path: '/admin/people/x/role', ...form({ role: 'owner' }) }],
    'GET /api/admin/weeks': [{}],
    'GET /api/admin/orders/count': paths('/api/admin/orders/count?since=2025-11-01T00:00:00Z'),
    'POST /api/admin/orders/tracking/preview': [
      json(
        { list: chosen.map((_, index) => `Customer ${index}, RM${100000000 + index}GB`).join('\n') },
        PASTED,
      ),
    ],
    'POST /api/admin/weeks/:week/:step{close|open}': paths(
      '/api/admin/weeks/2025-12-15/close',
      '/api/admin/weeks/2025-12-15/open',
    ),
    'POST /api/admin/orders/:id/undo': [{ path: '/api/admin/orders/:order/undo', ...json({ version: 1 }) }],
    'GET /api/admin/orders.csv': paths('/api/admin/orders.csv', `/api/admin/orders.csv?week=${WEEK}`),
    'POST /api/admin/orders/:id/refunds': [
      { path: '/api/admin/orders/:order/refunds', ...json({ boxes: 1, requestId: id, version, reason: '' }) },
    ],
    'PATCH /api/admin/orders/:id': [
      { path: '/api/admin/orders/:order', ...json({ version, status: 'shipped', reason: '' }) },
      { path: '/api/admin/orders/:order', ...json({ version, trackingNumbers: ['RM1'], reason: '' }) },
    ],
    'GET /api/admin/packing/scan': paths(`/api/admin/packing/scan?week=${WEEK}`),
    'POST /api/admin/packing/scans': [
      json({
        scans: Array.from({ length: 1 }, (_, index) => ({
          id: madeUpId(index),
          orderNumber: 'BB-AAAA-AAB',
          trackingNumber: 'RM1',
          digest: null,
          isWhole: false,
          isUndone: false,
        })),
      }),
    ],
    'GET /admin/telephone': [{}, { path: `/admin/telephone?order=${madeUpId(5)}&boxes=2` }],
    'POST /admin/telephone': [form({ ...order, id, way: 'cash' }), form({ ...empty, id, way: '' })],
    'POST /admin/telephone/:id/arrived': paths(`/admin/telephone/${id}/arrived`),
    'POST /admin/telephone/:id/withdraw': paths(`/admin/telephone/${id}/withdraw`),
    'POST /admin/telephone/:id/send': paths(`/admin/telephone/${id}/send`),
    'GET /admin/orders/:number': paths('/admin/orders/:number', '/admin/orders/x'),
    'POST /admin/orders/:number': [
      {
        path: '/admin/orders/:number',
        ...form({ ...order, form: 'change', version: '1', was: '{"internalNote":""}', internalNote: 'Ask' }),
      },
      { path: '/admin/orders/:number', ...form({ ...empty, version: '1', was: '{"customerName":"x"}' }) },
      { path: '/admin/orders/:number', ...form({ was: '{"customerName":"x"}', version: '1' }) },
    ],
    'POST /admin/orders/:number/refund': [
      {
        path: '/admin/orders/:number/refund',
        ...form({ reason: '', boxes: '1', requestId: id, version: '1' }),
      },
    ],
    'POST /admin/orders/:number/cancel': [
      { path: '/admin/orders/:number/cancel', ...form({ reason: '', money: 'later', version: '1' }) },
    ],
    'POST /admin/orders/:number/undo': [{ path: '/admin/orders/:number/undo', ...form({ version: '1' }) }],
    'POST /admin/orders/:number/confirmation': [{ path: '/admin/orders/:number/confirmation', ...form({}) }],
    'POST /admin/orders/:number/mails/:id': [
      { path: '/admin/orders/:number/mails/mail-1', ...form({ address: 'a', action: 'correct' }) },
    ],
    'GET /admin/packing': paths(
      '/admin/packing',
      ...['list', 'slips', 'labels', 'labels&sheet=8'].map(
        (view) => `/admin/packing?week=${WEEK}&view=${view}`,
      ),
    ),
    'GET /admin/messages': paths(
      '/admin/messages',
      '/admin/messages?show=all&q=tree',
      `/admin/messages?answer=${id}`,
    ),
    'POST /admin/messages/:id/answer': [
      { path: `/admin/messages/${id}/answer`, ...form({ answerId: id, text: 'Two metres.', q: '' }) },
    ],
    'POST /admin/messages/:id': [{ path: `/admin/messages/${id}`, ...form({ mark: 'read', q: '' }) }],
    'GET /admin/mails': [{}],
    'POST /admin/mails/:id': [{ path: '/admin/mails/mail-1', ...form({ action: 'again', address: '' }) }],
    'GET /admin/content/file': paths(
      ...['faq/tree-care.json', 'pages/index.md', 'pages/privacy.md', 'prices/home.json'].map(
        (name) => file + name,
      ),
    ),
    'POST /admin/content/file': [
      ...[faq, { ...faq, 'items.0.answer': 'a '.repeat(60_000) }].map((fields) => ({
        path: `${file}faq/tree-care.json`,
        type: 'form' as const,
        fields,
      })),
      { path: `${file}faq/tree-care.json`, ...form({ 'items.0.answer': '' }, EDITOR) },
      { path: `${file}faq/tree-care.json`, type: 'multipart', fields: { name: '' }, limit: EDITOR },
      { path: `${file}pages/index.md`, type: 'form', fields: page },
      ...['> ', '1. ', '- a\n', '[a]('].map((unit) => ({
        path: `${file}pages/index.md`,
        type: 'form' as const,
        fields: { ...page, 'sections.welcome.text': unit.repeat(20_000 / unit.length) },
      })),
      { path: `${file}synonyms.json`, type: 'form', fields: { ...synonyms, ...manyWords } },
      { path: `${file}pages/index.md`, ...form({ 'sections.welcome.text': '' }, EDITOR) },
    ],
    'GET /admin/content/new': paths('/admin/content/new?collection=pages'),
    'POST /admin/content/new': [
      {
        path: '/admin/content/new?collection=pages',
        ...form({ '@name': 'new', title: 'A page', description: '', body: 'Some words.' }, EDITOR),
      },
    ],
    'GET /admin/content/remove': paths('/admin/content/remove?name=towns/taunton.md'),
    'POST /admin/content/remove': [{ path: '/admin/content/remove?name=towns/taunton.md', ...form({}) }],
    'GET /admin/content/photographs': [{}],
    'POST /admin/content/photographs': [{ type: 'multipart', bodies: { 'a photograph': () => upload } }],
    'GET /admin/content/photographs/:name': paths('/admin/content/photographs/large.jpg?crop=1'),
    'GET /admin/content/drawings/:name': paths('/admin/content/drawings/farm-gate'),
    'GET /admin/content/season': paths('/admin/content/season', '/admin/content/season?year=2030'),
    'POST /admin/content/season': [form({ year: '2026', digest: '' })],
    'GET /admin/content': paths(
      '/admin/content',
      '/admin/content?saved=prices/home.json',
      '/admin/content?q=tree',
    ),
    'GET /admin/content/publish': [{}],
    'POST /admin/content/publish': [
      form({ action: 'publish', digest: '', 'take:prices/home.json': 'on' }, EDITOR),
      form({ action: 'preview', digest: '', 'take:prices/home.json': 'on' }, EDITOR),
    ],
    'POST /admin/content/discard': [form({ digest: '', file: '' })],
    'POST /admin/content/settle/:preferred{mine|theirs}': [
      { path: '/admin/content/settle/mine', ...form({ digest: '', file: '' }) },
    ],
    'GET /admin/content/report': [{}],
    'GET /admin/content/progress': [{}],
    'GET /admin/content/history': [{}],
    'POST /admin/content/history/:id/put-back': paths('/admin/content/history/1/put-back'),
    'GET /admin/preview/*': paths('/admin/preview/', '/admin/preview/prices'),
    'POST /admin/preview/*': paths('/admin/preview/'),
    'GET /admin': [{}],
    'POST /admin/undo': [form({ key: '' })],
    'POST /admin/notices/new/:kind': [
      { path: '/admin/notices/new/own', ...form({ title: 'Mud', text: 'Wear boots.', from: '', to: '' }) },
    ],
    'POST /admin/notices/:id/change': [
      { path: '/admin/notices/x/change', ...form({ title: 'Mud', text: 'Wear boots.', seen: '' }) },
    ],
    'POST /admin/notices/:id/down': [{ path: '/admin/notices/x/down', ...form({ seen: '' }) }],
    'POST /api/events': [json({ kind: 'view', path: '/', label: 'a', category: 'a', value: 'a' }, EVENT)],
    ...Object.fromEntries(
      (
        [
          ['GET /stripe.js', {}],
          ['GET /pages.css', {}],
          ['GET /v1/elements/sessions', { headers: publishable }],
          ['GET /v1/payment_intents/:id', { path: '/v1/payment_intents/pi_x', headers: publishable }],
          [
            'POST /v1/payment_intents/:id/confirm',
            { path: '/v1/payment_intents/pi_x/confirm', headers: publishable, ...form(card) },
          ],
          ['GET /pay/:id', { path: '/pay/cs_x' }],
          ['POST /pay/:id', { path: '/pay/cs_x', ...form({ ...card, email: '', number: '', expiry: '' }) }],
          ['GET /pay/:id/return', { path: '/pay/cs_x/return' }],
          ['POST /pay/:id/return', { path: '/pay/cs_x/return', ...form({}) }],
          ['GET /authenticate/:id', { path: '/authenticate/pi_x' }],
          ['POST /authenticate/:id', { path: '/authenticate/pi_x', ...form({ outcome: 'a' }) }],
        ] satisfies [string, Case][]
      ).map(([route, { path, ...rest }]: readonly [string, Case]) => {
        const [method = '', own = ''] = route.split(' ');
        return [`${method} ${SANDBOX_MOUNT}${own}`, [{ path: SANDBOX_MOUNT + (path ?? own), ...rest }]];
      }),
    ),
    'ALL /nordmann-branches': paths('/nordmann-branches', '/nordmann-branches?quantity=2'),
    'ALL *': paths('/', '/faq', '/prices', '/nothing', '/about', '/api/nothing', '/_astro/nothing.js'),
  };
}

const test = base.extend<Record<never, never>, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    async ({}, use) => {
      const shop = await openSeason();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ timeout: 300_000 });

/** `npm test` prints nothing; with COSTS=1 each route with its longest turn. */
const rows: { route: string; asked: string; ms: number }[] = [];
test.afterAll(() => {
  if (process.env.COSTS === undefined) return;
  for (const { route, asked, ms } of rows.splice(0).toSorted((a, b) => b.ms - a.ms))
    console.log(`${ms.toFixed(1).padStart(7)} ms  ${route}  ${asked}`);
});

/** The longest turn of each request, and those that take too long. */
class Costs {
  readonly tooLong: string[] = [];
  readonly #longest = new Map<string, { asked: string; ms: number }>();
  readonly allowedMs: number;

  constructor(allowedMs = ALLOWED_MS) {
    this.allowedMs = allowedMs;
  }

  /** The least of some tries, because of this process's own clearing up; what is quick enough is not tried again. */
  async count(route: string, asked: string, request: () => Promise<unknown>, tries = 6): Promise<void> {
    let ms = Number.POSITIVE_INFINITY;
    for (let count = 0; count < tries && ms > this.allowedMs; count++)
      ms = Math.min(ms, await measureTurns(request));
    if (ms > this.allowedMs) this.tooLong.push(`${route} ${asked.slice(0, 100)}: ${ms.toFixed(1)} ms`);
    if (ms > (this.#longest.get(route)?.ms ?? 0))
      this.#longest.set(route, { asked: asked.slice(0, 100), ms });
  }

  /** @returns those that take too long */
  end(): readonly string[] {
    for (const [route, found] of this.#longest) rows.push({ route, ...found });
    return this.tooLong;
  }
}

let asked = 0;
/** Asks as a page of the shop does, and reads the answer to its end. */
function prepare(shop: Shop, route: string, { path, headers, type }: Case, body?: BodyInit, encoding = 'br') {
  const [method = '', own = ''] = route.split(' ');
  return async () => {
    const index = asked++ % SEASON.orders;
    const number = madeUpNumber(index);
    const url = (path ?? own).replaceAll(':order', madeUpId(index)).replaceAll(':number', number);
    const answer = await shop.app.request(url, {
      method: method === 'ALL' ? 'GET' : method,
      headers: {
        Origin: 'http://localhost',
        'Accept-Encoding': encoding,
        ...shop.owner,
        ...(type && { 'Content-Type': TYPES[type] }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString() };
  };
}

function write(type: Case['type'], fields: Fields): string {
  if (type === 'json') return JSON.stringify(fields);
  const texts = fields as Record<string, string>;
  if (type === 'form') return new URLSearchParams(texts).toString();
  const parts = Object.entries(texts).map(
    ([name, value]) => `--zzz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--zzz--\r\n`;
}

test('every route has a case, and every case its route', async ({ shop }) => {
  const routes = shop.app.routes.filter(({ method }) => method !== 'ALL');
  const cases = Object.keys(await makeCases(shop)).filter((route) => !OTHERS.includes(route));
  expect(cases.sort()).toEqual([...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort());
});

for (const [seasons, allowedMs] of [
  [1, ALLOWED_MS],
  [10, ALLOWED_AT_TEN_MS],
] as const) {
  test(`what people ask every day, at the size of ${seasons === 1 ? 'a season' : 'ten seasons'}`, async () => {
    const shop = await openSeason(seasons);
    const costs = new Costs(allowedMs);
    for (const [route, cases] of Object.entries(await makeCases(shop))) {
      for (const each of cases) {
        const body = each.fields && write(each.type, each.fields);
        const request = prepare(shop, route, each, body);
        const { status } = await request();
        const name = `${each.path ?? ''} ${each.type ?? ''} ${status}`;
        expect.soft(status, `${route} ${name}`).toBeLessThan(500);
        await costs.count(route, name, request);
      }
    }
    await shop.close();
    expect(costs.end()).toEqual([]);
  });
}

test('hostile bodies of the largest size', async ({ shop }) => {
  const costs = new Costs();
  for (const [route, cases] of Object.entries(await makeCases(shop))) {
    for (const each of cases) {
      for (const [name, body] of writeHostile(route, each)) {
        if (costs.tooLong.length > 30 && !process.env.COSTS) break;
        await costs.count(route, `${each.path ?? ''} ${each.type} ${name}`, prepare(shop, route, each, body));
      }
    }
  }
  expect(costs.end()).toEqual([]);
});

/**
 * Bodies of the largest size with one hostile text: in the first field of a form of the farm's people, and in each field
 * of what anybody may send.
 */
function* writeHostile(
  route: string,
  { type, fields = {}, limit, bodies = {} }: Case,
): Generator<readonly [string, BodyInit]> {
  for (const [name, make] of Object.entries(bodies)) yield [name, make()];
  if (!type || !limit) return;
  const isForAnybody = !route.includes('/admin/') || route === 'POST /api/admin/sign-in';
  const texts = listTexts(fields);
  for (const path of isForAnybody ? texts : texts.slice(0, 1)) {
    for (const unit of isForAnybody ? [...COSTLY, ...COSTLY_TO_MATCH] : COSTLY) {
      const lengthOf = (times: number) => write(type, putText(fields, path, unit.repeat(times))).length;
      const [plain, ten] = [lengthOf(0), lengthOf(10)];
      const times = Math.floor(((limit - plain - 40) * 10) / (ten - plain));
      const body = write(type, putText(fields, path, unit.repeat(Math.max(1, times))));
      yield [`${path.join('.')} of ${JSON.stringify(unit)}`, body];
    }
  }
  if (isForAnybody) yield* writeMany(type, limit);
}

type TextPath = readonly [name: string, inner?: string];

function listTexts(fields: Fields): TextPath[] {
  return Object.entries(fields).flatMap(([name, value]): TextPath[] => {
    if (typeof value === 'string') return [[name]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([inner, text]): TextPath[] =>
      typeof text === 'string' ? [[name, inner]] : [],
    );
  });
}

function putText(fields: Fields, [name, inner]: TextPath, text: string): Fields {
  const value = inner === undefined ? text : { ...(fields[name] as Fields), [inner]: text };
  return { ...fields, [name]: value };
}

/** More of everything than any form has. */
function* writeMany(type: Case['type'], limit: number): Generator<readonly [string, string]> {
  const times = (text: string, length: number) => text.repeat(Math.floor(length / text.length));
  const names = (length: number) => Array.from({ length: Math.floor(length) }, (_, index) => `k${index}`);
  if (type === 'json') {
    yield ['lists in lists', times('[', limit / 2) + times(']', limit / 2)];
    yield ['a long list', `[${times('0,', limit - 4)}0]`];
    yield ['many fields', JSON.stringify(Object.fromEntries(names((limit - 100) / 11).map((k) => [k, 0])))];
  }
  if (type !== 'form') return;
  for (const field of ['a&', 'a[]=&', 'a[b][c]=&', '&', '%41=%41&', 'b[][][][][][]=1&'])
    yield [`many of ${field}`, times(field, limit)];
  yield [
    'many fields',
    names(limit / 7)
      .join('&')
      .slice(0, limit),
  ];
  yield ['a deep field', `a${times('[b]', limit - 3)}=1`];
}
