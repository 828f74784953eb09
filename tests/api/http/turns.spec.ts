import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import SqliteDatabase from 'better-sqlite3';
import type { Hono } from 'hono';
import sharp from 'sharp';
import { Stripe } from 'stripe';
import { createApp } from '../../../api/app.ts';
import { LIMITS, type Limits } from '../../../api/http/limits.ts';
import { openService } from '../../../api/service.ts';
import type { Shop as Service } from '../../../api/shop.ts';
import { openSiteStore } from '../../../api/site/site-store.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '../../../api/stripe-sandbox/cards.ts';
import { startSandbox } from '../../../api/stripe-sandbox/sandbox.ts';
import {
  SANDBOX_MOUNT,
  SANDBOX_PROVIDER,
  SANDBOX_PUBLISHABLE_KEY,
} from '../../../src/domain/payments/payment-provider.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { repeat } from '../../support/hostile-texts.ts';
import { ORDER as SAMPLE, typeOrder } from '../../support/sample-order.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { QUIET_LOG, TEST_CONTENT, TEST_DIST } from '../../support/test-site.ts';
import { Browser } from '../admin/admin-under-test.ts';
import { readFormEntries } from '../content/read-form.ts';
import { madeUpId, madeUpNumber, makeUpOrders } from '../orders/made-up-orders.ts';
import { complete, intentBody, startPaid, startPurchase } from '../orders/shop-calls.ts';

// Nobody waits for somebody else's request: none takes longer than this in one turn of the event loop, by whomever it
// is, and whatever it sends up to the limits. In ms of the thread's processor time, so that a busy machine is no fault.
const ALLOWED_MS = 20;
/** At ten times the size of a season. */
const ALLOWED_AT_TEN_MS = 50;
/** Of the first request of its kind, for which the code is still to be read and compiled. */
const ALLOWED_FIRST_MS = 50;

const SEASON = { orders: 300, messages: 100 };
const WEEK = '2025-12-01';
const METRICS_TOKEN = 'a-token-of-many-characters';
const NOW = () => new Date('2025-11-20T10:00:00Z');
const NO_LIMIT = { requests: 1_000_000, perSeconds: 1 };

interface Shop extends Pick<Service, 'db' | 'orderLinks'> {
  readonly app: Hono;
  readonly stripe: Stripe;
  /** Signed in. */
  readonly owner: Browser;
  /** The index of the first order of the newest season. */
  readonly newest: number;
  /** Whether a preview or a publication is being built. */
  readonly isBuilding: () => boolean;
  readonly close: () => Promise<void>;
}

const ORIGIN = 'http://localhost';

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
    clock: NOW,
  });
  const store = await openSiteStore(distDir, QUIET_LOG.log, SANDBOX_PROVIDER, { contentDir, clock: NOW });
  const service = await openService({
    config: {
      dataDir,
      metricsToken: METRICS_TOKEN,
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
    clock: NOW,
    print: () => {},
  });
  const app = createApp({ ...service.shop, limits: UNLIMITED });
  const owner = new Browser(app, { Origin: ORIGIN });
  await owner.signIn();
  const { hostname: host, port } = new URL(sandbox.url);
  const { db, orderLinks } = service.shop;
  return {
    app,
    db,
    orderLinks,
    owner,
    stripe: new Stripe(SANDBOX_SECRET_KEY, { protocol: 'http', host, port }),
    newest: SEASON.orders * (seasons - 1),
    isBuilding: () => service.shop.content?.publisher.job()?.state === 'running',
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
  /** The status of a request that is refused every day, such as of an address that somebody mistypes. */
  readonly refused?: number;
}

/** A function makes what is new each time: an order that is still to be changed, a payment that is made. */
type Cases = readonly (Case | (() => Promise<Case>))[];

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

/** The routes of a method. */
function listRoutes({ app }: Shop): string[] {
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))];
}

