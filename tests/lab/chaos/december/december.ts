import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { parseSlipCode } from '#domain/orders/scans.ts';
import { standInForCamera } from '../../../support/camera-stand-in.ts';
import { readBooks } from '../books.ts';
import type { CampaignResult } from '../campaign.ts';
import { createRandom } from '../random.ts';
import { buyAll, receiveTransfers, takeCalls } from './buying.ts';
import { checkDecember, isByCard } from './check-december.ts';
import { type Farm, openFarm } from './farm.ts';
import { describeEffort } from './hand.ts';
import {
  findOrder,
  giveGoodwill,
  moveWeek,
  readTotals,
  refundByHand,
  refundWeek,
  signIn,
  workAtOnce,
} from './office.ts';
import { enterList, printSlips, scanWithoutSignal, writeList } from './packing.ts';
import { makeUpCustomers } from './people.ts';

export interface DecemberOptions {
  readonly orders: number;
  readonly seed: number;
}

/** How many parcels the desk enters, and the phone scans, with the time taken. */
const TIMED = 40;

/**
 * A whole December in the browser, two people at it: orders in the shop and by telephone, presents, parcels from a list
 * and scanned without signal, a week closed by snow. Then the books must agree to the penny, and every mail be true.
 */
export async function runDecember({ orders, seed }: DecemberOptions): Promise<CampaignResult> {
  const startedMs = performance.now();
  const random = createRandom(seed);
  const farm = await openFarm(Math.ceil(orders * 0.35));
  const { shop, weeks, phone, desk } = farm;
  const [first, second, closed, later] = weeks;
  const customers = makeUpCustomers(random, orders, first);
  const books = () => readBooks(shop.folder);
  const toPack = (week: string) =>
    books().orders.filter((order) => order.week === week && order.status === 'processing');
  const figures: Record<string, number | string> = { seed, orders };

  await buyAll(
    farm,
    customers.filter(({ way }) => way === 'shop'),
  );
  await standInForCamera(phone.page);
  await signIn(phone);
  await signIn(desk);
  const calls = customers.filter(({ way }) => way !== 'shop');
  figures['an order by telephone, by link'] = describeEffort(await takeCalls(farm, calls));
  figures['bank transfers'] = await receiveTransfers(farm);
  figures['finding one order'] = describeEffort(await findOrder(farm, 'obrien', 'O’Brien'));
  await workAtOnce(farm, first);

  await desk.page.context().clearCookies();
  const list = writeList(takeBoxes(toPack(first), TIMED));
  figures[`sign-in to ${list.split('\n').length} parcels with numbers`] = describeEffort(
    await enterList(farm, list),
  );
  if (toPack(first).length > 0) await enterList(farm, writeList(toPack(first)));

  const slips = await printSlips(farm, second);
  const orderOf = (code = '') => parseSlipCode(code)?.orderNumber;
  // To the end of an order: one that is begun is no longer among those to pack.
  const codes = slips.filter((code, index) => index < TIMED || orderOf(code) === orderOf(slips[TIMED - 1]));
  const scanned = await scanWithoutSignal(farm, second, codes);
  figures[`${codes.length} parcels scanned without signal`] = describeEffort(scanned);

  const moved = await moveWeek(farm, closed, later);
  figures['closing a week, moving its orders'] = describeEffort(moved);
  const left = toPack(closed);
  figures['orders that did not fit, and were refunded'] = left.length;
  if (left.some(isByCard)) figures['refunding them'] = describeEffort(await refundWeek(farm, closed));
  for (const { orderNumber } of toPack(closed)) await refundByHand(farm, orderNumber);
  for (const week of [second, later]) {
    const rest = toPack(week);
    if (rest.length > 0) await enterList(farm, writeList(rest, readParcels(shop.folder)));
  }
  const generous = books().orders.find(
    ({ week, paymentMethod }) => week === first && paymentMethod === 'card',
  );
  const orderNumber = generous?.orderNumber ?? '';
  figures['£5 of goodwill'] = describeEffort(await giveGoodwill(farm, orderNumber));

  const totals = await readTotals(farm);
  await sendMails(farm);
  const december = {
    books: books(),
    customers,
    received: shop.inbox.received,
    parcels: readParcels(shop.folder),
    closed,
    later,
    goodwill: { orderNumber, pence: 500 },
    totals,
  };
  const wrongs = [...checkDecember(december), ...farm.complaints];
  await farm.close();
  if (wrongs.length === 0) await shop.remove();
  return {
    wrongs,
    kept: wrongs.length === 0 ? undefined : shop.folder,
    figures: {
      ...figures,
      presents: customers.filter(({ gift }) => gift !== null).length,
      'orders by telephone': calls.length,
      parcels: [...december.parcels.values()].flat().length,
      mails: shop.inbox.received.length,
      'pounds at the end': (totals.revenue - totals.refunded) / 100,
      'seconds in all': Math.round((performance.now() - startedMs) / 1000),
    },
  };
}

/** The first orders that have so many boxes together. */
function takeBoxes<Row extends { readonly quantity: number }>(orders: readonly Row[], boxes: number): Row[] {
  let total = 0;
  return orders.filter(({ quantity }) => {
    total += quantity;
    return total <= boxes;
  });
}

/** Later: mails that waited for second thoughts have gone. */
async function sendMails({ shop }: Farm): Promise<void> {
  shop.passTime(5 * 60_000);
  shop.parts().wakeOutbox();
  const end = performance.now() + 5 * 60_000;
  while (readBooks(shop.folder).mails.some(({ state }) => state === 'waiting') && performance.now() < end)
    await new Promise((done) => setTimeout(done, 200));
}

function readParcels(folder: string): ReadonlyMap<string, readonly string[]> {
  const shop = new SqliteDatabase(join(folder, 'data', 'farm.db'), { readonly: true });
  const rows = shop
    .prepare<[], { id: string; number: string }>(
      'SELECT order_id AS id, tracking_number AS number FROM parcels ORDER BY order_id, position',
    )
    .all();
  shop.close();
  const parcels = new Map<string, string[]>();
  for (const { id, number } of rows) parcels.set(id, [...(parcels.get(id) ?? []), number]);
  return parcels;
}
