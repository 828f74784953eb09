import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Stripe } from 'stripe';
import { SANDBOX_SECRET_KEY } from '../../../api/stripe-sandbox/cards.ts';
import { buyThroughApi } from '../../support/buy-through-api.ts';
import { confirmByCard } from '../../support/confirm-by-card.ts';
import { test as base, expect } from '../../support/folder.ts';
import { findFreePort } from '../../support/free-port.ts';
import { costOf, LATER, ORDER, WEEK } from '../../support/sample-order.ts';
import { type SandboxProcess, startSandboxProcess } from '../../support/sandbox-process.ts';
import { type ListedOrder, readOrders } from '../../support/shop.ts';
import { ADMIN_PASSWORD, signIn } from '../../support/sign-in.ts';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';
import { writeTestDatabase } from '../../support/test-database.ts';
import { KEY } from '../labels/click-and-drop-stand-in.ts';
import { openSmtpInbox, type SmtpInbox } from '../mail/smtp-inbox.ts';
import { intentBody } from '../orders/shop-calls.ts';

// The whole purchase through real processes: the service, which is killed in between, and a sandbox and a mail server that
// are not. `tests/api/labels` has the carrier.

interface World {
  readonly sandbox: SandboxProcess;
  readonly inbox: SmtpInbox;
  readonly databaseFile: string;
  /** Starts the service on its one data folder and port. */
  start(): Promise<SiteServer>;
}

const test = base.extend<{ world: World }>({
  world: async ({ folder }, use) => {
    const port = await findFreePort();
    const sandbox = await startSandboxProcess(join(folder, 'sandbox.db'), port);
    const inbox = await openSmtpInbox();
    const databaseFile = join(folder, 'data', 'farm.db');
    await writeTestDatabase(databaseFile);
    const servers: SiteServer[] = [];
    const start = async () => {
      const server = await startSiteServer({
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        SANDBOX_URL: sandbox.url,
        SMTP_URL: inbox.url,
        CLICK_AND_DROP_KEY: KEY,
        CLICK_AND_DROP_URL: 'http://127.0.0.1:9',
      });
      servers.push(server);
      return server;
    };
    await use({ sandbox, inbox, databaseFile, start });
    for (const server of servers) await server.stop();
    sandbox.process.kill('SIGTERM');
    await inbox.close();
  },
});

const MESSAGE = {
  name: 'Ada Holly',
  email: 'ada@example.com',
  subject: 'A very tall tree',
  message: 'Do you have one that is taller than our church?',
  contactPreference: 'email',
  submissionId: '01890a5d-ac96-774b-bcce-b302099a8057',
};

