import type Stripe from 'stripe';
import { BOX, expect, refusalOf, test } from './sandbox-under-test.ts';

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
  const rest = await stripe.refunds.create({ charge: part.charge as string });
  expect(rest.amount).toBe(1735);
  const again = await refusalOf(stripe.refunds.create({ payment_intent: intent }));
  expect(again.code).toBe('charge_already_refunded');
  expect(await stripe.refunds.retrieve(part.id)).toEqual(part);
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

test('a dispute is opened by a switch, and by its card', async ({ box: { stripe, sandbox, receiver } }) => {
  const intent = await pay(stripe);
  const result = sandbox.dispute(intent, 'product_not_received');
  expect(result).toMatchObject({ ok: true, dispute: { reason: 'product_not_received', amount: 2735 } });
  expect(sandbox.dispute('pi_none')).toMatchObject({ ok: false });
  const charge = (await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).latest_charge;
  expect(charge).toMatchObject({ disputed: true });
  await stripe.paymentIntents.create({ ...BOX, payment_method: 'pm_card_createDispute', confirm: true });
  const { data } = await stripe.disputes.list();
  expect(data.map(({ reason }) => reason)).toEqual(['fraudulent', 'product_not_received']);
  await expect
    .poll(() => receiver.types().filter((type) => type === 'charge.dispute.created'))
    .toHaveLength(2);
});

test('a bank turns a refund down, and decides a dispute, when a test says so', async ({
  box: { stripe, sandbox, receiver },
}) => {
  const intent = await pay(stripe);
  const { id } = await stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  const steer = async (path: string, body?: object) => {
    const answer = await fetch(`${sandbox.url}/sandbox${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await steer(`/refunds/${id}/fail`)).toMatchObject({ status: 200, body: { status: 'failed' } });
  expect((await steer(`/refunds/${id}/fail`)).status).toBe(400);
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge.refunds'],
  });
  expect(charge).toMatchObject({
    amount_refunded: 0,
    refunds: { data: [{ id, status: 'failed' }], has_more: false },
  });

  const opened = sandbox.dispute(intent);
  const dispute = opened.ok ? opened.dispute.id : '';
  const refusal = await refusalOf(stripe.refunds.create({ payment_intent: intent }));
  expect(refusal.code).toBe('charge_disputed');
  expect(await steer(`/disputes/${dispute}/close`, { verdict: 'won' })).toMatchObject({
    status: 200,
    body: { status: 'won' },
  });
  expect((await steer(`/disputes/${dispute}/close`, { verdict: 'lost' })).status).toBe(400);
  const charged = (charge as Stripe.Charge).id;
  expect((await stripe.disputes.list({ charge: charged })).data).toMatchObject([{ id: dispute }]);
  expect((await stripe.refunds.create({ payment_intent: intent })).amount).toBe(2735);
  await expect
    .poll(() => receiver.types().filter((type) => /refund.failed|dispute.closed/.test(type)))
    .toEqual(['refund.failed', 'charge.dispute.closed']);
});
