import { createApp } from '../../../api/app.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { parseDay } from '../../../src/domain/dates.ts';
import { DELIVERY_FIELDS } from '../../../src/domain/orders/order-fields.ts';
import { BOX_PENCE, costOf, LATER, ORDER, typeOrder, WEEK } from '../../support/sample-order.ts';
import { readPage } from '../slot-pages.ts';
import { pressPay, take } from '../telephone/telephone-calls.ts';
import { intentBody } from './shop-calls.ts';
import { expect, openAnotherApp, test } from './shop-under-test.ts';

test('a form without scripts leads to the page to pay on, and to one order', async ({ shop }) => {
  const response = await shop.submitForm();
  expect(response.status).toBe(303);
  const address = response.headers.get('location') ?? '';
  const [attempt] = (await shop.readBooks()).attempts;
  const checkoutSessionId = attempt?.checkoutSessionId ?? '';
  expect(await shop.stripe.checkout.sessions.retrieve(checkoutSessionId)).toMatchObject({
    amount_total: 2 * BOX_PENCE,
    currency: 'gbp',
    customer_email: 'ann@example.com',
    client_reference_id: attempt?.id,
    metadata: { attemptId: attempt?.id },
    url: address,
  });
  const unpaid = await shop.post('/api/branch-boxes/order', { checkoutSessionId });
  expect(unpaid).toMatchObject({ status: 402, body: { code: 'payment_incomplete' } });
  expect(await shop.payOnPage(address)).toEqual({
    status: 303,
    location: `http://localhost/nordmann-branches/thank-you?session_id=${checkoutSessionId}`,
  });
  const done = await shop.post('/api/branch-boxes/order', { checkoutSessionId });
  expect(done).toMatchObject({ status: 200, body: { success: true } });
  const { orders, mails } = await shop.readBooks();
  const { orderNumber } = done.body;
  expect(orders).toMatchObject([
    { orderNumber, quantity: 2, customerPhone: ORDER.customerPhone, week: WEEK, flags: [] },
  ]);
  expect(mails.length).toBe(2);
});

test('without room on the disk nobody begins to pay, and every way says that nothing was charged', async ({
  shop,
}) => {
  const { key } = await take(shop, { way: 'link' });
  const before = (await shop.readBooks()).attempts;
  shop.hasRoom = false;
  const foliage = { quantity: 1, deliveryWeek: WEEK };
  for (const [path, body] of [
    ['/api/create-payment-intent', intentBody()],
    ['/create-payment-intent', foliage],
  ] as const) {
    const refused = await shop.post(path, body);
    expect([path, refused.status, refused.body.code]).toEqual([path, 503, 'orders_paused']);
    expect(refused.body.error).toContain('You haven’t been charged');
  }
  const form = await shop.submitForm();
  const link = await pressPay(shop, key);
  expect([form.status, link.status]).toEqual([503, 503]);
  for (const page of [await form.text(), link.page]) expect(page).toContain('You haven’t been charged');
  expect((await shop.readBooks()).attempts).toEqual(before);
  shop.hasRoom = true;
  expect((await shop.post('/create-payment-intent', foliage)).status).toBe(200);
});

test('the session’s own event, or the reconciliation, is enough for a buyer who never comes back', async ({
  shop,
}) => {
  const payForm = async () => shop.payOnPage((await shop.submitForm()).headers.get('location') ?? '');
  await payForm();
  const [event] = await shop.listEvents('checkout.session.completed');
  for (const _ of [1, 2]) expect((await shop.sendEvent(event)).status).toBe(200);
  expect((await shop.readBooks()).orders.length).toBe(1);
  await payForm();
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).orders.length).toBe(2);
});

test('a session that expired closes its attempt, by event or by reconciliation', async ({ shop }) => {
  for (const _ of [1, 2]) await shop.submitForm();
  const { attempts } = await shop.readBooks();
  for (const { checkoutSessionId } of attempts)
    await shop.stripe.checkout.sessions.expire(checkoutSessionId ?? '');
  const event = (await shop.listEvents('checkout.session.expired')).find(
    ({ data }) => 'client_reference_id' in data.object && data.object.client_reference_id === attempts[0]?.id,
  );
  expect((await shop.sendEvent(event)).status).toBe(200);
  expect((await shop.readBooks()).attempts).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  await shop.reconciliation.runOnce();
  expect((await shop.readBooks()).attempts).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
});

