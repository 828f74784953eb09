import { BOX_PENCE, costOf } from '../../support/sample-order.ts';
import { openPayPage, payOnPage, readBooks } from './shop-calls.ts';
import { expect, test } from './shop-under-test.ts';

const SESSION_CALLS = ['/v1/checkout/sessions/*', '/v1/payment_intents/*'];
const PAGE = '/nordmann-branches/thank-you';

async function openPage(
  { app }: { app: { request(path: string): Response | Promise<Response> } },
  sessionId: string,
) {
  const response = await app.request(`${PAGE}?session_id=${encodeURIComponent(sessionId)}`);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const html = await response.text();
  expect(html).toMatch(/<header>Farm<\/header>.*<footer>End<\/footer>/s);
  const text = html
    .replace(/<(title)>.*?<\/\1>/s, '')
    .replace(/<\/(dt|dd|p|h2)>/g, ' ')
    .replace(/<[^>]+>/g, '');
  return { status: response.status, title: /<title>(.*?)<\/title>/.exec(html)?.[1], text, html };
}

test('the page shows the order after the payment, on reload, and without Stripe', async ({ shop }) => {
  const { sessionId, url } = await openPayPage(shop);
  await payOnPage(shop, url);
  const first = await openPage(shop, sessionId);
  const { orders, mails } = await readBooks(shop);
  expect([orders.length, mails.length]).toEqual([1, 2]);
  expect([first.status, first.title]).toEqual([200, 'Thank you: Boxes']);
  for (const words of [
    'Thanks! Your order was received.',
    String(orders[0]?.orderNumber),
    '2 boxes',
    'Week of 1 Dec',
    `£${costOf(2)}`,
    'A confirmation is on its way to ann@example.com. Is that e-mail address right?',
    '01632 960',
    'Grace Hill\n1 High Street\nTaunton\nTA1 1AA',
    'Leave it in the porch',
  ]) {
    expect(first.text).toContain(words);
  }
  expect(first.html).toContain(`href="/order?key=${shop.orderLinks.writeKey(orders[0]?.id ?? '')}"`);
  for (const path of SESSION_CALLS) shop.sandbox.faults.addCall({ path, status: 500 });
  expect((await openPage(shop, sessionId)).html).toBe(first.html);
  expect((await readBooks(shop)).mails.length).toBe(2);
});

test('a payment in progress is shown as such, until it succeeds or fails', async ({ shop }) => {
  for (const [outcome, words] of [
    ['succeeded', 'Thanks! Your order was received.'],
    ['failed', 'nothing has been charged'],
  ] as const) {
    const { sessionId, url } = await openPayPage(shop);
    await payOnPage(shop, url, '4000 0000 0000 9987');
    const waiting = await openPage(shop, sessionId);
    expect([waiting.status, waiting.title]).toEqual([200, 'Payment in progress: Boxes']);
    expect(waiting.text).toContain('you do not need to pay again');
    expect(waiting.text).toContain('Is that e-mail address right?');
    expect(waiting.text).toMatch(/Your order number is BB-/);
    const order = (await readBooks(shop)).orders.at(-1);
    shop.sandbox.settle(String(order?.paymentIntentId), outcome);
    expect((await openPage(shop, sessionId)).text).toContain(words);
  }
});

test('who has not paid is told so, with the way back to the form', async ({ shop }) => {
  const { sessionId } = await openPayPage(shop);
  const open = await openPage(shop, sessionId);
  await shop.stripe.checkout.sessions.expire(sessionId);
  for (const { status, title, html } of [open, await openPage(shop, sessionId)]) {
    expect([status, title]).toEqual([402, 'Not paid yet: Boxes']);
    expect(html).toContain('nothing has been charged');
    expect(html).toContain('href="/nordmann-branches#order"');
  }
  expect((await readBooks(shop)).orders).toEqual([]);
});

test('a session that is not ours opens nothing, and Stripe is not asked about it', async ({ shop }) => {
  const foreign = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost/',
    line_items: [
      { price_data: { currency: 'gbp', unit_amount: BOX_PENCE, product_data: { name: 'A box' } } },
    ],
  });
  for (const path of SESSION_CALLS) shop.sandbox.faults.addCall({ path, status: 500 });
  for (const id of [foreign.id, 'cs_test_none', "'; DROP TABLE orders", '<script>alert(1)</script>']) {
    const { status, text, html } = await openPage(shop, id);
    expect([status, text.includes('We cannot find this order')]).toEqual([404, true]);
    expect(html).not.toContain('alert(1)');
  }
  expect(shop.sandbox.faults.read().calls).toHaveLength(2);
});

test('without a session the page redirects to the branch boxes', async ({ shop }) => {
  for (const query of ['', '?session_id=']) {
    const response = await shop.app.request(PAGE + query);
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/nordmann-branches']);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  }
});

test('without Stripe or the database, the page says that the order is safe', async ({ shop }) => {
  const { sessionId, url } = await openPayPage(shop);
  await payOnPage(shop, url);
  shop.sandbox.faults.addCall({ path: '/v1/checkout/sessions/*', status: 500 });
  const unreachable = await openPage(shop, sessionId);
  shop.data.sqlite.pragma('query_only = ON');
  const closed = await openPage(shop, sessionId);
  shop.data.sqlite.pragma('query_only = OFF');
  for (const { status, text } of [unreachable, closed]) {
    expect(status).toBe(503);
    expect(text).toContain('If you have paid, your order is safe with us');
  }
  expect((await openPage(shop, sessionId)).text).toContain('Thanks! Your order was received.');
});
