import type Stripe from 'stripe';
import { BOX, createClient, expect, refusalOf, test } from './sandbox-under-test.ts';

test('an intent is made, found, changed and cancelled', async ({ box: { stripe } }) => {
  const created = await stripe.paymentIntents.create({
    ...BOX,
    receipt_email: 'ann@example.com',
    metadata: { attempt: 'a1', note: 'à 1 & 2=3' },
    shipping: {
      name: 'Ann',
      address: { line1: '1 High St', city: 'Taunton', postal_code: 'TA1 1AA', country: 'GB' },
    },
  });
  expect(created).toMatchObject({
    object: 'payment_intent',
    amount: 2735,
    currency: 'gbp',
    status: 'requires_payment_method',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    receipt_email: 'ann@example.com',
    metadata: { attempt: 'a1', note: 'à 1 & 2=3' },
    shipping: { name: 'Ann', address: { city: 'Taunton', line2: null } },
    latest_charge: null,
    livemode: false,
  });
  expect(created.id).toMatch(/^pi_\w{24}$/);
  expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w{25}$`));
  expect(created.lastResponse.apiVersion).toBe('2026-10-28.endive');
  expect(await stripe.paymentIntents.retrieve(created.id)).toEqual(created);

  const updated = await stripe.paymentIntents.update(created.id, {
    amount: 5470,
    metadata: { attempt: '', week: '2025-11-17' },
  });
  expect(updated).toMatchObject({ amount: 5470, metadata: { note: 'à 1 & 2=3', week: '2025-11-17' } });
  expect(updated.metadata).not.toHaveProperty('attempt');

  const canceled = await stripe.paymentIntents.cancel(created.id);
  expect(canceled).toMatchObject({ status: 'canceled' });
  const again = await refusalOf(
    stripe.paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa' }),
  );
  expect(again).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 });
  expect(again.payment_intent).toMatchObject({ id: created.id, status: 'canceled' });
});

test('a card that is good is charged', async ({ box: { stripe } }) => {
  const { id } = await stripe.paymentIntents.create({ ...BOX, metadata: { attempt: 'a1' } });
  const paid = await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge', 'payment_method'],
  });
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 2735,
    latest_charge: {
      object: 'charge',
      paid: true,
      amount: 2735,
      payment_intent: id,
      metadata: { attempt: 'a1' },
    },
    payment_method: { card: { last4: '4242', brand: 'visa' } },
  });
  const error = await refusalOf(stripe.paymentIntents.confirm(id));
  expect(error.message).toContain('already succeeded');
  expect((await refusalOf(stripe.paymentIntents.cancel(id))).code).toBe('payment_intent_unexpected_state');
  expect((await refusalOf(stripe.paymentIntents.update(id, { amount: 1000 }))).code).toBe(
    'payment_intent_unexpected_state',
  );
  expect((await stripe.paymentIntents.update(id, { metadata: { seen: 'yes' } })).metadata.seen).toBe('yes');
});

for (const [method, code, declineCode, message] of [
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    'pm_card_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
] as const) {
  test(`${method} is declined, and the intent can be tried again`, async ({ box: { stripe } }) => {
    const { id } = await stripe.paymentIntents.create(BOX);
    const error = await refusalOf(stripe.paymentIntents.confirm(id, { payment_method: method }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, message });
    expect(error.decline_code).toBe(declineCode);
    expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' });
    const refused = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(refused).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code, message },
      latest_charge: { id: error.charge, status: 'failed', failure_code: code },
    });
    expect(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
  });
}

for (const [asked, expected] of [
  [undefined, 'succeeded'],
  ['failed', 'requires_payment_method'],
] as const) {
  test(`a payment that settles later ends as ${expected}`, async ({ box: { stripe, sandbox } }) => {
    const { id } = await stripe.paymentIntents.create({
      ...BOX,
      payment_method: 'pm_card_settlesLater' as string,
    });
    expect(await stripe.paymentIntents.confirm(id)).toMatchObject({
      status: 'processing',
      amount_received: 0,
    });
    expect(sandbox.settle(id, asked)).toMatchObject({ ok: true });
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe(expected);
    expect(sandbox.settle(id)).toMatchObject({ ok: false });
  });
}

test.describe('with a delay', () => {
  test.use({ boxOptions: { settleAfterMs: 1 } });
  test('payments that are processing settle by themselves', async ({ box: { stripe } }) => {
    for (const [method, end] of [
      ['pm_card_settlesLater', 'succeeded'],
      ['pm_card_failsLater', 'requires_payment_method'],
    ] as const) {
      const { id } = await stripe.paymentIntents.create({ ...BOX, payment_method: method, confirm: true });
      await expect.poll(async () => (await stripe.paymentIntents.retrieve(id)).status).toBe(end);
    }
  });
});

for (const [what, params, code, param, message] of [
  ['29 pence', { amount: 29 }, 'amount_too_small', 'amount', 'Amount must be at least £0.30 gbp'],
  [
    'a million pounds',
    { amount: 100_000_000 },
    'amount_too_large',
    'amount',
    'Amount must be no more than £999,999.99',
  ],
  ['half a penny', { amount: 99.5 }, 'parameter_invalid_integer', 'amount', 'Invalid integer: 99.5'],
  [
    'a negative amount',
    { amount: -5 },
    'parameter_invalid_integer',
    'amount',
    'This value must be greater than or equal to 1.',
  ],
  ['a bad e-mail', { receipt_email: 'ann' }, 'email_invalid', 'receipt_email', 'Invalid email address: ann'],
  [
    'a parameter that Stripe does not have',
    { shipping: { name: 'Ann', address: { town: 'Taunton' } } },
    'parameter_unknown',
    'shipping[address][town]',
    'Received unknown parameter: shipping[address][town]',
  ],
] as const) {
  test(`${what} is refused`, async ({ box: { stripe } }) => {
    const error = await refusalOf(stripe.paymentIntents.create({ ...BOX, ...params } as never));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code, param, message });
  });
}

test('metadata that is too long is refused', async ({ box: { stripe } }) => {
  const long = await refusalOf(stripe.paymentIntents.create({ ...BOX, metadata: { note: 'x'.repeat(501) } }));
  expect(long.message).toContain('Metadata values can have up to 500 characters');
  await stripe.paymentIntents.create({
    ...BOX,
    metadata: { note: 'x'.repeat(500), __proto__x: 'y', 0: 'z' },
  });
});

test('what does not exist answers 404, and another key 401', async ({ box: { stripe, sandbox } }) => {
  expect(await refusalOf(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_none'",
  });
  const stranger = createClient(sandbox, 'sk_test_another');
  expect(await refusalOf(stranger.paymentIntents.list())).toMatchObject({
    type: 'StripeAuthenticationError',
  });
  const browser = createClient(sandbox, 'pk_test_sandbox');
  expect(await refusalOf(browser.paymentIntents.list())).toMatchObject({ code: 'secret_key_required' });
  expect((await fetch(`${sandbox.url}/v1/payment_intents`)).status).toBe(401);
  expect(await refusalOf(stripe.customers.list())).toMatchObject({ statusCode: 404 });
});

test('lists come newest first, in pages, and by time', async ({ box }) => {
  let time = new Date('2025-11-20T10:00:00Z');
  await box.restart({ clock: () => time });
  const ids: string[] = [];
  for (let day = 0; day < 5; day += 1) {
    time = new Date(Date.UTC(2025, 10, 20 + day, 10));
    ids.unshift((await box.stripe.paymentIntents.create(BOX)).id);
  }
  const first = await box.stripe.paymentIntents.list({ limit: 2 });
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await box.stripe.paymentIntents.list({ limit: 3, starting_after: ids[1] as string });
  expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false]);
  const all: string[] = [];
  for await (const { id } of box.stripe.paymentIntents.list({ limit: 2 })) all.push(id);
  expect(all).toEqual(ids);
  const since = Date.UTC(2025, 10, 23, 10) / 1000;
  const recent = await box.stripe.paymentIntents.list({ created: { gte: since } });
  expect(recent.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
});

async function pay(stripe: Stripe): Promise<string> {
  const { id } = await stripe.paymentIntents.create({
    ...BOX,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  return id;
}

test('a payment is given back in parts, and no more than it was', async ({ box: { stripe, receiver } }) => {
  const intent = await pay(stripe);
  const part = await stripe.refunds.create({
    payment_intent: intent,
    amount: 1000,
    metadata: { why: 'late' },
  });
  expect(part).toMatchObject({
    object: 'refund',
    amount: 1000,
    status: 'succeeded',
    metadata: { why: 'late' },
  });
  const tooMuch = await refusalOf(stripe.refunds.create({ payment_intent: intent, amount: 3000 }));
  expect(tooMuch.message).toBe('Refund amount (£30.00) is greater than unrefunded amount on charge (£17.35)');
  const rest = await stripe.refunds.create({ payment_intent: intent });
  expect(rest.amount).toBe(1735);
  const again = await refusalOf(stripe.refunds.create({ payment_intent: intent }));
  expect(again.code).toBe('charge_already_refunded');
  const listed = await stripe.refunds.list({ payment_intent: intent });
  expect(listed.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
  await pay(stripe);
  expect((await stripe.refunds.list({ charge: part.charge as string })).data).toHaveLength(2);

  await expect
    .poll(() => receiver.types().filter((type) => type.includes('refund')))
    .toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded']);
  const charges = receiver.events.flatMap((event) =>
    event.type === 'charge.refunded' ? event.data.object : [],
  );
  expect(charges.map((charge) => [charge.amount_refunded, charge.refunded])).toEqual([
    [1000, false],
    [2735, true],
  ]);
  expect(charges[0]?.payment_intent).toBe(intent);
});

test('what has not been paid cannot be given back', async ({ box: { stripe } }) => {
  const { id } = await stripe.paymentIntents.create(BOX);
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 });
  expect((await refusalOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).code).toBe(
    'resource_missing',
  );
});

test('a bank turns a refund down, and decides a dispute, when a test says so', async ({
  box: { stripe, sandbox, receiver },
}) => {
  const intent = await pay(stripe);
  const { id } = await stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  expect(sandbox.failRefund(id)).toMatchObject({ ok: true, refund: { status: 'failed' } });
  expect(sandbox.failRefund(id).ok).toBe(false);
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge.refunds'],
  });
  expect(charge).toMatchObject({
    amount_refunded: 0,
    refunds: { data: [{ id, status: 'failed' }], has_more: false },
  });

  expect(sandbox.dispute('pi_none')).toMatchObject({ ok: false });
  const opened = sandbox.dispute(intent);
  const dispute = opened.ok ? opened.dispute.id : '';
  const refusal = await refusalOf(stripe.refunds.create({ payment_intent: intent }));
  expect(refusal.code).toBe('charge_disputed');
  expect(sandbox.closeDispute(dispute, 'won')).toMatchObject({ ok: true, dispute: { status: 'won' } });
  expect(sandbox.closeDispute(dispute, 'lost').ok).toBe(false);
  const charged = (charge as Stripe.Charge).id;
  expect((await stripe.disputes.list({ charge: charged })).data).toMatchObject([{ id: dispute }]);
  expect((await stripe.refunds.create({ payment_intent: intent })).amount).toBe(2735);
  await expect
    .poll(() => receiver.types().filter((type) => /refund.failed|dispute.closed/.test(type)))
    .toEqual(['refund.failed', 'charge.dispute.closed']);
});