/** The form in the answer, and what was said about it. */
async function readFormPage(response: Response) {
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const page = await readPage(response);
  expect(page).toContain('<title>Error: Boxes</title>');
  expect(page).toMatch(/<header>Farm<\/header>.*<footer>End<\/footer>/s);
  expect(page.match(/<form/g)).toHaveLength(1);
  const summary = /<div class="summary".*?<\/div>/s.exec(page)?.[0] ?? '';
  const said = [...summary.matchAll(/<(?:p|a [^>]*)>(.*?)<\/(?:p|a)>/g)].map((match) => match[1]);
  return { status: response.status, page, said };
}

const NEW_PRICE = expect.stringContaining(`a box is now £${costOf(1)}`);
const OLD = { unitPrice: '35.00', totalAmount: '' };
const NOT_CHARGED = 'Nothing has been charged.';

/** What a form comes back with. */
const REFUSED: readonly (readonly [
  entries: Record<string, string>,
  status: number,
  said: readonly unknown[],
])[] = [
  [
    {
      quantity: '1.5',
      customerName: ' ',
      customerEmail: 'ann',
      shippingPostcode: 'nowhere',
      deliveryWeek: '',
      customerPhone: '01632 960 555',
    },
    422,
    [
      'Please choose a whole number of boxes, and at least 1.',
      'Choose a delivery week.',
      'We need your name.',
      'We need an e-mail address, such as ann@example.com. You wrote “ann”.',
      'We need the full UK postcode, such as TA6 3TA. You wrote “nowhere”.',
    ],
  ],
  [
    { shippingPostcode: 'bt1 1aa' },
    422,
    [expect.stringContaining('We don’t deliver to BT postcodes (Northern Ireland)')],
  ],
  // Of a hidden field.
  [
    { shippingCountry: 'France' },
    422,
    ['We deliver within the United Kingdom only. You wrote “France”.', NOT_CHARGED],
  ],
  [OLD, 409, [NEW_PRICE, NOT_CHARGED]],
  [{ ...OLD, customerName: '' }, 422, [NEW_PRICE, NOT_CHARGED, 'We need your name.']],
  [{ deliveryWeek: '2030-01-07' }, 422, ['Choose a delivery week.']],
  [{ quantity: '-1' }, 422, ['Please choose a whole number of boxes, and at least 1.']],
  [
    { specialInstructions: 'x'.repeat(40_000) },
    413,
    [expect.stringContaining('Please shorten it.'), NOT_CHARGED],
  ],
];

test('what cannot be taken comes back in the page, with every entry and a message for each', async ({
  shop,
}) => {
  const pages = [];
  for (const [entries, status, said] of REFUSED) {
    const answer = await readFormPage(await shop.submitForm(entries));
    expect([answer.status, answer.said], JSON.stringify(entries).slice(0, 80)).toEqual([status, said]);
    pages.push(answer.page);
  }
  const [wrong = '', outside, , old = ''] = pages;
  expect(wrong).toMatch(/name="quantity"[^>]*aria-describedby="order-quantity-error"[^>]*value="1.5"/);
  const describedBy = 'aria-describedby="order-email-hint order-email-error"';
  expect(wrong).toMatch(new RegExp(`name="customerEmail"[^>]*${describedBy}[^>]*value="ann"`));
  expect(wrong).toMatch(/name="customerPhone"[^>]*value="01632 960 555"/);
  expect(wrong).toMatch(/name="shippingAddress"[^>]*>\n1 High Street<\/textarea>/);
  expect(wrong).not.toMatch(/name="deliveryWeek"[^>]* checked/);
  expect(outside).toContain('value="BT1 1AA"');
  expect(old).toContain(`Total for 2 boxes: <strong>£${costOf(2)}</strong>`);
  expect((await shop.readBooks()).attempts).toEqual([]);
  // Posting the returned form accepts its price.
  const unitPrice = /name="unitPrice" value="([^"]*)"/.exec(old)?.[1] ?? '';
  expect((await shop.submitForm({ ...OLD, unitPrice })).status).toBe(303);

  const script = `"'><script>alert(1)</script></textarea><img src=x onerror=alert(1)><!--/order-form-->`;
  const evil = Object.fromEntries([...Object.keys(ORDER), script].map((name) => [name, `${script}$&`]));
  const { page } = await readFormPage(await shop.submitForm(evil));
  expect(page).not.toMatch(/<script|<img|"'>/);
  const areas = Object.values(DELIVERY_FIELDS).filter(({ kind }) => kind === 'lines');
  expect(page.match(/<\/textarea>/g)).toHaveLength(areas.length);
  expect(page.match(/<!--\/order-form-->/g)).toHaveLength(1);

  // Of a field that is sent twice, the first value counts.
  const body = new URLSearchParams(typeOrder());
  body.append('quantity', '9');
  await shop.app.request('/api/branch-boxes/checkout', { method: 'POST', body });
  expect((await shop.readBooks()).attempts.at(-1)).toMatchObject({ quantity: 2 });
});

