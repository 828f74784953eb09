import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { NO_MAILS, REBUILT_REASON } from '../../../api/orders/change-order.ts';
import { findOrder } from '../../../api/orders/orders-repository.ts';
import { refundOrder } from '../../../api/orders/refund/refund-order.ts';
import { type IsoDay, parseDay } from '../../../src/domain/dates.ts';
import { createAsk } from './ask.ts';
import { type Books, readBooks } from './books.ts';
import { type CampaignResult, waitUntilSettled } from './campaign.ts';
import { checkBooks } from './check-books.ts';
import { type Buyer, makeUpPeople } from './people.ts';
import { createRandom } from './random.ts';
import { openShortLivedShop, type ShortLivedShop } from './short-lived-shop.ts';
import { buy } from './visits.ts';
import { CAPPED_WEEK, OPEN_WEEKS } from './world.ts';

export interface LostDiskOptions {
  readonly purchases: number;
  readonly refunds: number;
  readonly seed: number;
}

/** How many buyers are in the shop at a time. */
const AT_A_TIME = 8;

/**
 * Has people buy and the farm refund, makes a backup in the middle, takes the disk away while more people buy, and goes
 * on with the backup. Then the books must agree with Stripe's, and with what everybody was told, as if nothing had been.
 */
export async function loseDisk({ purchases, refunds, seed }: LostDiskOptions): Promise<CampaignResult> {
  const startedMs = performance.now();
  const cappedBoxes = Math.ceil(purchases * 0.35);
  const weeks = [
    { id: toDay(CAPPED_WEEK), boxes: cappedBoxes },
    ...OPEN_WEEKS.map((id) => ({ id: toDay(id) })),
  ];
  const shop = await openShortLivedShop(weeks);
  const buyers = makeUpPeople(createRandom(seed), purchases).flatMap((person): Buyer[] =>
    person.kind === 'buyer' ? [person.buyer] : [],
  );
  const share = (part: number) => Math.round(purchases * part);
  const wrongs: string[] = [];
  const serve = (from: number, to: number) => serveAll(shop, buyers.slice(from, to), seed, wrongs);

  await serve(0, share(0.45));
  await refundSome(shop, Math.round(refunds / 3));
  const early = serve(share(0.45), share(0.6));
  const backup = shop.backUp();
  await early;
  await serve(share(0.6), share(0.9));
  await refundSome(shop, refunds - Math.round(refunds / 3));
  await waitForWebhooks(shop);
  const late = serve(share(0.9), purchases);
  await shop.loseDisk(backup);
  await late;
  const left = await waitUntilSettled(() => readBooks(shop.folder));
  if (left > 0) wrongs.push(`${left} payments, orders, mails or webhooks do not come to an end`);

  const rebuilt = await countRebuilt(shop);
  const books = readBooks(shop.folder);
  await shop.stop();
  // A mail that was sent before may come again, under the same id and with other words: its order was restored.
  const taken = [...new Map(shop.inbox.received.map((each) => [each.mail.messageId, each])).values()];
  const arrived = taken.map((each) => ({ ...each, interruptions: 0, wasToldSo: true }));
  const outcome = { books, buyers: forgetUnpaid(buyers, books), writers: [], taken: arrived, cappedBoxes };
  wrongs.push(...checkBooks(outcome), ...checkMoney(books));
  if (rebuilt === 0) wrongs.push('nothing was lost, so nothing was proved');
  if (wrongs.length === 0) await shop.remove();
  return {
    wrongs,
    kept: wrongs.length === 0 ? undefined : shop.folder,
    figures: {
      seed,
      purchases,
      orders: books.orders.length,
      'orders in the backup': backup.counts.orders,
      'orders made again from Stripe': rebuilt,
      refunds: books.refunds.length,
      'pounds received': received(books) / 100,
      'pounds paid back': paidBack(books) / 100,
      'mails that came twice': shop.inbox.received.length - taken.length,
      'orders with a flag': books.orders.filter(({ flags }) => flags.length > 0).length,
      'seconds in all': Math.round((performance.now() - startedMs) / 1000),
    },
  };
}