/** What each route is asked. A page without parameters is asked for as it is. */
async function makeCases(shop: Shop): Promise<Record<string, Cases>> {
  const { app, db, owner } = shop;
  const read = async (path: string) => (await prepare(shop, `GET ${path}`, {}, undefined, 'identity')()).text;
  const readForm = async (path: string) => readFormEntries(await read(path));
  const send = (path: string, fields: Record<string, string>) =>
    owner.send('POST', path, new URLSearchParams(fields));
  const json = (fields: Fields, more: Case = {}): Case => ({ type: 'json', fields, limit: FORM, ...more });
  const form = (fields: Fields, more: Case = {}): Case => ({ type: 'form', fields, limit: FORM, ...more });
  const post = (path: string, fields: Fields = {}, more: Case = {}) => form(fields, { path, ...more });
  const paths = (...all: string[]) => all.map((path) => ({ path }));

  let [count, numbers] = [0, 100_000_000];
  const findOrder = (number: string) =>
    db.selectFrom('orders').selectAll().where('orderNumber', '=', number).executeTakeFirstOrThrow();
  /** With an order that nothing was done with. */
  const order =
    (make: (order: { id: string; number: string; path: string; api: string }) => Case, before?: object) =>
    async () => {
      const [id, number] = [madeUpId(shop.newest + count), madeUpNumber(shop.newest + count++)];
      const api = `/api/admin/orders/${id}`;
      if (before) await owner.send('PATCH', api, { version: 1, ...before });
      return make({ id, number, path: `/admin/orders/${number}`, api });
    };
  const buy = async (more = {}) =>
    (await complete(shop, (await startPaid(shop, intentBody(more))).paymentIntentId, { ...SAMPLE, ...more }))
      .body.orderNumber;
  const bought = await buy({ quantity: 30, totalAmount: 820.5 });
  const key = shop.orderLinks.writeKey((await findOrder(bought)).id);
  /** As the buyer of another order, who may still change or cancel it. */
  const asBuyer = async () =>
    form({ ...typed, key: shop.orderLinks.writeKey((await findOrder(await buy())).id), version: '1' });
  const openSession = async () => {
    const { headers } = await send('/api/branch-boxes/checkout', { ...typed, website: '' });
    return /cs_\w+/.exec(headers.get('Location') ?? '')?.[0] ?? '';
  };
  const paySession = async () => {
    const session = await openSession();
    await send(`${SANDBOX_MOUNT}/pay/${session}`, CARD_FORM);
    return session;
  };
  const openIntent = async () => {
    const body = { quantity: 1, deliveryWeek: WEEK };
    const { paymentIntentId } = await startPurchase(shop, body, '/create-payment-intent');
    const { client_secret } = await shop.stripe.paymentIntents.retrieve(paymentIntentId);
    return { path: `${SANDBOX_MOUNT}/v1/payment_intents/${paymentIntentId}`, secret: String(client_secret) };
  };
  const call = (way: string) => ({ ...typed, id: randomUUID(), way });
  const takeCall = async (way: string) => {
    const taken = call(way);
    await send('/admin/telephone', taken);
    return taken.id;
  };
  const openLink = async () => shop.orderLinks.writeKey(await takeCall('link'));

  const withCookies = (browser: Browser) => ({ headers: { Cookie: readCookies(browser) } });
  const invite = async () => {
    const person = new Browser(app, { Origin: ORIGIN });
    const page = await (await send('/admin/people', { role: 'packer', name: `Ben ${count++}` })).text();
    await person.send('GET', /value="http:\/\/localhost([^"]+)"/.exec(page)?.[1] ?? '');
    return person;
  };
  const ask = async (as: Browser, path: string) => (await as.send('POST', `${path}/options`)).json();
  const authenticator = new Authenticator();
  const addPasskey = async (as: Browser, path: string, key = new Authenticator()) => ({
    ...key.register(await ask(as, path), ORIGIN),
  });
  await owner.send('POST', PASSKEYS, await addPasskey(owner, PASSKEYS, authenticator));
  const ben = await invite();
  await ben.send('POST', '/admin/join', new URLSearchParams({ name: 'Ben', password: ADMIN_PASSWORD }));
  const people = await db.selectFrom('people').select('id').where('name', '=', 'Ben').execute();

  const file = (name: string) => `/admin/content/file?name=${name}`;
  const [faqFile, indexFile] = [file('faq/tree-care.json'), file('pages/index.md')];
  const [faq, page, synonyms] = [
    await readForm(faqFile),
    await readForm(indexFile),
    await readForm(file('synonyms.json')),
  ];
  const weekPath = '/admin/orders/weeks/2025-12-15';
  const words = Object.keys(synonyms).find((name) => name.endsWith('words')) ?? '';
  const listed = Array.from({ length: 4750 }, (_, index) => `word${index}`).join('\n');
  /** What a page that shows it is sent about a draft. */
  const draft =
    (path: string, fields: Fields = {}, shown = '/admin/content/publish') =>
    async () => {
      const farm = await readForm(file('farm.json'));
      await send(file('farm.json'), { ...farm, phone: `01632 960${100 + count++}` });
      const [, digest = ''] = /name="digest" value="([^"]+)"/.exec(await read(shown)) ?? [];
      return post(path, { file: 'farm.json', digest, ...fields }, { limit: EDITOR });
    };
  const days = { from: '2025-11-25', to: '2025-11-26' };
  const notice =
    (what: string, fields: Fields = {}) =>
    async () => {
      await send('/admin/notices/new/own', { title: 'Mud', text: 'Mud.', ...days });
      const [, path = '', seen] =
        /action="(\/admin\/notices\/[^"]+\/)down"[\s\S]*?name="seen" value="([^"]*)"/.exec(
          await read('/admin'),
        ) ?? [];
      return post(path + what, { seen, ...fields });
    };
  const kept = Buffer.from(JSON.stringify({ path: '/admin/messages/x', entries: { text: 'Some words' } }));
  const typed = typeOrder();
  const empty = Object.fromEntries(Object.keys(SAMPLE).map((name) => [name, '']));
  const id = messageId(1);
  const message = `/admin/messages/${id}`;
  const [event] = (await shop.stripe.events.list()).data;
  const signature = shop.stripe.webhooks.generateTestHeaderString({
    payload: JSON.stringify(event),
    secret: SANDBOX_WEBHOOK_SECRET,
    timestamp: NOW().getTime() / 1000,
  });
  photograph ??= makePhotograph();
  const upload = Buffer.concat([
    Buffer.from('--zzz\r\nContent-Disposition: form-data; name="photograph"; filename="large.jpg"\r\n\r\n'),
    await photograph,
    Buffer.from('\r\n--zzz--\r\n'),
  ]);
  const manyParts = (count: number, boundary = 'zzz') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(count);
  const pages = listRoutes(shop).filter((route) => /^GET [^:*]+$/.test(route));
  const sandbox = (route: string) => route.replace(' ', ` ${SANDBOX_MOUNT}`);
  const publishable = { headers: { Authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}` } };
  return {
    ...Object.fromEntries(pages.map((route) => [route, [{}]])),
    // What the farm publishes at the end takes the place of the site.
    'ALL *': [
      ...paths('/', '/faq', '/prices', '/about'),
      ...paths('/nothing', '/api/nothing', '/_astro/nothing.js').map((each) => ({ ...each, refused: 404 })),
    ],
    'ALL /nordmann-branches': paths('/nordmann-branches', '/nordmann-branches?quantity=2'),
    'GET /metrics': [{ headers: { Authorization: `Bearer ${METRICS_TOKEN}` } }],
    'POST /api/contact-submit': [
      json(CONTACT, { limit: CONTACT_FORM }),
      form(CONTACT, { limit: CONTACT_FORM }),
    ],
    'POST /api/create-payment-intent': [json({ ...intentBody(), attemptId: randomUUID() })],
    'POST /create-payment-intent': [json({ quantity: 1, deliveryWeek: WEEK, attemptId: randomUUID() })],
    'POST /api/branch-boxes/order': [
      async () => json({ ...SAMPLE, ...(await startPaid(shop)) }),
      json({ ...SAMPLE, paymentIntentId: 'pi_x', attemptId: madeUpId(1) }, { refused: 404 }),
    ],
    'POST /api/branch-boxes/checkout': [form(typed)],
    'GET /api/branch-boxes/orders': ['', '?limit=50', '?limit=50&q=customer', `?limit=200&week=${WEEK}`].map(
      (query) => ({ path: `/api/branch-boxes/orders${query}` }),
    ),
    'GET /nordmann-branches/thank-you': [
      async () => ({ path: `/nordmann-branches/thank-you?session_id=${await paySession()}` }),
    ],
    'GET /order': [{ path: `/order?key=${key}` }, { path: '/order?key=x', refused: 404 }],
    'GET /order/week.ics': paths(`/order/week.ics?key=${key}`),
    'POST /order/change': [asBuyer],
    'POST /order/cancel': [asBuyer],
    'GET /pay': [async () => ({ path: `/pay?key=${await openLink()}` })],
    'POST /pay': [async () => form({ key: await openLink() })],
    'POST /api/stripe/webhook': [
      json({ ...event }, { headers: { 'Stripe-Signature': signature } }),
      json(
        { id: 'evt_1', type: 'charge.refunded' },
        { limit: EDITOR, headers: { 'Stripe-Signature': repeat(',v1=ab', 3000, 't=1') }, refused: 400 },
      ),
    ],
    'POST /api/admin/sign-in': [
      json({ name: 'Owner', password: ADMIN_PASSWORD }, SIGNED_OUT),
      json({ name: 'Nobody', password: 'wrong words here' }, { refused: 401 }),
    ],
    'POST /api/admin/sign-out': [SIGNED_OUT],
    'POST /api/admin/sign-in/passkey/options': [{}],
    'POST /api/admin/sign-in/passkey': [
      async () => {
        const phone = new Browser(app, { Origin: ORIGIN });
        const options = await ask(phone, '/api/admin/sign-in/passkey');
        return json({ ...authenticator.sign(options, ORIGIN) }, withCookies(phone));
      },
    ],
    'POST /api/admin/join/passkey/options': [async () => withCookies(await invite())],
    'POST /api/admin/join/passkey': [
      async () => {
        const phone = await invite();
        const passkey = await addPasskey(phone, '/api/admin/join/passkey');
        return json({ name: `Zoë ${count++}`, passkey }, withCookies(phone));
      },
    ],
    'GET /admin/sign-in': paths('/admin/sign-in?next=/admin/orders'),
    'POST /admin/sign-in': [
      form(
        { name: 'Owner', password: ADMIN_PASSWORD, next: '/admin', kept: kept.toString('base64url') },
        { limit: KEPT, ...SIGNED_OUT },
      ),
      post('/admin/sign-in?sent-to=/admin/messages/x', { text: 'Some words' }, { limit: KEPT }),
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
        refused: 413,
      },
    ],
    'GET /admin/join': paths('/admin/join', `/admin/join?key=${'x'.repeat(43)}`),
    'POST /admin/join': [
      async () =>
        form({ name: `Ann ${count++}`, password: 'some new words for it' }, withCookies(await invite())),
    ],
    'POST /api/admin/passkeys/options': [{}],
    'POST /api/admin/passkeys': [async () => json(await addPasskey(owner, PASSKEYS), withCookies(owner))],
    'POST /admin/account/:action': [
      post('/admin/account/name', { name: 'Anna' }),
      async () => {
        await ben.signIn(ADMIN_PASSWORD, 'Ben');
        const passwords = { current: ADMIN_PASSWORD, password: ADMIN_PASSWORD };
        return post('/admin/account/password', passwords, withCookies(ben));
      },
    ],
    'POST /admin/people': [form({ role: 'packer', name: 'Dan' })],
    'POST /admin/people/:id/:action': [post(`/admin/people/${people[0]?.id}/role`, { role: 'packer' })],
    'GET /api/admin/orders/count': paths('/api/admin/orders/count?since=2025-11-01T00:00:00Z'),
    'POST /api/admin/orders/tracking/preview': [
      json(
        { list: listNumbers(200, (number, index) => `Customer ${index}, ${number}`).join('\n') },
        { limit: PASTED },
      ),
      json({ list: [madeUpNumber(1), ...listNumbers(6000)].join() }),
      json({ list: [madeUpNumber(1), ...listNumbers(40_000, () => '1')].join() }),
    ],
    'GET /admin/orders/weeks/:week': [...paths(weekPath), { path: '/admin/orders/weeks/x', refused: 404 }],
    'POST /admin/orders/weeks/:week': [
      async () => post(weekPath, { ...(await readForm(weekPath)), boxes: '5000' }),
    ],
    'POST /api/admin/orders/:id/undo': [
      order(({ api }) => json({ version: 2 }, { path: `${api}/undo` }), SHIPPED),
    ],
    'GET /api/admin/orders.csv': paths('/api/admin/orders.csv', `/api/admin/orders.csv?week=${WEEK}`),
    'POST /api/admin/orders/:id/refunds': [
      async () => {
        const { id: of, version } = await findOrder(bought);
        const asked = { boxes: 1, requestId: randomUUID(), version, reason: '' };
        return json(asked, { path: `/api/admin/orders/${of}/refunds` });
      },
    ],
    'PATCH /api/admin/orders/:id': [
      order(({ api }) => json({ version: 1, reason: '', ...SHIPPED }, { path: api })),
      order(({ api }) =>
        json({ version: 1, trackingNumbers: [`RM${numbers++}GB`], reason: '' }, { path: api }),
      ),
    ],
    'GET /api/admin/packing/scan': paths(`/api/admin/packing/scan?week=${WEEK}`),
    'POST /api/admin/packing/scans': [
      order(({ number: orderNumber }) => {
        const trackingNumber = `RM${numbers++}GB`;
        return json({ id: randomUUID(), orderNumber, trackingNumber, digest: null, isUndone: false });
      }),
    ],
    'GET /admin/telephone': paths('/admin/telephone', `/admin/telephone?order=${madeUpId(5)}&boxes=2`),
    'POST /admin/telephone': [
      async () => form(call('cash')),
      form({ ...empty, id, way: '' }, { refused: 422 }),
    ],
    ...Object.fromEntries(
      [['arrived', 'bank'] as const, ['withdraw', 'link'] as const, ['send', 'link'] as const].map(
        ([step, way]) => [
          `POST /admin/telephone/:id/${step}`,
          [async () => ({ path: `/admin/telephone/${await takeCall(way)}/${step}` })],
        ],
      ),
    ),
    'GET /admin/orders/:number': [order(({ path }) => ({ path })), { path: '/admin/orders/x', refused: 404 }],
    'POST /admin/orders/:number': [
      order(({ path }) =>
        post(path, {
          ...typed,
          form: 'change',
          version: '1',
          was: '{"internalNote":""}',
          internalNote: 'Ask',
        }),
      ),
      order(({ path }) =>
        post(path, { ...empty, version: '1', was: '{"customerName":"x"}' }, { refused: 422 }),
      ),
    ],
    'POST /admin/orders/:number/refund': [
      async () => {
        const version = String((await findOrder(bought)).version);
        const asked = { reason: '', boxes: '1', requestId: randomUUID(), version };
        return post(`/admin/orders/${bought}/refund`, asked);
      },
    ],
    'POST /admin/orders/:number/cancel': [
      order(({ path }) => post(`${path}/cancel`, { reason: '', money: 'later', version: '1' })),
    ],
    'POST /admin/orders/:number/undo': [order(({ path }) => post(`${path}/undo`, { version: '2' }), SHIPPED)],
    'POST /admin/orders/:number/confirmation': [order(({ path }) => post(`${path}/confirmation`))],
    'POST /admin/orders/:number/mails/:id': [
      order(({ path }) => post(`${path}/mails/mail-1`, { address: 'a', action: 'correct' })),
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
      async () => post(`${message}/answer`, { answerId: randomUUID(), text: 'Two metres.', q: '' }),
    ],
    'POST /admin/messages/:id': [post(message, { mark: 'read', q: '' })],
    'POST /admin/mails/:id': [post('/admin/mails/mail-1', { action: 'copy', address: '' })],
    'GET /admin/content/file': paths(faqFile, indexFile, file('pages/privacy.md'), file('prices/home.json')),
    'POST /admin/content/file': [
      post(faqFile, faq, { limit: EDITOR }),
      post(faqFile, { ...faq, 'items.0.answer': 'a '.repeat(60_000) }, { limit: 0, refused: 422 }),
      { path: faqFile, type: 'multipart', fields: faq, limit: EDITOR },
      post(indexFile, page, { limit: EDITOR }),
      ...['> ', '1. ', '- a\n', '[a]('].map((unit) =>
        post(
          indexFile,
          { ...page, 'sections.welcome.text': unit.repeat(20_000 / unit.length) },
          { limit: 0 },
        ),
      ),
      post(file('synonyms.json'), { ...synonyms, [words]: listed }, { limit: 0, refused: 422 }),
    ],
    'GET /admin/content/new': paths('/admin/content/new?collection=pages'),
    'POST /admin/content/new': [
      post(
        '/admin/content/new?collection=pages',
        { '@name': 'new', title: '' },
        { limit: EDITOR, refused: 422 },
      ),
    ],
    'GET /admin/content/remove': paths('/admin/content/remove?name=towns/taunton.md'),
    'POST /admin/content/remove': [post('/admin/content/remove?name=towns/taunton.md')],
    'POST /admin/content/photographs': [{ type: 'multipart', bodies: { 'a photograph': () => upload } }],
    'GET /admin/content/photographs/:name': paths('/admin/content/photographs/large.jpg?crop=1'),
    'GET /admin/content/drawings/:name': paths('/admin/content/drawings/barn'),
    'GET /admin/content/season': paths('/admin/content/season', '/admin/content/season?year=2030'),
    'POST /admin/content/season': [
      draft('/admin/content/season', { year: '2026' }, '/admin/content/season?year=2026'),
    ],
    'GET /admin/content': ['', '?saved=prices/home.json', '?q=tree'].map((query) => ({
      path: `/admin/content${query}`,
    })),
    'POST /admin/content/discard': [draft('/admin/content/discard')],
    'POST /admin/content/settle/:preferred{mine|theirs}': [draft('/admin/content/settle/mine')],
    'POST /admin/undo': [form({ key: '' })],
    'POST /admin/notices/new/:kind': [
      post('/admin/notices/new/own', { title: 'Mud', text: 'Wear boots.', ...days }),
    ],
    'POST /admin/notices/:id/change': [notice('change', { title: 'Mud', text: 'Wear boots.', ...days })],
    'POST /admin/notices/:id/down': [notice('down')],
    'POST /api/events': [
      json({ kind: 'view', path: '/', label: 'a', category: 'a', value: 'a' }, { limit: EVENT }),
    ],
    [sandbox('GET /v1/elements/sessions')]: [
      async () => ({
        path: `${SANDBOX_MOUNT}/v1/elements/sessions?client_secret=${(await openIntent()).secret}`,
        ...publishable,
      }),
    ],
    [sandbox('GET /v1/payment_intents/:id')]: [
      async () => {
        const { path, secret } = await openIntent();
        return { path: `${path}?client_secret=${secret}`, ...publishable };
      },
    ],
    [sandbox('POST /v1/payment_intents/:id/confirm')]: [
      async () => {
        const { path, secret } = await openIntent();
        return post(`${path}/confirm`, { ...CARD, client_secret: secret }, publishable);
      },
    ],
    [sandbox('GET /pay/:id')]: [async () => ({ path: `${SANDBOX_MOUNT}/pay/${await openSession()}` })],
    [sandbox('POST /pay/:id')]: [async () => post(`${SANDBOX_MOUNT}/pay/${await openSession()}`, CARD_FORM)],
    [sandbox('GET /pay/:id/return')]: [
      async () => ({ path: `${SANDBOX_MOUNT}/pay/${await paySession()}/return` }),
    ],
    // The sandbox answers what nobody is sent to.
    [sandbox('POST /pay/:id/return')]: [post(`${SANDBOX_MOUNT}/pay/x/return`, {}, { refused: 404 })],
    [sandbox('GET /authenticate/:id')]: [{ path: `${SANDBOX_MOUNT}/authenticate/x`, refused: 404 }],
    [sandbox('POST /authenticate/:id')]: [
      post(`${SANDBOX_MOUNT}/authenticate/x`, { outcome: 'a' }, { refused: 404 }),
    ],
    'POST /admin/content/publish': ['preview', 'publish'].map((action) =>
      draft('/admin/content/publish', { action, 'take:farm.json': 'yes' }),
    ),
    'POST /admin/content/history/:id/put-back': paths('/admin/content/history/1/put-back'),
    'GET /admin/preview/*': ['/admin/preview/', '/admin/preview/prices'].map((path) => async () => {
      await expect.poll(shop.isBuilding, { timeout: 120_000 }).toBe(false);
      return { path };
    }),
    'POST /admin/preview/*': paths('/admin/preview/'),
  };
}

const SHIPPED = { status: 'shipped' };
const SIGNED_OUT = { headers: { Cookie: '' } };
const PASSKEYS = '/api/admin/passkeys';
const CONTACT = {
  ...{ name: 'Ada', email: 'ada@example.com', phone: '', subject: 'Trees', message: 'Is there a tall one?' },
  ...{ homepage: '', submissionId: randomUUID(), contactPreference: 'email' },
};
/** On the page in place of Stripe's. */
const CARD_FORM = {
  email: 'a@example.com',
  name: 'Ada',
  number: '4242424242424242',
  expiry: '12/34',
  cvc: '123',
};
/** As Stripe.js sends it. */
const CARD = {
  ...{ 'payment_method_data[type]': 'card', 'payment_method_data[card][number]': '4242424242424242' },
  ...{ 'payment_method_data[card][exp_month]': '12', 'payment_method_data[card][exp_year]': '2034' },
  ...{ 'payment_method_data[card][cvc]': '123', 'payment_method_data[billing_details][name]': 'Ada' },
  ...{ 'payment_method_data[billing_details][email]': 'a@example.com', receipt_email: 'a@example.com' },
  ...{ 'shipping[name]': 'Ada', 'shipping[address][line1]': '1 High Street', return_url: ORIGIN },
  ...{ 'shipping[address][postal_code]': 'TA1 1AA', 'shipping[address][country]': 'GB' },
};

/** Of parcels. */
function listNumbers(count: number, write = (number: string, _index: number) => number): string[] {
  return Array.from({ length: count }, (_, index) => write(`RM${100_000_000 + index}GB`, index));
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
  async count(route: string, asked: string, make: () => Promise<() => Promise<unknown>>, tries = 6) {
    let ms = Number.POSITIVE_INFINITY;
    for (let count = 0; count < tries && ms > this.allowedMs; count++)
      ms = Math.min(ms, await measureTurns(await make()));
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

/** Asks as a page of the shop does, and reads the answer to its end. */
function prepare(shop: Shop, route: string, { path, headers, type }: Case, body?: BodyInit, encoding = 'br') {
  const [method = '', own = ''] = route.split(' ');
  const request = {
    method: method === 'ALL' ? 'GET' : method,
    headers: {
      Origin: ORIGIN,
      'Accept-Encoding': encoding,
      Cookie: readCookies(shop.owner),
      ...(type && { 'Content-Type': TYPES[type] }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  };
  return async () => {
    const answer = await shop.app.request(path ?? own, request);
    const text = Buffer.from(await answer.arrayBuffer()).toString();
    return { status: answer.status, text, location: answer.headers.get('Location') };
  };
}

function readCookies({ cookies }: Browser): string {
  return [...cookies].map((each) => each.join('=')).join('; ');
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
  const cases = Object.keys(await makeCases(shop)).filter((route) => !OTHERS.includes(route));
  expect(cases.sort()).toEqual(listRoutes(shop).sort());
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
        const make = async () => {
          const one = typeof each === 'function' ? await each() : each;
          const body = one.fields ? write(one.type, one.fields) : Object.values(one.bodies ?? {})[0]?.();
          return { one, request: prepare(shop, route, one, body, 'identity') };
        };
        const { one, request } = await make();
        const name = `${one.path ?? ''} ${one.type ?? ''}`;
        const first = await measureTurns(async () => {
          const { status, text, location } = await request();
          const isRight = one.refused ? status === one.refused : status < 400 && !isSentAway(one, location);
          expect.soft(isRight, `${route} ${name} ${status} ${location} ${text.slice(0, 300)}`).toBe(true);
        });
        if (first > ALLOWED_FIRST_MS) costs.tooLong.push(`${route} ${name} at first: ${first.toFixed(1)} ms`);
        await costs.count(route, name, async () => (await make()).request);
      }
    }
    await shop.close();
    expect(costs.end()).toEqual([]);
  });
}

/** Whether somebody has to sign in first. */
function isSentAway({ path }: Case, location: string | null): boolean {
  return location?.includes('/admin/sign-in') === true && !path?.includes('sign-in');
}

test('hostile bodies of the largest size', async ({ shop }) => {
  const costs = new Costs();
  for (const [route, cases] of Object.entries(await makeCases(shop))) {
    for (const each of cases) {
      const one = typeof each === 'function' ? await each() : each;
      for (const [name, body] of writeHostile(route, one)) {
        if (costs.tooLong.length > 30 && !process.env.COSTS) break;
        const make = async () => prepare(shop, route, one, body);
        await costs.count(route, `${one.path ?? ''} ${one.type} ${name}`, make);
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
