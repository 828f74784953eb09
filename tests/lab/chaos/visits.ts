import { SANDBOX_MOUNT } from '../../../src/domain/payments/payment-provider.ts';
import type { Ask } from './ask.ts';
import { type Buyer, describeOrder, type Writer } from './people.ts';
import type { Random } from './random.ts';
import type { PassMoment } from './storm.ts';
import { OPEN_WEEKS } from './world.ts';

interface Visit {
  readonly ask: Ask;
  readonly pass: PassMoment;
  readonly random: Random;
}

/** Answers that end a purchase without an order, and rightly so. */
const REFUSED = ['payment_incomplete', 'payment_declined'];

/** Buys by the calls that the pages make, up to where the buyer's browser vanishes. */
export async function buy(buyer: Buyer, visit: Visit): Promise<void> {
  if (buyer.way === 'without script') return buyWithoutScript(buyer, visit);
  const { ask, pass } = visit;
  const secret = await askForIntent(buyer, visit);
  if (secret === null) return;
  await pass('after the intent');
  if (buyer.leaves === 'after the intent') return;
  const [paymentIntentId = ''] = secret.split('_secret_');
  void pass('during the payment');
  // The completion call asks Stripe, so this result does not matter.
  await ask(`${SANDBOX_MOUNT}/v1/payment_intents/${paymentIntentId}/confirm`, confirmation(buyer, secret));
  await pass('after the payment');
  if (buyer.leaves === 'after the payment') return;
  void pass('during the completion');
  const order = buyer.way === 'foliage' ? {} : describeOrder(buyer);
  const done = await ask('/api/branch-boxes/order', { ...order, paymentIntentId });
  await pass('after the completion');
  if (done.status === 200) {
    buyer.orderNumber = String(JSON.parse(done.text).orderNumber);
    buyer.hasCompleted = true;
  } else if (!REFUSED.includes(JSON.parse(done.text).code)) throw new Error(`completion: ${done.text}`);
}

async function askForIntent(buyer: Buyer, { ask, pass, random }: Visit): Promise<string | null> {
  await pass('before the intent');
  void pass('during the intent');
  const started = await (buyer.way === 'foliage'
    ? ask('/create-payment-intent', {
        quantity: buyer.quantity,
        deliveryWeek: buyer.week,
        attemptId: buyer.attemptId,
      })
    : ask('/api/create-payment-intent', intentBody(buyer)));
  const answer = JSON.parse(started.text);
  if (started.status === 200) return String(answer.clientSecret);
  if (answer.code !== 'week_full' || buyer.wasMoved) throw new Error(`intent: ${started.text}`);
  buyer.wasMoved = true;
  buyer.week = random.pick(OPEN_WEEKS);
  buyer.attemptId = random.uuid();
  return askForIntent(buyer, { ask, pass, random });
}

function intentBody(buyer: Buyer) {
  const order = describeOrder(buyer);
  const { customerName, customerEmail } = order;
  return {
    amount: Number(order.totalAmount),
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { customerName, customerEmail, orderType: 'branch_box' },
    attemptId: buyer.attemptId,
    ...(buyer.way !== 'late' && { order }),
  };
}

/** The body that Stripe's script sends, for foliage with the wallet's postal address. */
function confirmation(buyer: Buyer, secret: string): URLSearchParams {
  return new URLSearchParams({
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': buyer.card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    ...(buyer.way === 'foliage' && {
      'shipping[name]': 'Ada Holly',
      'shipping[phone]': '01632 960 111',
      'shipping[address][line1]': buyer.street,
      'shipping[address][city]': 'Taunton',
      'shipping[address][postal_code]': 'TA1 1AA',
      'shipping[address][country]': 'GB',
      receipt_email: buyer.email,
    }),
  });
}

async function buyWithoutScript(buyer: Buyer, { ask, pass, random }: Visit): Promise<void> {
  await pass('before the intent');
  void pass('during the intent');
  const form = Object.entries(describeOrder(buyer)).map(([name, value]) => [name, String(value)]);
  const opened = await ask('/api/branch-boxes/checkout', new URLSearchParams(form));
  if (opened.status === 409 && !buyer.wasMoved) {
    buyer.wasMoved = true;
    buyer.week = random.pick(OPEN_WEEKS);
    return buyWithoutScript(buyer, { ask, pass, random });
  }
  if (opened.status !== 303 || opened.location === null) {
    throw new Error(`checkout: ${opened.status} ${opened.text.slice(0, 500)}`);
  }
  await pass('after the intent');
  if (buyer.leaves === 'after the intent') return;
  const payPage = new URL(opened.location, 'http://localhost').pathname;
  void pass('during the payment');
  const card = { number: buyer.card, expiry: '12 / 34', cvc: '123' };
  const entries = { email: buyer.email, name: 'Ada Holly', ...card };
  const paid = await ask(payPage, new URLSearchParams(entries));
  await pass('after the payment');
  if (paid.status === 422 || buyer.leaves === 'after the payment') return;
  void pass('during the completion');
  const session = payPage.replace(/.*\//, '');
  const thanks = await ask(`/nordmann-branches/thank-you?session_id=${session}`);
  await pass('after the completion');
  buyer.orderNumber = /\bBB-[0-9A-Z]{4}-[0-9A-Z]{3}\b/.exec(thanks.text)?.[0] ?? null;
}

/** Sends a message by the page's script or as a plain form. */
export async function write(writer: Writer, { ask, pass }: Visit): Promise<void> {
  const message = {
    name: 'Ada Holly',
    email: writer.email,
    subject: 'A very tall tree',
    message: 'Do you have one that is taller than our church?',
    contactPreference: 'email',
    submissionId: writer.submissionId,
  };
  void pass('during a message');
  const sent = await ask('/api/contact-submit', writer.isForm ? new URLSearchParams(message) : message);
  writer.isAccepted = sent.status === (writer.isForm ? 303 : 200);
  if (!writer.isAccepted) throw new Error(`message: ${sent.status} ${sent.text.slice(0, 300)}`);
}
