import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { formatPrice } from '#domain/money.ts';
import { type PaymentMode, readPaymentMode } from '#domain/payments/payment-provider.ts';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../db/open.ts';
import type { Log } from '../../http/log.ts';
import { messageOf, type Result } from '../../http/problems.ts';
import { NO_MAILS } from '../../orders/change-order.ts';
import { toDetails } from '../../orders/details.ts';
import type { Order } from '../../orders/orders-repository.ts';
import { refundOrder } from '../../orders/refund/refund-order.ts';
import { completeOrder } from '../../orders/sale/complete-order.ts';
import { recordPayment } from '../../orders/sale/record-payment.ts';
import { startCheckout, startPayment } from '../../orders/sale/start-payment.ts';
import { openPayments } from '../../payments/open-payments.ts';
import type { PaymentGateway } from '../../payments/payment-gateway.ts';
import { type Catalogue, readBuiltContent } from '../../site/catalogue.ts';
import type { CheckResult } from './check-settings.ts';
import { ask, openStripe } from './check-stripe.ts';

const TEST_CARD = 'pm_card_visa';
const BUYER = {
  customerName: 'Test Purchase',
  customerEmail: 'test-purchase@example.com',
  customerPhone: '01632 960000',
  shippingAddress: '1 Test Lane\nTest Hamlet',
  shippingCity: 'Taunton',
  shippingPostcode: 'TA1 1AA',
  shippingCountry: 'GB',
  specialInstructions: 'This is a test: send nothing.',
} as const;
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Buys a box, completes the order, rebuilds it as after a lost disk, and refunds it: with the shop's own code, on
 * temporary databases, against Stripe's test mode or the sandbox. Never with live keys. Stops at the first failed step.
 * @param log receives Stripe's own error messages
 */