/** A few at a time; what the seed decides does not hang on who is served first. */
async function serveAll(
  shop: ShortLivedShop,
  buyers: Buyer[],
  seed: number,
  wrongs: string[],
): Promise<void> {
  const waiting = buyers.toReversed();
  const serve = async () => {
    for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
      const ask = createAsk(shop, `198.18.${buyer.index >> 8}.${buyer.index & 255}`);
      const visit = { ask, pass: async () => false, random: createRandom(seed + 1000 + buyer.index) };
      await buy(buyer, visit).catch((error) => wrongs.push(`somebody was not served: ${error.message}`));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, serve));
}

/** Marks every event as delivered, so that only Stripe's list has the payments. */
async function waitForWebhooks(shop: ShortLivedShop): Promise<void> {
  while (readBooks(shop.folder).deliveries.waiting) await sleep(100);
}

/** Pays boxes of orders back that have not been: one box or all, in turn on the farm's page and on Stripe's own. */
async function refundSome(shop: ShortLivedShop, wanted: number): Promise<void> {
  const parts = shop.parts();
  const { db, gateway } = parts;
  const { orders, refunds } = readBooks(shop.folder);
  const refunded = new Set(refunds.map(({ payment_intent }) => payment_intent));
  const paid = orders.filter(
    ({ paymentStatus, paymentIntentId: id }) => paymentStatus === 'succeeded' && !refunded.has(id),
  );
  const step = Math.max(1, Math.floor(paid.length / wanted));
  const chosen = paid.filter((_, index) => index % step === 0).slice(0, wanted);
  for (const [index, { paymentIntentId }] of chosen.entries()) {
    const order = await findOrder(db, paymentIntentId ?? '', 'paymentIntentId');
    if (!order) throw new Error(`${paymentIntentId} has no order`);
    const boxes = index % 3 === 0 ? order.quantity : 1;
    const requestId = randomUUID();
    const made =
      index % 2 === 0
        ? await refundOrder({ ...parts, mails: NO_MAILS }, order.id, {
            boxes,
            requestId,
            version: order.version,
          })
        : await gateway.createRefund({
            paymentIntentId,
            amount: boxes * order.unitPricePence,
            isGoodwill: false,
            requestId,
          });
    if (!made.ok) throw new Error(`${paymentIntentId} could not be refunded: ${made.problem.code}`);
  }
}

async function countRebuilt(shop: ShortLivedShop): Promise<number> {
  const { db } = shop.parts();
  const query = db.selectFrom('orderEvents').select('id').where('reason', '=', REBUILT_REASON);
  return (await query.execute()).length;
}

/** An order whose payment has failed in the end may be lost, also where its buyer was told of it. */
function forgetUnpaid(buyers: readonly Buyer[], { payments }: Books): Buyer[] {
  const paid = payments.filter(({ status }) => status === 'succeeded');
  const numbers = new Set<string | null>(paid.map(({ metadata }) => metadata.orderNumber ?? null));
  return buyers.map((buyer) => (numbers.has(buyer.orderNumber) ? buyer : { ...buyer, orderNumber: null }));
}

/** Stripe's own account of the money against the shop's, payment by payment and in sum. */
function checkMoney(books: Books): string[] {
  const { orders, refunds, payments } = books;
  const wrongs = orders.flatMap(({ orderNumber, paymentIntentId: id, refundedPence }) => {
    const back = sum(refunds.filter((refund) => refund.payment_intent === id).map(({ amount }) => amount));
    return back === refundedPence ? [] : [`${orderNumber}: ${back} was paid back, and not ${refundedPence}`];
  });
  const paid = orders.filter(({ paymentStatus }) => paymentStatus === 'succeeded');
  const inShop = sum(paid.map((order) => order.paidAmount - order.refundedPence));
  const atStripe = sum(payments.map(({ amount_received }) => amount_received)) - paidBack(books);
  return inShop === atStripe ? wrongs : [...wrongs, `the shop has ${inShop} pence, and Stripe ${atStripe}`];
}

function received({ payments }: Books): number {
  return sum(payments.map(({ amount_received }) => amount_received));
}

function paidBack({ refunds }: { refunds: readonly Stripe.Refund[] }): number {
  return sum(refunds.map(({ amount }) => amount));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function toDay(id: string): IsoDay {
  const day = parseDay(id);
  if (day === null) throw new Error(`${id} is no day`);
  return day;
}
