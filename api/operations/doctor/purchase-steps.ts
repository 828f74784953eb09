import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { type PaymentMode, readPaymentMode } from '#domain/payments/payment-provider.ts';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../db/open.ts';
import { messageOf, type Problem } from '../../http/problems.ts';
import type { Result } from '../../http/result.ts';
import { NO_MAILS } from '../../orders/change-order.ts';
import type { Order } from '../../orders/orders-repository.ts';
import { createPaymentRecorder } from '../../orders/sale/record-payment.ts';
import type { PaymentGateway } from '../../payments/payment.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import { ask } from './check-stripe.ts';

/** Stripe's lists and events lag behind by a moment. */
const LOOKS = 10;
const PAUSE_MS = 1000;

/** Why the purchase cannot go on, for the operator. */
export class Stopped extends Error {}

/** The dependencies of a purchase, with a database of its own. No mails are sent. */
export async function openTrialShop(
  file: string,
  { catalogue, gateway, mode }: { catalogue: Catalogue; gateway: PaymentGateway; mode: PaymentMode },
) {
  const { db, close } = await openDatabase(file);
  const clock = () => new Date();
  const recordPayment = createPaymentRecorder({
    db,
    gateway,
    mode,
    clock,
    log: () => {},
    getCatalogue: () => catalogue,
    mails: NO_MAILS,
    wakeOutbox: () => {},
  });
  return { mails: NO_MAILS, db, gateway, mode, clock, recordPayment, close };
}

export function stop(message: string): never {
  throw new Stopped(message);
}

/** Describes the payment mode. Live keys end the purchase. */
export function describeKeys(payments: Config['payments']): string {
  const mode = readPaymentMode(payments);
  if (mode === 'sandbox')
    return 'The payment sandbox stands in for Stripe: this proves the shop, not Stripe.';
  if (mode === 'test') return 'Stripe’s test mode: no money moves.';
  return stop(
    'STRIPE_SECRET_KEY is not a test key, so a purchase would charge a card: run this with the three test keys.',
  );
}

/** The value of a step's result. A problem ends the purchase. */
export function take<T>(result: Result<T>): T {
  return result.ok ? result.value : stop(explain(result.problem));
}

function explain(problem: Problem): string {
  const { code } = problem;
  if (code === 'payments_unavailable')
    return 'Stripe does not answer: check this machine’s connection and status.stripe.com, and try again.';
  if (code === 'payments_refused')
    return 'Stripe refuses the call: check STRIPE_SECRET_KEY and, if it is a restricted key, its rights. Stripe’s own message is above.';
  return `The shop says “${messageOf(problem)}” (${code}).`;
}

/** Retries until it finds something. @param otherwise the message if it finds nothing in time */
export async function lookFor<T>(look: () => Promise<T | undefined>, otherwise: string): Promise<T> {
  for (let looks = 1; ; looks += 1) {
    const found = await look();
    if (found !== undefined) return found;
    if (looks === LOOKS) stop(otherwise);
    await sleep(PAUSE_MS);
  }
}

export async function findEvent(stripe: Stripe, paymentIntentId: string): Promise<Stripe.Event | undefined> {
  const events = await ask(() => stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 }));
  if (!events.ok) stop(`Stripe’s events could not be read: ${events.reason}.`);
  return events.value.data.find(({ data }) => 'id' in data.object && data.object.id === paymentIntentId);
}

/** The first column in which a rebuilt order differs. Times and version may differ. */
export function findDifference(order: Order, again: Order): string | undefined {
  const own = ['createdAt', 'updatedAt', 'version'];
  const names = Object.keys(order) as (keyof Order)[];
  return names.find(
    (name) => !own.includes(name) && JSON.stringify(order[name]) !== JSON.stringify(again[name]),
  );
}
