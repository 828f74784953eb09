import type Stripe from 'stripe';
import { expect, refusalOf, type SandboxUnderTest, test } from './sandbox-under-test.ts';

const SHOP = 'http://shop.example.com';
const SESSION = {
  mode: 'payment',
  line_items: [
    {
      price_data: { currency: 'gbp', unit_amount: 2735, product_data: { name: 'Box of branches' } },
      quantity: 2,
    },
  ],
  customer_email: 'ann@example.com',
  client_reference_id: 'a1',
  metadata: { attempt: 'a1' },
  payment_intent_data: { metadata: { attempt: 'a1' }, description: 'Boxes' },
  success_url: `${SHOP}/thanks?session={CHECKOUT_SESSION_ID}`,
  cancel_url: `${SHOP}/box`,
} as const satisfies Stripe.Checkout.SessionCreateParams;

const FORM = {
  email: 'ann@example.com',
  name: 'Ann Ash',
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  cvc: '123',
};

/** The page behind a session's address, on the sandbox's own port. */
function createBuyer({ sandbox }: SandboxUnderTest, url: string | null) {
  const { pathname, search } = new URL(String(url));
  const page = `${sandbox.url}${pathname}${search}`;
  return {
    look: () => fetch(page),
    send: (changes: Record<string, string> = {}) =>
      fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...FORM, ...changes }) }),
  };
}

test('a session is paid on a page without JavaScript', async ({ box }) => {
  const { stripe, receiver } = box;
  const session = await stripe.checkout.sessions.create(SESSION);
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 5470,
    currency: 'gbp',
    payment_intent: null,
    client_reference_id: 'a1',
  });
  expect(session.url).toBe(`${SHOP}/payment-sandbox/pay/${session.id}`);
  const buyer = createBuyer(box, session.url);
  const page = await buyer.look();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  for (const words of ['no money moves', '£54.70', '2 × Box of branches', 'ann@example.com']) {
    expect(html).toContain(words);
  }
  const paid = await buyer.send();
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `${SHOP}/thanks?session=${session.id}`]);

  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  });
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { email: 'ann@example.com', name: 'Ann Ash' },
    payment_intent: {
      status: 'succeeded',
      amount: 5470,
      metadata: { attempt: 'a1' },
      latest_charge: { paid: true },
    },
  });
  await expect
    .poll(receiver.types)
    .toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
  expect(receiver.events[3]).toMatchObject({ data: { object: { id: session.id, payment_status: 'paid' } } });
  const { id } = done.payment_intent as Stripe.PaymentIntent;
  const found = await stripe.checkout.sessions.list({ payment_intent: id });
  expect(found.data.map((each) => each.id)).toEqual([session.id]);
  expect(await (await buyer.look()).text()).toContain('nothing left to pay');
  await buyer.send();
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

test('entries that are wrong and cards that are declined keep the form', async ({ box }) => {
  const session = await box.stripe.checkout.sessions.create(SESSION);
  const buyer = createBuyer(box, session.url);
  const wrong = await buyer.send({ email: 'ann', cvc: '', name: '<b>Ann</b>' });
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toContain('<a href="#email">Please enter a valid email address.</a>');
  expect(html).toContain('<a href="#cvc">Your card');
  expect(html).toContain('&lt;b&gt;Ann&lt;/b&gt;');
  const declined = await buyer.send({ number: '4000 0000 0000 0002' });
  expect(await declined.text()).toContain('Your card was declined.');
  const past = await buyer.send({ expiry: '01 / 20' });
  expect(await past.text()).toContain('expiration year is invalid');
  expect((await box.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  expect((await buyer.send()).status).toBe(303);
  const intents = await box.stripe.paymentIntents.list();
  expect(intents.data.map(({ status }) => status)).toEqual(['succeeded']);
});

for (const [outcome, status, words] of [
  ['succeed', 'complete', 'thanks?session='],
  ['fail', 'open', '/return'],
] as const) {
  test(`a card that asks for authentication, which ends with: ${outcome}`, async ({ box }) => {
    const session = await box.stripe.checkout.sessions.create(SESSION);
    const asked = await createBuyer(box, session.url).send({ number: '4000 0025 0000 3155' });
    const bank = createBuyer(box, asked.headers.get('location'));
    expect(await (await bank.look()).text()).toContain('Confirm that it is you');
    const answer = await bank.send({ outcome });
    const back = new URL(String(answer.headers.get('location')));
    expect(back.searchParams.get('redirect_status')).toBe(outcome === 'succeed' ? 'succeeded' : 'failed');
    const next = await fetch(`${box.sandbox.url}${back.pathname}`, { redirect: 'manual' });
    expect(next.headers.get('location') ?? back.pathname).toContain(words);
    if (outcome === 'fail') expect(await next.text()).toContain('unable to authenticate');
    expect((await box.stripe.checkout.sessions.retrieve(session.id)).status).toBe(status);
  });
}

for (const [outcome, event, payment] of [
  ['succeeded', 'checkout.session.async_payment_succeeded', 'paid'],
  ['failed', 'checkout.session.async_payment_failed', 'unpaid'],
] as const) {
  test(`a payment that settles later ends with ${event}`, async ({ box }) => {
    const { stripe, sandbox, receiver } = box;
    const { id, url } = await stripe.checkout.sessions.create(SESSION);
    await createBuyer(box, url).send({ number: '4000 0000 0000 9987' });
    const waiting = await stripe.checkout.sessions.retrieve(id);
    expect(waiting).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    sandbox.settle(String(waiting.payment_intent), outcome);
    await expect.poll(receiver.types).toContain(event);
    expect(receiver.types()).toContain('checkout.session.completed');
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe(payment);
  });
}

test('a session expires by call and by time, and can then not be paid', async ({ box }) => {
  let time = Date.UTC(2025, 10, 20, 10);
  await box.restart({ clock: () => new Date(time) });
  const { stripe, receiver } = box;
  const first = await stripe.checkout.sessions.create(SESSION);
  expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null });
  expect((await createBuyer(box, first.url).look()).status).toBe(410);
  expect((await createBuyer(box, first.url).send()).status).toBe(410);
  expect((await refusalOf(stripe.checkout.sessions.expire(first.id))).message).toContain('can be expired');

  const expiresAt = time / 1000 + 31 * 60;
  const second = await stripe.checkout.sessions.create({ ...SESSION, expires_at: expiresAt });
  time += 32 * 60 * 1000;
  await expect
    .poll(() => receiver.types().filter((type) => type === 'checkout.session.expired'))
    .toHaveLength(2);
  expect((await stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired');
  for (const minutes of [29, 24 * 60 + 1]) {
    const error = await refusalOf(
      stripe.checkout.sessions.create({ ...SESSION, expires_at: time / 1000 + minutes * 60 }),
    );
    expect(error.param).toBe('expires_at');
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

test('an address that sends the buyer to a script is refused', async ({ box: { stripe } }) => {
  const session = { ...SESSION, success_url: 'javascript:alert(1)' };
  expect((await refusalOf(stripe.checkout.sessions.create(session))).code).toBe('url_invalid');
});

test('the intent of a session cannot be cancelled by itself', async ({ box }) => {
  const { id, url } = await box.stripe.checkout.sessions.create(SESSION);
  await createBuyer(box, url).send({ number: '4000 0000 0000 0002' });
  const { payment_intent: intent } = await box.stripe.checkout.sessions.retrieve(id);
  const error = await refusalOf(box.stripe.paymentIntents.cancel(String(intent)));
  expect(error.message).toContain('Expire the Checkout Session instead');
});
