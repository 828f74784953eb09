import type { Transaction } from 'kysely';
import { parseDay } from '#domain/dates.ts';
import { countBoxes, isFullyRefunded } from '#domain/orders/describe-order.ts';
import type { OrderChange } from '#domain/orders/order-changes.ts';
import { type OrderFlag, WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import { mayBecome, type OrderStatus, statusLabel } from '#domain/orders/order-status.ts';
import type { Person } from '#domain/people.ts';
import type { Database } from '../../db/schema.ts';
import type { Problem } from '../../http/problems.ts';
import { type Result, refuse } from '../../http/result.ts';
import type { Shop } from '../../shop.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import { changeOrder } from '../change-order.ts';
import { addFlag, dropFlags } from '../flags.ts';
import { toListItem } from '../list/order-list.ts';
import { findOrder, type Order } from '../orders-repository.ts';
import { decideShipping, findParcelsProblem, readTrackingNumbers } from '../parcels.ts';
import { findShortage } from '../sale/reservations.ts';
import { decideSettling, findSettlingProblem, recordSettling } from '../settle-flags.ts';

type FulfilmentShop = Pick<Shop, 'db' | 'clock' | 'getCatalogue' | 'enqueueChangeMails' | 'wakeOutbox'>;

/**
 * Changes an order for the farm: its status, parcels or week. In one transaction, so that of two concurrent
 * changes the second is refused.
 * @param person at the farm, for the history
 */
export async function fulfilOrder(
  shop: FulfilmentShop,
  id: string,
  change: OrderChange,
  person?: Person,
): Promise<Result<Order>> {
  const result = await shop.db.transaction().execute((trx) => fulfilIn(trx, shop, id, change, person));
  if (result.ok) shop.wakeOutbox();
  return result;
}

async function fulfilIn(
  trx: Transaction<Database>,
  shop: FulfilmentShop,
  id: string,
  change: OrderChange,
  person: Person | undefined,
): Promise<Result<Order>> {
  const known = await findOrder(trx, id);
  if (!known) return refuse({ code: 'order_not_found' });
  if (known.status === 'cancelled' && person?.role === 'packer') {
    return refuse({ code: 'owner_only', error: 'This order is cancelled. Only the owner can change that.' });
  }
  if (known.version !== change.version) {
    return refuse({ code: 'order_changed_meanwhile', details: { order: toListItem(known) } });
  }
  const now = shop.clock();
  const numbers = readTrackingNumbers(change.trackingNumbers);
  if (!numbers.ok) return numbers;
  const problem =
    findStatusProblem(known, change.status) ??
    findParcelsProblem(known, change.status, numbers.value) ??
    findSettlingProblem(known, change.settles) ??
    (await findWeekProblem(trx, known, change.deliveryWeek, shop.getCatalogue().weeks, now));
  if (problem) return refuse(problem);
  const order = await changeOrder(
    trx,
    known,
    {
      ...decideShipping(known, change.status, numbers.value, now),
      ...(change.deliveryWeek !== undefined && { week: change.deliveryWeek }),
      ...(change.ignoresFraudWarning === true && { fraudWarning: 'decided' }),
      ...decideSettling(known, change.settles),
      flags: decideFlags(known, change),
    },
    { actor: 'admin', person, reason: change.reason, now },
  );
  await recordSettling(trx, known, change.settles, {
    actor: 'admin',
    person,
    reason: change.reason,
    now,
  });
  const { note } = change;
  await shop.enqueueChangeMails(trx, { before: known, after: order, actor: 'admin', person, now, note });
  return { ok: true, value: order };
}

function findStatusProblem(order: Order, status: OrderStatus | undefined): Problem | null {
  if (status === undefined || status === order.status) return null;
  if (!mayBecome(order.status, status)) {
    const error = `An order that is ${order.status} cannot become ${status}.`;
    return { code: 'step_not_allowed', error };
  }
  if (status === 'processing' && isFullyRefunded(order)) {
    const error = 'The payment has gone back to the buyer, so the order cannot become processing.';
    return { code: 'step_not_allowed', error };
  }
  if (status === 'cancelled' || order.paymentStatus === 'succeeded') return null;
  const error = `The payment has not come through, so the order cannot become ${statusLabel(status).toLowerCase()}.`;
  return { code: 'step_not_allowed', error };
}

/** A cancelled order needs a look until its payment has gone back, or until it is to be sent after all. */
function decideFlags(order: Order, change: OrderChange): readonly OrderFlag[] {
  const { status, deliveryWeek, ignoresFraudWarning, settles } = change;
  const flags = dropFlags(
    order.flags,
    ...(deliveryWeek === undefined ? [] : WEEK_FLAGS),
    ...(ignoresFraudWarning === true ? (['fraud_warning'] as const) : []),
    ...(settles === undefined ? [] : [settles]),
    ...(status === 'processing' ? (['cancelled_unrefunded', 'cancelled_by_buyer'] as const) : []),
  );
  const isOwed = order.paymentStatus === 'succeeded' && !isFullyRefunded(order) && order.dispute !== 'lost';
  return status === 'cancelled' && isOwed ? addFlag(flags, 'cancelled_unrefunded') : flags;
}

/** Why an order cannot move to a week. Null if it can, or already is in that week. */
export async function findWeekProblem(
  trx: Transaction<Database>,
  order: Order,
  id: string | undefined,
  weeks: Catalogue['weeks'],
  now: Date,
): Promise<Problem | null> {
  if (id === undefined || id === order.week) return null;
  const week = weeks.find((each) => each.id === parseDay(id));
  if (!week) return invalid('deliveryWeek', 'Please choose one of the delivery weeks.');
  return findShortage(trx, week, countBoxes(order).left, now);
}

function invalid(field: string, message: string): Problem {
  return { code: 'invalid_fields', fields: { [field]: message } };
}
