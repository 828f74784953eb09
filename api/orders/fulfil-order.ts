import type { Kysely, Transaction } from 'kysely';
import { parseDay } from '#domain/dates.ts';
import type { OrderChange } from '#domain/orders/order-changes.ts';
import { WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import { mayBecome, type OrderStatus, statusLabel } from '#domain/orders/order-status.ts';
import { parseTrackingNumber } from '#domain/orders/tracking-list.ts';
import { formatBoxes } from '#domain/quantity.ts';
import type { Database } from '../db/schema.ts';
import type { Problem } from '../http/problems.ts';
import { type Result, refuse } from '../http/result.ts';
import type { Catalogue } from '../site/catalogue.ts';
import { changeOrder, type EnqueueChangeMails } from './change-order.ts';
import { dropFlags } from './flags.ts';
import { toListItem } from './order-list.ts';
import { findOrder, type Order, type OrderChanges } from './orders-repository.ts';
import { countStandingBoxes, isFullyRefunded } from './refunded-boxes.ts';
import { countBoxes } from './reservations-repository.ts';
import { decideSettling, findSettlingProblem, recordSettling } from './settle-flags.ts';

export interface FulfilmentDependencies {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly getCatalogue: () => Pick<Catalogue, 'weeks'>;
  readonly enqueueChangeMails: EnqueueChangeMails;
  readonly wakeOutbox: () => void;
}

/**
 * Changes an order for the farm: its status, tracking number or week. In one transaction, so that of two concurrent
 * changes the second is refused.
 * @param person the name of the person at the farm, for the history
 */
export async function fulfilOrder(
  deps: FulfilmentDependencies,
  id: string,
  change: OrderChange,
  person?: string,
): Promise<Result<Order>> {
  const result = await deps.db.transaction().execute((trx) => fulfilIn(trx, deps, id, change, person));
  if (result.ok) deps.wakeOutbox();
  return result;
}

async function fulfilIn(
  trx: Transaction<Database>,
  deps: FulfilmentDependencies,
  id: string,
  change: OrderChange,
  person: string | undefined,
): Promise<Result<Order>> {
  const known = await findOrder(trx, id);
  if (!known) return refuse({ code: 'order_not_found' });
  if (known.version !== change.version) {
    return refuse({ code: 'order_changed_meanwhile', details: { order: toListItem(known) } });
  }
  const now = deps.clock();
  const tracking = readTracking(change.trackingNumber);
  if (!tracking.ok) return tracking;
  const problem =
    findStatusProblem(known, change.status) ??
    findTrackingProblem(known, change.status, tracking.value) ??
    findSettlingProblem(known, change.settles) ??
    (await findWeekProblem(trx, known, change.deliveryWeek, deps.getCatalogue().weeks, now));
  if (problem) return refuse(problem);
  const order = await changeOrder(
    trx,
    known,
    {
      ...decideShipping(known, change.status, tracking.value),
      ...(change.deliveryWeek !== undefined && {
        week: change.deliveryWeek,
        flags: dropFlags(known.flags, ...WEEK_FLAGS),
      }),
      ...(change.ignoresFraudWarning === true && {
        fraudWarning: 'decided',
        flags: dropFlags(known.flags, 'fraud_warning'),
      }),
      ...decideSettling(known, change.settles),
    },
    { actor: 'admin', person, reason: change.reason, now },
  );
  await recordSettling(trx, known, change.settles, {
    actor: 'admin',
    person,
    reason: change.reason,
    now,
  });
  await deps.enqueueChangeMails(trx, { before: known, after: order, actor: 'admin', person, now });
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

function findTrackingProblem(
  order: Order,
  status: OrderStatus | undefined,
  number: string | null | undefined,
): Problem | null {
  if (!number) return null;
  if (status === 'processing' || status === 'cancelled') {
    const error = `An order with a tracking number is sent, so it cannot become ${status}.`;
    return { code: 'step_not_allowed', error };
  }
  if (order.status === 'cancelled') {
    return invalid('trackingNumber', 'This order is cancelled, so it cannot have a tracking number.');
  }
  if (order.paymentStatus === 'succeeded') return null;
  const message = 'The payment has not come through, so the order cannot have a tracking number.';
  return invalid('trackingNumber', message);
}

/**
 * A tracking number means that the order is shipped, no matter who enters it. Only then does it leave the pick list,
 * and can its buyer no longer change it. So an order that goes back to be packed loses its number.
 */
function decideShipping(
  order: Order,
  status: OrderStatus | undefined,
  number: string | null | undefined,
): OrderChanges {
  if (status === 'processing') return { status, trackingNumber: null };
  const next = status ?? (number && order.status === 'processing' ? 'shipped' : undefined);
  return {
    ...(next !== undefined && { status: next }),
    ...(number !== undefined && { trackingNumber: number }),
  };
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
  if (week.boxes === undefined) return null;
  const { sold, reserved } = (await countBoxes(trx, now.toISOString())).get(week.id) ?? {
    sold: 0,
    reserved: 0,
  };
  const left = week.boxes - sold - reserved;
  if (countStandingBoxes(order) <= left) return null;
  const error = `That week has ${left <= 0 ? 'no boxes' : formatBoxes(left)} left. Please choose another.`;
  return { code: 'week_full', error };
}

/** Undefined for no change, null to remove the number. */
function readTracking(text: string | undefined): Result<string | null | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  if (text.trim() === '') return { ok: true, value: null };
  const number = parseTrackingNumber(text);
  if (number !== null) return { ok: true, value: number };
  return refuse(invalid('trackingNumber', 'Please enter the tracking number as it stands on the label.'));
}

function invalid(field: string, message: string): Problem {
  return { code: 'invalid_fields', fields: { [field]: message } };
}
