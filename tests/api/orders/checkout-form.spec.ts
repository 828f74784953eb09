import { createApp } from '../../../api/app.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { parseDay } from '../../../src/domain/dates.ts';
import { DELIVERY_FIELDS } from '../../../src/domain/orders/order-fields.ts';
import { ORDER, typeOrder } from '../../support/sample-order.ts';
import { pressPay, take } from '../telephone/telephone-calls.ts';
import {
  intentBody,
  listEvents,
  payOnPage,
  post,
  readBooks,
  sendEvent,
  submitForm,
  waitForDeliveries,
} from './shop-calls.ts';
import { expect, openAnotherApp, test } from './shop-under-test.ts';

test('a form without scripts leads to the page to pay on, and to one order', async ({ shop }) => {
  const response = await submitForm(shop);
  expect(response.status).toBe(303);
  const address = response.headers.get('location') ?? '';
  const { attempts } = await readBooks(shop);
  const sessionId = attempts[0]?.checkoutSessionId ?? '';
  const session = await shop.stripe.checkout.sessions.retrieve(sessionId);
  expect(session).toMatchObject({
    amount_total: 5470,
    currency: 'gbp',
    customer_email: 'ann@example.com',
    client_reference_id: attempts[0]?.id,
    metadata: { attemptId: attempts[0]?.id },
    url: address,
  });

  const unpaid = await post(shop, '/api/branch-boxes/order', { checkoutSessionId: sessionId });
  expect(unpaid).toMatchObject({ status: 402, body: { code: 'payment_incomplete' } });
  const paid = await payOnPage(shop, address);
  expect(paid).toEqual({
    status: 303,
    location: `http://localhost/nordmann-branches/thank-you?session_id=${sessionId}`,
  });
  const done = await post(shop, '/api/branch-boxes/order', { checkoutSessionId: sessionId });
  expect(done).toMatchObject({ status: 200, body: { success: true } });
  const { orders, mails } = await readBooks(shop);
  expect(orders).toMatchObject([
    {
      orderNumber: done.body.orderNumber,
      quantity: 2,
      customerPhone: '01632 960123',
      week: '2025-12-01',
      flags: [],
    },
  ]);
  expect(mails.length).toBe(2);
});

test('without room on the disk nobody begins to pay, and every way says that nothing was charged', async ({
  shop,
}) => {
  const { key } = await take(shop, { way: 'link' });
  const before = (await readBooks(shop)).attempts;
  shop.hasRoom = false;
  const foliage = { quantity: 1, deliveryWeek: ORDER.deliveryWeek };
  for (const [path, body] of [
    ['/api/create-payment-intent', intentBody()],
    ['/create-payment-intent', foliage],
  ] as const) {
    const refused = await post(shop, path, body);
    expect([path, refused.status, refused.body.code]).toEqual([path, 503, 'orders_paused']);
    expect(refused.body.error).toContain('You have not been charged');
  }
  const form = await submitForm(shop);
  const link = await pressPay(shop, key);
  expect([form.status, link.status]).toEqual([503, 503]);
  for (const page of [await form.text(), link.page]) expect(page).toContain('You have not been charged');
  expect((await readBooks(shop)).attempts).toEqual(before);
  shop.hasRoom = true;
  expect((await post(shop, '/create-payment-intent', foliage)).status).toBe(200);
});

test('the webhook alone makes the order of a buyer who never comes back', async ({ shop }) => {
  shop.openWebhooks();
  await payOnPage(shop, (await submitForm(shop)).headers.get('location') ?? '');
  await expect.poll(async () => (await readBooks(shop)).orders.length).toBe(1);
  await waitForDeliveries(shop);
  const { orders, attempts, mails } = await readBooks(shop);
  expect([orders.length, attempts[0]?.state, mails.length]).toEqual([1, 'settled', 2]);
});

test('the session’s own event is enough where the payment’s event was lost', async ({ shop }) => {
  await payOnPage(shop, (await submitForm(shop)).headers.get('location') ?? '');
  const [event] = await listEvents(shop, 'checkout.session.completed');
  for (const _ of [1, 2]) expect((await sendEvent(shop, event)).status).toBe(200);
  const { orders, events } = await readBooks(shop);
  expect([orders.length, events.length]).toEqual([1, 1]);
});

test('the reconciliation finds a payment on Stripe’s page', async ({ shop }) => {
  await payOnPage(shop, (await submitForm(shop)).headers.get('location') ?? '');
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).orders.length).toBe(1);
});

test('a session that expired closes its attempt, by event or by reconciliation', async ({ shop }) => {
  for (const _ of [1, 2]) await submitForm(shop);
  const [first, second] = (await readBooks(shop)).attempts;
  for (const attempt of [first, second]) {
    await shop.stripe.checkout.sessions.expire(attempt?.checkoutSessionId ?? '');
  }
  const event = (await listEvents(shop, 'checkout.session.expired')).find(
    ({ data }) => 'client_reference_id' in data.object && data.object.client_reference_id === first?.id,
  );
  expect((await sendEvent(shop, event)).status).toBe(200);
  expect((await readBooks(shop)).attempts).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  await shop.reconciliation.runOnce();
  expect((await readBooks(shop)).attempts).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
});