test('a full or closed week is refused beside the week, and cannot be chosen', async ({ shop }) => {
  const [first, ...others] = shop.catalogue.weeks;
  if (!first) throw new Error('no week');
  const week = first.id;
  const sell = (state: object) => {
    shop.catalogue = { ...shop.catalogue, weeks: [{ ...first, ...state }, ...others] };
  };
  const submit = async (state: object) => {
    sell(state);
    return readFormPage(await shop.submitForm({ deliveryWeek: week }));
  };
  const full = await submit({ boxes: 1 });
  const few = 'This delivery week has only 1 box left. Please choose another week, or fewer boxes.';
  expect([full.status, full.said]).toEqual([409, [few]]);
  expect(full.page).toContain(`value="${week}" checked`);
  const gone = await submit({ boxes: 0 });
  expect(gone.said).toEqual(['This delivery week is fully booked. Please choose another week.']);
  expect(gone.page).toMatch(new RegExp(`value="${week}"\\s+disabled`));
  const orderBy = parseDay('2025-11-01') ?? undefined;
  const closed = await submit({ orderBy });
  expect([closed.status, closed.said]).toEqual([409, [expect.stringContaining('no longer be ordered')]]);
  expect(closed.page).not.toContain(`value="${week}"`);
  expect(closed.page).not.toMatch(/name="deliveryWeek"[^>]* checked/);
  for (const [state, left] of [
    [{ closed: true }, 'closed'],
    [{ boxes: 0 }, 'sold out'],
  ] as const) {
    sell(state);
    const untouched = await (await shop.app.request('/nordmann-branches')).text();
    expect(untouched).toContain('<title>Boxes</title>');
    const disabled = `value="${week}"\\s+disabled required>.*<small class="left">${left}</small>`;
    expect(untouched).toMatch(new RegExp(disabled));
    const chosen = `id="order-week" name="deliveryWeek" type="radio" value="${others[0]?.id}" checked`;
    expect(untouched).toContain(chosen);
  }
  shop.catalogue = { ...shop.catalogue, weeks: [{ ...first, orderBy }] };
  const page = await (await shop.submitForm({ deliveryWeek: week })).text();
  expect(page).toContain('The last delivery week of this season has closed');
});

test('an order that cannot be taken now comes back as a page with every entry', async ({ shop }) => {
  shop.sandbox.faults.addCall({ path: '/v1/checkout/sessions', status: 500 });
  const unreachable = await readFormPage(await shop.submitForm());
  const sentence = 'We can’t reach our card provider just now. Please try again in a moment.';
  expect([unreachable.status, unreachable.said[0]]).toEqual([503, sentence]);
  shop.data.sqlite.pragma('query_only = ON');
  const closedResponse = await shop.submitForm();
  shop.data.sqlite.pragma('query_only = OFF');
  const closed = await readFormPage(closedResponse);
  expect([closed.status, closed.said[0]]).toEqual([503, expect.stringContaining('couldn’t save that')]);
  expect(shop.logged.join()).toContain('storage failed: POST /api/branch-boxes/checkout');
  const paymentIntents = { requests: 1, perSeconds: 60 };
  const crowded = openAnotherApp(shop, { limits: { ...LIMITS, paymentIntents } });
  await crowded.submitForm();
  const limitedResponse = await crowded.submitForm();
  expect(limitedResponse.headers.get('Retry-After')).toMatch(/^(60|5\d)$/);
  const limited = await readFormPage(limitedResponse);
  expect([limited.status, limited.said[0]]).toEqual([429, expect.stringContaining('wait a little')]);
  for (const { page } of [unreachable, closed, limited]) {
    expect(page).toContain('value="ann@example.com"');
    expect(page).toContain('Leave it in the porch</textarea>');
    expect(page).not.toContain('aria-invalid');
  }
});

