import { test as base, expect } from '@playwright/test';
import { mapDeliveryFields } from '../../../src/domain/orders/order-fields.ts';
import { type SiteServer, startSiteServer } from '../../support/site-server.ts';

const MARK = 'Quillfeather';
const person = {
  name: `Jane ${MARK}`,
  email: `jane.${MARK}@mail.example`,
  phone: `01632 960 214 ${MARK}`,
  subject: `A tree for ${MARK}`,
  message: `My address is 7 ${MARK} Lane, please call.`,
  contactPreference: 'email',
};
const order = {
  quantity: 2,
  unitPrice: '27.35',
  totalAmount: '54.70',
  week: '2025-11-17',
  deliveryWeek: '2025-11-17',
  ...mapDeliveryFields((name) => `${MARK} in ${name}`),
  customerEmail: person.email,
  customerPhone: person.phone,
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
};
const metadata = { customerName: person.name, customerEmail: person.email, orderType: 'branch_box' };
const methods = { enabled: true, allow_redirects: 'never' };

/** Every call that takes data, with a mark in each of its fields; some are taken, some refused. */
const CALLS: readonly (readonly [path: string, body: unknown])[] = [
  ['/api/contact-submit', person],
  ['/api/contact-submit', { ...person, email: MARK, contactPreference: MARK, [MARK]: MARK }],
  ['/api/contact-submit', `{"name": Jane ${MARK}", `],
  ['/api/create-payment-intent', { amount: 54.7, automatic_payment_methods: methods, metadata, order }],
  ['/api/create-payment-intent', { amount: MARK, metadata: { [MARK]: MARK } }],
  ['/create-payment-intent', { quantity: 1, deliveryWeek: '2025-11-17' }],
  ['/create-payment-intent', { quantity: MARK, deliveryWeek: MARK }],
  ['/api/branch-boxes/order', { ...order, paymentIntentId: 'pi_nobody_has' }],
  ['/api/branch-boxes/order', { paymentIntentId: MARK }],
  ['/api/stripe/webhook', { id: MARK, data: { object: order } }],
  ['/api/admin/sign-in', { password: MARK }],
  ['/api/events', { kind: 'search', path: '/faq', value: MARK }],
  ['/api/events', { kind: MARK, path: MARK }],
  ['/api/nothing', person],
];

const FORMS: readonly (readonly [path: string, fields: Record<string, string>])[] = [
  ['/api/contact-submit', person],
  ['/api/contact-submit', { ...person, email: MARK }],
  ['/api/branch-boxes/checkout', { ...order, quantity: '2' }],
];

const test = base.extend<{ server: SiteServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  server: async ({}, use) => {
    // Nobody listens there: what the log says of a mail that cannot be sent is asked about too.
    const server = await startSiteServer({ SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'debug' });
    await use(server);
    await server.stop();
  },
});

test('marked data through every field of every call leaves no mark in the log', async ({ server }) => {
  const headers = {
    Origin: server.url,
    'User-Agent': MARK,
    Referer: `${server.url}/contact-us?name=${MARK}`,
    Cookie: `admin=${MARK}`,
    'X-Request-Id': MARK,
    'X-Forwarded-For': '203.0.113.77',
  };
  const query = `?name=${MARK}`;
  for (const [path, body] of CALLS) {
    await fetch(`${server.url}${path}${query}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
  for (const [path, fields] of FORMS) {
    const form = { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' } as const;
    await fetch(`${server.url}${path}${query}`, form);
  }
  await fetch(`${server.url}/prices${query}`, { headers });
  // The last one, and the mail that nobody takes; the sandbox's webhooks come in between.
  await expect.poll(server.output).toMatch(/"path":"\/prices"/);
  await expect.poll(server.output).toMatch(/contact_message\) is tried again/);
  for (const [path] of [...CALLS, ...FORMS]) expect(server.output()).toContain(`"path":"${path}"`);
  expect(server.output()).not.toMatch(new RegExp(MARK, 'i'));
  expect(server.output()).not.toContain('960 471');
  expect(server.output()).not.toContain('TA1 1AA');
  expect(server.output()).not.toContain('203.0.113.77');
  // No call ended in a bug of ours.
  expect(server.output()).not.toMatch(/"status":500/);
});