/** The form in the answer, and what was said about it. */
async function readFormPage(response: Response) {
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const page = await response.text();
  expect(page).toContain('<title>Error: Boxes</title>');
  expect(page).toMatch(/<header>Farm<\/header>.*<footer>End<\/footer>/s);
  expect(page.match(/<form/g)).toHaveLength(1);
  const summary = /<div class="summary".*?<\/div>/s.exec(page)?.[0] ?? '';
  const said = [...summary.matchAll(/<(?:p|a [^>]*)>(.*?)<\/(?:p|a)>/g)].map((match) => match[1]);
  return { status: response.status, page, said };
}

test('wrong entries come back in the page with a message each, and nothing is stored', async ({ shop }) => {
  const { status, page, said } = await readFormPage(
    await submitForm(shop, {
      quantity: '1.5',
      customerName: ' ',
      customerEmail: 'ann',
      shippingPostcode: 'nowhere',
      deliveryWeek: '',
      specialInstructions: '',
      customerPhone: '01632 960 555',
    }),
  );
  expect(status).toBe(422);
  expect(said).toEqual([
    'Please choose a whole number of boxes.',
    'Please choose one of the delivery weeks.',
    'Please enter your name.',
    'Please enter a valid email address. You wrote “ann”.',
    'Please enter a full UK postcode, such as TA6 3TA. You wrote “nowhere”.',
  ]);
  expect(page).toMatch(/name="quantity"[^>]*aria-describedby="order-quantity-error"[^>]*value="1.5"/);
  expect(page).toMatch(
    /name="customerEmail"[^>]*aria-describedby="order-email-hint order-email-error"[^>]*value="ann"/,
  );
  expect(page).toMatch(/name="customerPhone"[^>]*value="01632 960 555"/);
  expect(page).toMatch(/name="shippingAddress"[^>]*>\n1 High Street<\/textarea>/);
  expect(page).not.toMatch(/name="deliveryWeek"[^>]* checked/);
  expect((await readBooks(shop)).attempts).toEqual([]);
});

test('no entry can become markup in that page', async ({ shop }) => {
  const script = `"'><script>alert(1)</script></textarea><img src=x onerror=alert(1)><!--/order-form-->`;
  const names = [...Object.keys(ORDER), script];
  const { page } = await readFormPage(
    await submitForm(shop, Object.fromEntries(names.map((name) => [name, `${script}$&`]))),
  );
  expect(page).not.toMatch(/<script|<img|"'>/);
  const areas = Object.values(DELIVERY_FIELDS).filter(({ kind }) => kind === 'lines');
  expect(page.match(/<\/textarea>/g)).toHaveLength(areas.length);
  expect(page.match(/<!--\/order-form-->/g)).toHaveLength(1);
});

test('an error in a hidden field is explained too', async ({ shop }) => {
  const { status, said } = await readFormPage(await submitForm(shop, { shippingCountry: 'France' }));
  expect(status).toBe(422);
  expect(said).toEqual([
    'We deliver within the United Kingdom only. You wrote “France”.',
    'Nothing has been charged.',
  ]);
});

test('of a field that is sent twice, the first value counts', async ({ shop }) => {
  const body = new URLSearchParams(typeOrder());
  body.append('quantity', '9');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  await shop.app.request('/api/branch-boxes/checkout', { method: 'POST', headers, body });
  expect((await readBooks(shop)).attempts).toMatchObject([{ quantity: 2 }]);
});

test('a form with an old price comes back with the new one, and is taken at it', async ({ shop }) => {
  const old = { unitPrice: '35.00', totalAmount: '' };
  const { status, page, said } = await readFormPage(await submitForm(shop, old));
  expect(status).toBe(409);
  expect(said).toEqual([expect.stringContaining('a box is now £27.35'), 'Nothing has been charged.']);
  expect(page).toContain('Total for 2 boxes: <strong>£54.70</strong>');
  const unitPrice = /name="unitPrice" value="([^"]*)"/.exec(page)?.[1] ?? '';
  expect((await submitForm(shop, { ...old, unitPrice })).status).toBe(303);
});

test('a new price is shown beside other errors', async ({ shop }) => {
  const { status, said } = await readFormPage(
    await submitForm(shop, { unitPrice: '35.00', totalAmount: '', customerName: '' }),
  );
  expect(status).toBe(422);
  expect(said).toEqual([
    expect.stringContaining('a box is now £27.35'),
    'Nothing has been charged.',
    'Please enter your name.',
  ]);
});

