import type { Kysely } from 'kysely';
import { isFullyRefunded } from '#domain/orders/describe-order.ts';
import { describeFlags } from '#domain/orders/order-flags.ts';
import type { LeftOutLine, TrackingPreview, TrackingProposal } from '#domain/orders/tracking-list.ts';
import type { Database } from '../../db/schema.ts';
import { messageOf } from '../../http/problems.ts';
import { runAside } from '../../process/aside.ts';
import { findOrdersByNumber, findOrdersOfParcels, type Order } from '../orders-repository.ts';
import { describeTaken, listNumbers } from '../parcels.ts';

/** Aside, because 96 kB of the shortest columns take a tenth of a second. */
const { readTrackingList } = runAside<typeof import('#domain/orders/tracking-list.ts')>(
  import.meta.resolve('#domain/orders/tracking-list.ts'),
);

/** The effects of a pasted list: the orders that get numbers, and the lines that are left out. Changes nothing. */
export async function previewTracking(db: Kysely<Database>, list: string): Promise<TrackingPreview> {
  const read = await readTrackingList(list);
  const orders = await findOrdersByNumber(
    db,
    read.orders.map(({ orderNumber }) => orderNumber),
  );
  const owners = await findOrdersOfParcels(
    db,
    read.orders.flatMap(({ trackingNumbers }) => trackingNumbers),
  );
  const proposals: TrackingProposal[] = [];
  const leftOut: LeftOutLine[] = read.mistakes.map(({ line, error }) => ({
    lines: [line],
    orderNumber: null,
    buyer: null,
    reason: error,
    isDone: false,
  }));
  for (const { lines, orderNumber, trackingNumbers } of read.orders) {
    const order = orders.get(orderNumber);
    const reason = findReason(order, trackingNumbers) ?? describeTaken(orderNumber, trackingNumbers, owners);
    const buyer = order?.customerName ?? null;
    if (order !== undefined && reason === null) {
      const { id, version } = order;
      const replaces = listLost(order, trackingNumbers);
      proposals.push({
        lines,
        orderNumber,
        trackingNumbers,
        id,
        version,
        buyer: buyer ?? 'no name',
        replaces,
      });
    } else {
      leftOut.push({ lines, orderNumber, buyer, reason: reason ?? '', isDone: reason === HAS_THEM });
    }
  }
  return { proposals, leftOut: leftOut.sort((one, other) => (one.lines[0] ?? 0) - (other.lines[0] ?? 0)) };
}

const HAS_THEM = 'It has already been sent with this.';

/**
 * Why a list cannot set an order's tracking numbers. Null if it can. A single order with a flag can still be sent by
 * hand.
 */
function findReason(order: Order | undefined, numbers: readonly string[]): string | null {
  if (order === undefined) return messageOf({ code: 'order_not_found' });
  if (order.status === 'cancelled') return 'It’s cancelled.';
  if (order.paymentStatus !== 'succeeded') return 'It isn’t paid.';
  if (order.status !== 'processing' && hasExactly(order, numbers)) return HAS_THEM;
  if (order.dispute === 'open') return 'The buyer’s bank disputes its payment.';
  if (order.dispute === 'lost') return 'The buyer’s bank has taken its payment back.';
  if (isFullyRefunded(order)) return 'Its payment has gone back to the buyer.';
  if (order.status === 'delivered') return 'It’s delivered already.';
  return order.flags.length === 0
    ? null
    : `Somebody needs to look at it first. ${describeFlags(order.flags)}`;
}

function hasExactly({ parcels }: Order, numbers: readonly string[]): boolean {
  return (
    parcels.length === numbers.length && listNumbers(parcels).every((number) => numbers.includes(number))
  );
}

function listLost({ parcels }: Order, numbers: readonly string[]): string[] {
  return listNumbers(parcels).filter((number) => !numbers.includes(number));
}
