import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:tls';
import { brotliDecompressSync } from 'node:zlib';
import { SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payment-sandbox.ts';
import { ADMIN_PASSWORD } from '../../support/sign-in.ts';
import { SMALL_SITE } from '../../support/small-site.ts';
import { expect, type TlsService, test } from './test.ts';

const ORDER = {
  customerName: 'Ada Holly',
  customerEmail: 'ada@example.com',
  customerPhone: '01632 960 111',
  shippingAddress: '1 Orchard Close',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
  quantity: 2,
  unitPrice: '27.35',
  totalAmount: '54.70',
  deliveryWeek: '2025-11-17',
};

const INTENT = JSON.stringify({
  amount: 54.7,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  metadata: { customerName: 'Ada Holly', customerEmail: 'ada@example.com', orderType: 'branch_box' },
  order: ORDER,
});

test('HTTP/2 is agreed on in the handshake, over TLS 1.3, and pages come compressed', async ({ service }) => {
  const { request, socket } = service.open();
  const page = await request({ ':path': '/prices', 'accept-encoding': 'br, gzip' });
  expect(socket.alpnProtocol).toBe('h2');
  expect(socket.getProtocol()).toBe('TLSv1.3');
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-encoding': 'br',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  for (const name of ['connection', 'keep-alive', 'transfer-encoding'])
    expect(page.headers).not.toHaveProperty(name);
  expect(brotliDecompressSync(page.body).toString()).toBe(SMALL_SITE['prices.html']);
});

test('many requests share the one connection', async ({ service }) => {
  const { request, socket } = service.open();
  const pages = await Promise.all(
    Array.from({ length: 60 }, () => request({ ':path': '/prices', 'accept-encoding': 'identity' })),
  );
  for (const page of pages) expect(page.body.toString()).toBe(SMALL_SITE['prices.html']);
  expect(socket.destroyed).toBe(false);
});

test('who does not speak HTTP/2 gets HTTP/1.1, over TLS 1.2 too', async ({ service }) => {
  for (const options of [{}, { ALPNProtocols: ['http/1.1'] }, { maxVersion: 'TLSv1.2' }] as const) {
    const asked = request({
      ...options,
      port: service.port,
      host: 'localhost',
      path: '/prices',
      ca: service.certificate.cert,
      agent: false,
    });
    const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
    expect(answer.httpVersion).toBe('1.1');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(Buffer.concat(await answer.toArray()).toString()).toBe(SMALL_SITE['prices.html']);
  }
});

test('versions of TLS that are broken are refused', async ({ service }) => {
  const socket = connect({
    port: service.port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: service.certificate.cert,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const [error] = await once(socket, 'error');
  expect(error.code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
});

test('an order begun over HTTP/2 is paid, and the sandbox’s event arrives', async ({ service }) => {
  const { request } = service.open();
  const headers = { origin: service.origin, 'content-type': 'application/json' };
  const begun = await request({ ':path': '/api/create-payment-intent', ...headers }, INTENT);
  expect(begun.status).toBe(200);
  const { clientSecret } = JSON.parse(begun.body.toString());
  const [paymentIntentId] = clientSecret.split('_secret_');
  const confirmed = await request(
    {
      ':path': `/payment-sandbox/v1/payment_intents/${paymentIntentId}/confirm`,
      origin: service.origin,
      authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }).toString(),
  );
  expect(JSON.parse(confirmed.body.toString()).status).toBe('succeeded');
  // Nobody tells the service but the sandbox.
  const cookie = await signIn(service);
  const readOrders = async () =>
    JSON.parse((await request({ ':path': '/api/branch-boxes/orders', cookie })).body.toString());
  await expect.poll(readOrders).toMatchObject([{ customerName: 'Ada Holly', status: 'processing' }]);
});

test('another site’s page may send nothing, by `:authority`', async ({ service }) => {
  const { request } = service.open();
  for (const origin of ['https://evil.example', `https://localhost:${service.port + 1}`, 'null']) {
    const answer = await request(
      { ':path': '/api/create-payment-intent', origin, 'content-type': 'application/json' },
      INTENT,
    );
    expect(answer.status, origin).toBe(403);
    expect(JSON.parse(answer.body.toString()).code).toBe('foreign_origin');
  }
});

test('the admin’s cookie is for https alone', async ({ service }) => {
  expect(await signIn(service, 'set-cookie')).toMatch(/^__Host-[^;]+;.*Secure/);
});

test('the log has one line for each request, with the body’s bytes', async ({ ownService: service }) => {
  const { request } = service.open();
  const { headers } = await request({ ':path': '/prices', 'accept-encoding': 'identity' });
  await request({ ':path': '/prices', ':method': 'HEAD', 'accept-encoding': 'identity' });
  const entries = () =>
    service.server
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line));
  await expect.poll(entries).toHaveLength(2);
  const bytes = Buffer.byteLength(SMALL_SITE['prices.html'] ?? '');
  expect(entries()).toMatchObject([
    { id: headers['x-request-id'], method: 'GET', path: '/prices', status: 200, bytes },
    { method: 'HEAD', status: 200, bytes: 0 },
  ]);
  for (const entry of entries()) expect(entry).not.toHaveProperty('cutOff');
});

async function signIn(service: TlsService, header: 'set-cookie' | 'cookie' = 'cookie'): Promise<string> {
  const { headers, status } = await service
    .open()
    .request(
      { ':path': '/api/admin/sign-in', origin: service.origin, 'content-type': 'application/json' },
      JSON.stringify({ password: ADMIN_PASSWORD }),
    );
  expect(status).toBe(200);
  const cookies = headers['set-cookie'] ?? [];
  return header === 'set-cookie'
    ? (cookies[0] ?? '')
    : cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}