test('a full, closed or unknown week is refused beside the week', async ({ shop }) => {
  const [first, ...others] = shop.catalogue.weeks;
  if (!first) throw new Error('no week');
  const week = first.id;
  shop.catalogue = { ...shop.catalogue, weeks: [{ ...first, boxes: 1 }, ...others] };
  const full = await readFormPage(await submitForm(shop, { deliveryWeek: week }));
  expect([full.status, full.said]).toEqual([
    409,
    ['This delivery week has only 1 box left. Please choose another week, or fewer boxes.'],
  ]);
  shop.catalogue = { ...shop.catalogue, weeks: [{ ...first, boxes: 0 }, ...others] };
  const gone = await readFormPage(await submitForm(shop, { deliveryWeek: week }));
  expect(gone.said).toEqual(['This delivery week is fully booked. Please choose another week.']);
  expect(full.page).toContain(`value="${week}" checked`);
  expect(gone.page).toMatch(new RegExp(`value="${week}"\\s+disabled`));

  const orderBy = parseDay('2025-11-01') ?? undefined;
  shop.catalogue = { ...shop.catalogue, weeks: [{ ...first, orderBy }, ...others] };
  const closed = await readFormPage(await submitForm(shop, { deliveryWeek: week }));
  expect([closed.status, closed.said]).toEqual([409, [expect.stringContaining('no longer be ordered')]]);
  expect(closed.page).not.toContain(`value="${week}"`);
  expect(closed.page).not.toMatch(/name="deliveryWeek"[^>]* checked/);

  const unknown = await readFormPage(await submitForm(shop, { deliveryWeek: '2030-01-07' }));
  expect(unknown.said).toEqual(['Please choose one of the delivery weeks.']);

  for (const [state, gone] of [
    [{ isClosed: true }, 'closed'],
    [{ boxes: 0 }, 'sold out'],
  ] as const) {
    shop.catalogue = { ...shop.catalogue, weeks: [{ ...first, ...state }, ...others] };
    const untouched = await (await shop.app.request('/nordmann-branches')).text();
    expect(untouched).toContain('<title>Boxes</title>');
    expect(untouched).toMatch(
      new RegExp(`value="${week}"\\s+disabled required>.*<small class="left">${gone}</small>`),
    );
    expect(untouched).toContain(
      `id="order-week" name="deliveryWeek" type="radio" value="${others[0]?.id}" checked`,
    );
  }

  shop.catalogue = { ...shop.catalogue, weeks: [{ ...first, orderBy }] };
  const page = await (await submitForm(shop, { deliveryWeek: week })).text();
  expect(page).toContain('The last delivery week of this season has closed');
});

test('an order that cannot be taken now comes back as a page with every entry', async ({ shop }) => {
  shop.sandbox.faults.addCall({ path: '/v1/checkout/sessions', status: 500 });
  const unreachable = await readFormPage(await submitForm(shop));
  expect([unreachable.status, unreachable.said[0]]).toEqual([
    503,
    'We cannot reach our card provider just now. Please try again in a moment.',
  ]);

  shop.data.sqlite.pragma('query_only = ON');
  const closedResponse = await submitForm(shop);
  shop.data.sqlite.pragma('query_only = OFF');
  const closed = await readFormPage(closedResponse);
  expect([closed.status, closed.said[0]]).toEqual([503, expect.stringContaining('could not save that')]);
  expect(shop.logged.join()).toContain('storage failed: POST /api/branch-boxes/checkout');

  const paymentIntents = { requests: 1, perSeconds: 60 };
  const crowded = openAnotherApp(shop, { limits: { ...LIMITS, paymentIntents } });
  await submitForm(crowded);
  const limitedResponse = await submitForm(crowded);
  expect(limitedResponse.headers.get('Retry-After')).toMatch(/^(60|5\d)$/);
  const limited = await readFormPage(limitedResponse);
  expect([limited.status, limited.said[0]]).toEqual([429, expect.stringContaining('wait a little')]);
  for (const { page } of [unreachable, closed, limited]) {
    expect(page).toContain('value="ann@example.com"');
    expect(page).toContain('Leave it in the porch</textarea>');
    expect(page).not.toContain('aria-invalid');
  }
});

test('a form beyond all measure is answered with a page', async ({ shop }) => {
  const { status, said } = await readFormPage(
    await submitForm(shop, { specialInstructions: 'x'.repeat(40_000) }),
  );
  expect(status).toBe(413);
  expect(said[0]).toContain('Please shorten it.');
});

test('with real money, Stripe’s page leads back to the site, whatever Host says', async ({ shop }) => {
  const app = createApp({ ...shop.parts, sandboxUrl: undefined });
  const response = await app.request('/api/branch-boxes/checkout', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Host: 'evil.example',
      Origin: 'http://evil.example',
    },
    body: new URLSearchParams(typeOrder()),
  });
  expect(response.status).toBe(303);
  const [attempt] = (await readBooks(shop)).attempts;
  const session = await shop.stripe.checkout.sessions.retrieve(attempt?.checkoutSessionId ?? '');
  const { website } = shop.parts.getMailSettings().farm;
  expect([session.success_url, session.cancel_url]).toEqual([
    `${website}/nordmann-branches/thank-you?session_id={CHECKOUT_SESSION_ID}`,
    expect.stringMatching(`^${website}/nordmann-branches#`),
  ]);
});