test('kill -9 among the refunds of a week, between a payment and its completion, and with a buyer’s browser gone: nothing is lost, and nothing is done twice', async ({
  world,
}) => {
  const first = await world.start();
  for (let count = 0; count < 3; count++)
    await buyThroughApi(first.url, undefined, { purchase: { deliveryWeek: LATER } });
  const cookie = await signIn(first.url, ADMIN_PASSWORD);
  const listOf = async (wanted: string) =>
    (await readOrders(first.url, ADMIN_PASSWORD)).filter(({ deliveryWeek }) => deliveryWeek === wanted);
  const list = async () => (await listOf(LATER)).filter(({ status }) => status === 'processing');
  const refund = ({ orderNumber, version }: ListedOrder) =>
    fetch(`${first.url}/admin/orders/${orderNumber}/refund`, {
      method: 'POST',
      headers: { Accept: 'application/json', Origin: first.url, Cookie: cookie },
      body: new URLSearchParams({ version: `${version}`, boxes: '2', requestId: randomUUID() }),
    });
  // Each is to be sent once its payment is captured, which may come a moment after the purchase.
  await expect.poll(async () => (await list()).length).toBe(3);
  const [one, two] = await list();
  expect((await refund(one as ListedOrder)).status).toBe(200);
  // The next one is made, and nobody hears of it.
  await post(world.sandbox.url, '/sandbox/faults', {
    calls: [{ path: '/v1/refunds', method: 'POST', count: 1, after: true, hangMs: 60_000 }],
  });
  const lost = refund(two as ListedOrder).catch(() => undefined);
  const stripe = sandboxClient(world.sandbox.url);
  const made = async () => (await stripe.refunds.list()).data.map(({ payment_intent }) => payment_intent);
  await expect.poll(async () => (await made()).length).toBe(2);
  await payAndLeave(first.url);
  const intent = await post(first.url, '/api/create-payment-intent', intentBody());
  const { clientSecret } = (await intent.json()) as { clientSecret: string };
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
  expect(await confirmByCard(first.url, clientSecret)).toBe('succeeded');
  expect((await post(first.url, '/api/contact-submit', MESSAGE)).status).toBe(200);
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  await lost;

  const second = await world.start();
  const numbers = await Promise.all(
    [1, 2, 3].map(async () => {
      const response = await post(second.url, '/api/branch-boxes/order', { ...ORDER, paymentIntentId });
      expect(response.status).toBe(200);
      return ((await response.json()) as { orderNumber: string }).orderNumber;
    }),
  );
  expect(new Set(numbers).size).toBe(1);
  const left = await list();
  expect(left.map(({ id }) => id)).not.toContain(one?.id);
  expect(left.length).toBeGreaterThan(0);
  for (const order of left) await refund(order);
  await expect.poll(list).toEqual([]);
  expect(new Set(await made()).size).toBe(3);
  expect(await made()).toHaveLength(3);
  // Webhook or reconciliation makes the order that nobody asks for.
  const readBought = async () => (await listOf(WEEK)).sort((a, b) => a.quantity - b.quantity);
  await expect.poll(readBought).toMatchObject([
    { quantity: 1, customerEmail: ORDER.customerEmail },
    { orderNumber: numbers[0], quantity: 2, totalAmount: costOf(2), shippingPostcode: 'TA1 1AA' },
  ]);
  expect((await post(second.url, '/api/contact-submit', MESSAGE)).status).toBe(200);
  const { received } = world.inbox;
  const listRecipients = (words: string) =>
    [...new Map(received.map(({ mail, to }) => [mail.messageId, { mail, to }])).values()]
      .filter(({ mail }) => mail.text?.includes(words))
      .flatMap(({ to }) => to)
      .sort();
  const [buyer, farm] = [ORDER.customerEmail, 'hello@farm.example.com'];
  await expect.poll(() => listRecipients(String(numbers[0]))).toEqual([buyer, farm]);
  await expect.poll(() => listRecipients(MESSAGE.message)).toEqual([farm]);
  // As the farm's content has it.
  expect(received.map(({ mail }) => mail.text).join()).toContain('Your rights by law stay as they are.');
  const [{ orderNumber: other } = { orderNumber: '' }] = await readBought();
  await expect.poll(() => listRecipients(other)).toEqual([buyer, farm]);
  const sqlite = new SqliteDatabase(world.databaseFile, { readonly: true });
  const labels = sqlite.prepare('SELECT count(*) FROM labels JOIN orders ON id = order_id WHERE week = ?');
  expect(labels.pluck().get(WEEK)).toBe(2);
  sqlite.close();
  expect(second.output()).not.toContain(KEY);
});

/** Pays for a box of foliage, whose address comes with the payment, and is never heard of again. */
async function payAndLeave(url: string): Promise<void> {
  const intent = await post(url, '/create-payment-intent', { quantity: 1, deliveryWeek: WEEK });
  const { clientSecret } = (await intent.json()) as { clientSecret: string };
  const more = {
    'shipping[name]': ORDER.customerName,
    'shipping[address][line1]': ORDER.shippingAddress,
    'shipping[address][city]': ORDER.shippingCity,
    'shipping[address][postal_code]': ORDER.shippingPostcode,
    'shipping[address][country]': 'GB',
    receipt_email: ORDER.customerEmail,
  };
  expect(await confirmByCard(url, clientSecret, { more })).toBe('succeeded');
}

function post(url: string, path: string, body: unknown): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(body),
  });
}

function sandboxClient(url: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(SANDBOX_SECRET_KEY, { protocol: 'http', host: hostname, port: Number(port) });
}