test('with real money, Stripe’s page leads back to the site, whatever Host says', async ({ shop }) => {
  const app = createApp({ ...shop.parts, sandboxUrl: undefined });
  const headers = { Host: 'evil.example', Origin: 'http://evil.example' };
  const body = new URLSearchParams(typeOrder({ deliveryWeek: LATER }));
  const response = await app.request('/api/branch-boxes/checkout', { method: 'POST', headers, body });
  expect(response.status).toBe(303);
  const [attempt] = (await shop.readBooks()).attempts;
  const session = await shop.stripe.checkout.sessions.retrieve(attempt?.checkoutSessionId ?? '');
  const { website } = shop.parts.getMailSettings().farm;
  expect([session.success_url, session.cancel_url]).toEqual([
    `${website}/nordmann-branches/thank-you?session_id={CHECKOUT_SESSION_ID}`,
    expect.stringMatching(`^${website}/nordmann-branches#`),
  ]);
});

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
  const { sessionId, url } = await shop.openPayPage();
  await shop.payOnPage(url);
  const first = await openPage(shop, sessionId);
  const { orders, mails } = await shop.readBooks();
  expect([orders.length, mails.length]).toEqual([1, 2]);
  expect([first.status, first.title]).toEqual([200, 'Thank you: Boxes']);
  for (const words of [
    'Thanks! Your order was received.',
    String(orders[0]?.orderNumber),
    '2 boxes',
    'Week of 1 Dec',
    `£${costOf(2)}`,
    'A confirmation is on its way to ann@example.com. If that’s not right, ring us.',
    '01632 960',
    'Grace Hill\n1 High Street\nTaunton\nTA1 1AA',
    'Leave it in the porch',
  ]) {
    expect(first.text).toContain(words);
  }
  expect(first.html).toContain(`href="/order?key=${shop.orderLinks.writeKey(orders[0]?.id ?? '')}"`);
  for (const path of SESSION_CALLS) shop.sandbox.faults.addCall({ path, status: 500 });
  expect((await openPage(shop, sessionId)).html).toBe(first.html);
  expect((await shop.readBooks()).mails.length).toBe(2);
  await shop.data.db.updateTable('orders').set({ status: 'cancelled' }).execute();
  const cancelled = await shop.app.request(`${PAGE}?session_id=${sessionId}`);
  expect(cancelled.headers.get('Location')).toMatch(/^\/order\?key=/);
});

test('a payment in progress is shown as such, until it succeeds or fails', async ({ shop }) => {
  for (const [outcome, words] of [
    ['succeeded', 'Thanks! Your order was received.'],
    ['failed', 'nothing has been charged'],
  ] as const) {
    const { sessionId, url } = await shop.openPayPage();
    await shop.payOnPage(url, '4000 0000 0000 9987');
    const waiting = await openPage(shop, sessionId);
    expect([waiting.status, waiting.title]).toEqual([200, 'Payment in progress: Boxes']);
    expect(waiting.text).toContain('you don’t need to pay again');
    expect(waiting.text).toContain('If that’s not right, ring us.');
    expect(waiting.text).toMatch(/Your order number is BB-/);
    const order = (await shop.readBooks()).orders.at(-1);
    shop.sandbox.settle(String(order?.paymentIntentId), outcome);
    expect((await openPage(shop, sessionId)).text).toContain(words);
  }
});

test('who has not paid is told so, with the way back to the form', async ({ shop }) => {
  const { sessionId } = await shop.openPayPage();
  const open = await openPage(shop, sessionId);
  await shop.stripe.checkout.sessions.expire(sessionId);
  for (const { status, title, html } of [open, await openPage(shop, sessionId)]) {
    expect([status, title]).toEqual([402, 'Not paid yet: Boxes']);
    expect(html).toContain('nothing has been charged');
    expect(html).toContain('href="/nordmann-branches#order"');
  }
  expect((await shop.readBooks()).orders).toEqual([]);
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
    expect([status, text.includes('We can’t find this order')]).toEqual([404, true]);
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
  const { sessionId, url } = await shop.openPayPage();
  await shop.payOnPage(url);
  shop.sandbox.faults.addCall({ path: '/v1/checkout/sessions/*', status: 500 });
  const unreachable = await openPage(shop, sessionId);
  shop.data.sqlite.pragma('query_only = ON');
  const closed = await openPage(shop, sessionId);
  shop.data.sqlite.pragma('query_only = OFF');
  for (const { status, text } of [unreachable, closed]) {
    expect(status).toBe(503);
    expect(text).toContain('If you’ve paid, your order is safe with us');
  }
  expect((await openPage(shop, sessionId)).text).toContain('Thanks! Your order was received.');
});