export async function* makePurchase(
  { payments: settings, distDir }: Pick<Config, 'payments' | 'distDir'>,
  log: Log,
): AsyncGenerator<CheckResult> {
  const folder = await mkdtemp(join(tmpdir(), 'purchase-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const openShop = async (name: string, dependencies: Parameters<typeof openTrialShop>[1]) => {
    const shop = await openTrialShop(join(folder, name), dependencies);
    closing.unshift(shop.close);
    return shop;
  };
  let step = 'keys';
  const done = (message: string): CheckResult => ({ subject: step, ok: true, message });
  try {
    yield done(describeKeys(settings));

    step = 'price';
    const { catalogue } = await readBuiltContent(distDir).catch((error: Error) => stop(error.message));
    const { pricePence, name: productName } = catalogue.branchBox;
    const week = catalogue.weeks.find(({ boxes }) => boxes !== 0)?.id ?? null;
    yield done(`A box is ${formatPrice(pricePence)}, in the week of ${week ?? 'none'}.`);

    step = 'payment';
    const payments = await openPayments(settings, join(folder, 'sandbox.db'), log);
    closing.unshift(() => payments.close());
    const { gateway, sandboxUrl } = payments;
    const stripe = openStripe(sandboxUrl === undefined ? settings : { mode: 'sandbox', url: sandboxUrl });
    if (stripe === null) throw new Error('Neither Stripe nor a sandbox is configured');
    const dependencies = { catalogue, gateway, mode: readPaymentMode(settings) };
    const shop = await openShop('shop.db', dependencies);
    const request = {
      attemptId: randomUUID(),
      kind: 'branch_box' as const,
      // Without a week, because it may be over or full, and nothing is really sold.
      priced: { quantity: 1, unitPrice: pricePence, total: pricePence, productName, week: null },
      details: toDetails(BUYER, week),
      network: 'doctor',
      // As in a shop whose week can sell out: the card is authorised first, and charged once the order is stored.
      capture: 'manual' as const,
    };
    const started = take(await startPayment(shop, { ...request, allowRedirects: 'never' }));
    const paymentIntentId = started.clientSecret.replace(/_secret_.*/, '');
    yield done(`${paymentIntentId} of ${formatPrice(pricePence)} has been created.`);

    step = 'card';
    const paid = await ask(() =>
      stripe.paymentIntents.confirm(paymentIntentId, { payment_method: TEST_CARD }),
    );
    if (!paid.ok) stop(`The test card could not be charged: ${paid.reason}.`);
    yield done(`The test card is authorised, and Stripe’s status is ${paid.value.status}.`);

    step = 'order';
    const given = { ...request.details, specialInstructions: null };
    const order = take(
      await completeOrder(shop, {
        paymentIntentId,
        attemptId: started.attemptId,
        given,
        countAsking: async () => null,
      }),
    );
    if (order.paymentStatus !== 'succeeded' || order.paidAmount !== pricePence)
      stop(
        `The order is ${order.paymentStatus}, with ${order.paidAmount} pence paid: the card has not paid in full.`,
      );
    yield done(`Order ${order.orderNumber} is ${order.status} and paid in full.`);

    step = 'event';
    await lookFor(
      () => findEvent(stripe, paymentIntentId),
      'Stripe has created no event for the payment, so a shop would only learn of it by polling: look at the events in Stripe’s dashboard.',
    );
    yield done('Stripe has created the event payment_intent.succeeded.');

    step = 'rebuilt order';
    const listed = await lookFor(async () => {
      const all = take(await gateway.listPayments(new Date(Date.now() - CLOCK_SKEW_MS)));
      return all.find(({ id }) => id === paymentIntentId);
    }, 'The payment is not in Stripe’s list of payments, so a lost disk would lose its order.');
    const another = await openShop('after-a-lost-disk.db', dependencies);
    const again = await recordPayment(another, { payment: listed });
    const difference = again.outcome === 'recorded' ? findDifference(order, again.order) : 'everything';
    if (difference !== undefined)
      stop(`Rebuilt from Stripe alone, the order differs in ${difference}. Do not go live.`);
    yield done('Rebuilt from Stripe alone, it is the same order, with its number and address.');

    step = 'page without script';
    const urls = {
      successUrl: 'https://example.com/?id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://example.com/',
    };
    const page = take(await startCheckout(shop, { ...request, attemptId: randomUUID() }, urls));
    const closed = await ask(() => stripe.checkout.sessions.expire(page.id));
    if (!closed.ok) stop(`Stripe’s payment page could not be closed again: ${closed.reason}.`);
    yield done('Stripe has opened a payment page, and closed it again.');

    step = 'refund';
    const { version } = order;
    const refund = { boxes: 1, requestId: randomUUID(), version };
    const refunded = take(await refundOrder(shop, order.id, refund));
    if (refunded.refundedPence !== pricePence || refunded.status !== 'cancelled')
      stop(
        `${refunded.refundedPence} pence have been refunded and the order is ${refunded.status}: look at ${paymentIntentId} in Stripe’s dashboard.`,
      );
    yield done(`${formatPrice(refunded.refundedPence)} have been refunded, and the order is cancelled.`);

    step = 'end';
    const end = take(await gateway.retrievePayment(paymentIntentId));
    if (end.refunded !== end.amount || end.dispute !== null)
      stop(`Not everything is settled: look at ${paymentIntentId} in Stripe’s dashboard.`);
    yield done('Everything is refunded at Stripe, and nothing is disputed.');
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    yield { subject: step, ok: false, message: error.message };
  } finally {
    for (const close of closing) await close();
  }
}

/** Stripe's lists and events lag behind by a moment. */
const LOOKS = 10;
const PAUSE_MS = 1000;

/** Why the purchase cannot go on, for the operator. */
class Stopped extends Error {}

/** The dependencies of a purchase, with a database of its own. No mails are sent. */
async function openTrialShop(
  file: string,
  { catalogue, gateway, mode }: { catalogue: Catalogue; gateway: PaymentGateway; mode: PaymentMode },
) {
  const { db, close } = await openDatabase(file);
  return {
    ...{ mails: NO_MAILS, db, gateway, mode, close },
    serviceLog: { log: () => {} },
    clock: () => new Date(),
    getCatalogue: () => catalogue,
    wakeOutbox: () => {},
  };
}

function stop(message: string): never {
  throw new Stopped(message);
}

function describeKeys(payments: Config['payments']): string {
  const mode = readPaymentMode(payments);
  if (mode === 'sandbox')
    return 'The payment sandbox stands in for Stripe: this proves the shop, not Stripe.';
  if (mode === 'test') return 'Stripe’s test mode: no money moves.';
  return stop(
    'STRIPE_SECRET_KEY is not a test key, so a purchase would charge a card: run this with the three test keys.',
  );
}

function take<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { code } = result.problem;
  if (code === 'payments_unavailable')
    stop('Stripe does not answer: check this machine’s connection and status.stripe.com, and try again.');
  if (code === 'payments_refused')
    stop(
      'Stripe refuses the call: check STRIPE_SECRET_KEY and, if it is a restricted key, its rights. Stripe’s own message is above.',
    );
  return stop(`The shop says “${messageOf(result.problem)}” (${code}).`);
}

/** Retries until it finds something. @param otherwise the message if it finds nothing in time */
async function lookFor<T>(look: () => Promise<T | undefined>, otherwise: string): Promise<T> {
  for (let looks = 1; ; looks += 1) {
    const found = await look();
    if (found !== undefined) return found;
    if (looks === LOOKS) stop(otherwise);
    await sleep(PAUSE_MS);
  }
}

async function findEvent(stripe: Stripe, paymentIntentId: string): Promise<Stripe.Event | undefined> {
  const events = await ask(() => stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 }));
  if (!events.ok) stop(`Stripe’s events could not be read: ${events.reason}.`);
  return events.value.data.find(({ data }) => 'id' in data.object && data.object.id === paymentIntentId);
}

/** The first column in which a rebuilt order differs. Times and version may differ. */
function findDifference(order: Order, again: Order): string | undefined {
  const own = ['createdAt', 'updatedAt', 'version'];
  const names = Object.keys(order) as (keyof Order)[];
  return names.find(
    (name) => !own.includes(name) && JSON.stringify(order[name]) !== JSON.stringify(again[name]),
  );
}
