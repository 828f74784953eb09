import type { Transaction } from 'kysely';
import { parseDay } from '#domain/dates.ts';
import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import { WEEK_WANTED } from '#domain/delivery/weeks.ts';
import { countBoxes, isFullyRefunded } from '#domain/orders/describe-order.ts';
import {
  EDITED_FIELDS,
  type EditedField,
  type FarmChange,
  LONGEST_NOTE,
  listEditableFields,
} from '#domain/orders/order-changes.ts';
import { type OrderFlag, WEEK_FLAGS } from '#domain/orders/order-flags.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { mayBecome, type OrderStatus, statusLabel } from '#domain/orders/order-status.ts';
import type { Person } from '#domain/people.ts';
import { readLines, readText, tooLongMessage } from '#domain/plain-text.ts';
import type { Database } from '../../db/schema.ts';
import { type Problem, type Result, refuse } from '../../http/problems.ts';
import type { Shop } from '../../shop.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import { changeOrder } from '../change-order.ts';
import { isComplete } from '../details.ts';
import { addFlag, decideSettling, dropFlags, findSettlingProblem, recordSettling } from '../flags.ts';
import { findOrder, type Order, type OrderChanges } from '../orders-repository.ts';
import { decideShipping, findParcelsProblem, readTrackingNumbers } from '../parcels.ts';
import { findShortage } from '../sale/reservations.ts';

type FulfilmentShop = Pick<Shop, 'db' | 'clock' | 'getCatalogue' | 'mails' | 'wakeOutbox'>;

/**
 * Changes an order for the farm, all at once: in one transaction, with one version and at most one e-mail to the buyer.
 * Of two concurrent changes the second is refused.
 * @param person at the farm, for the history
 * @returns the order; as it is, if nothing of it differs
 */
export async function fulfilOrder(
  shop: FulfilmentShop,
  id: string,
  change: FarmChange,
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
  change: FarmChange,
  person: Person | undefined,
): Promise<Result<Order>> {
  const known = await findOrder(trx, id);
  if (!known) return refuse({ code: 'order_not_found' });
  if (known.status === 'cancelled' && person?.role === 'packer') {
    return refuse({ code: 'owner_only', error: 'This order is cancelled. Only the owner can change that.' });
  }
  if (known.version !== change.version) {
    return refuse({ code: 'order_changed_meanwhile' });
  }
  const now = shop.clock();
  const decided = await decideChange(trx, known, change, shop.getCatalogue(), now);
  if (!decided.ok) return decided;
  if (Object.keys(decided.value).length === 0) return { ok: true, value: known };
  const by = { actor: 'admin', person, now } as const;
  const order = await changeOrder(trx, known, decided.value, { ...by, reason: change.reason });
  await recordSettling(trx, known, change.settles, { ...by, reason: change.reason });
  await shop.mails.change(trx, { ...by, before: known, after: order, note: change.note });
  return { ok: true, value: order };
}

async function decideChange(
  trx: Transaction<Database>,
  known: Order,
  change: FarmChange,
  catalogue: Catalogue,
  now: Date,
): Promise<Result<OrderChanges>> {
  const details = readDetails(known, change.details);
  const note = readNote(known, change.internalNote);
  const numbers = readTrackingNumbers(change.trackingNumbers);
  const parcels = numbers.ok ? numbers.value : undefined;
  const problems = [
    ...[details, note, numbers].map((reading) => (reading.ok ? null : reading.problem)),
    findStatusProblem(known, change.status),
    await findParcelsProblem(trx, known, change.status, parcels),
    findSettlingProblem(known, change.settles),
    await findWeekProblem(trx, known, change.deliveryWeek, catalogue.weeks, now),
    await findRevivalProblem(trx, known, change, catalogue.weeks, now),
  ].filter((problem) => problem !== null);
  const [first] = problems;
  if (first) {
    const fields = Object.assign({}, ...problems.map((problem) => problem.fields));
    return refuse(Object.keys(fields).length > 0 ? { code: 'invalid_fields', fields } : first);
  }
  const asked = {
    ...(details.ok && details.value),
    ...(note.ok && note.value),
    ...decideShipping(known, change.status, parcels, now),
    ...(change.deliveryWeek !== undefined && { week: change.deliveryWeek }),
    ...(change.ignoresFraudWarning === true && { fraudWarning: 'decided' as const }),
    ...decideSettling(known, change.settles),
  };
  if (Object.keys(asked).length === 0 && change.settles === undefined) return { ok: true, value: {} };
  const flags = decideFlags(known, change);
  const isElsewhere = details.ok && Object.keys(details.value).length > 0;
  if (!isElsewhere && change.deliveryWeek === undefined) return { ok: true, value: { ...asked, flags } };
  const isMoved = details.ok && details.value.shippingPostcode !== undefined;
  const renewed = decideDetailFlags(flags, { ...known, ...asked }, isMoved, catalogue);
  return { ok: true, value: { ...asked, flags: renewed } };
}

function findStatusProblem(order: Order, status: OrderStatus | undefined): Problem | null {
  if (status === undefined || status === order.status) return null;
  if (!mayBecome(order.status, status)) {
    const error = `An order that’s ${order.status} can’t become ${status}.`;
    return { code: 'step_not_allowed', error };
  }
  if (status === 'processing' && isFullyRefunded(order)) {
    const error = 'The payment has gone back to the buyer, so the order can’t become processing.';
    return { code: 'step_not_allowed', error };
  }
  if (status === 'cancelled' || order.paymentStatus === 'succeeded') return null;
  const error = `The payment hasn’t come through, so the order can’t become ${statusLabel(status).toLowerCase()}.`;
  return { code: 'step_not_allowed', error };
}

/** A cancelled order needs a look until its payment has gone back, or until it is to be sent after all. */
function decideFlags(order: Order, change: FarmChange): readonly OrderFlag[] {
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
  if (!week) return invalid('deliveryWeek', WEEK_WANTED);
  return findShortage(trx, week, countBoxes(order).left, now);
}

/** Why a cancelled order cannot be sent after all: its boxes have gone to others. Null if it can, or is not to be. */
async function findRevivalProblem(
  trx: Transaction<Database>,
  order: Order,
  { status, deliveryWeek = order.week ?? '' }: FarmChange,
  weeks: Catalogue['weeks'],
  now: Date,
): Promise<Problem | null> {
  if (order.status !== 'cancelled' || status !== 'processing') return null;
  const week = weeks.find((each) => each.id === parseDay(deliveryWeek));
  return week ? findShortage(trx, week, countBoxes(order).left, now) : null;
}

function invalid(field: string, message: string): Problem {
  return { code: 'invalid_fields', fields: { [field]: message } };
}

type Details = Partial<Pick<Order, EditedField | 'shippingCountry'>>;

/**
 * The details that differ from the order's, by the rules of the order form, or why they cannot be as given. Only what
 * differs is checked, so that an order with an unusual address can be changed elsewhere.
 */
function readDetails(known: Order, given: FarmChange['details'] = {}): Result<Details> {
  const changed = EDITED_FIELDS.filter(
    (field) => given[field] !== undefined && readText(given[field]).trim() !== (known[field] ?? ''),
  );
  const editable = listEditableFields(known.status);
  if (changed.some((field) => !editable.includes(field))) {
    const status = statusLabel(known.status).toLowerCase();
    const error = `This order is ${status}. Only its e-mail address and phone number can still change.`;
    return refuse({ code: 'step_not_allowed', error });
  }
  const fields: Record<string, string> = {};
  const details: Details = {};
  for (const field of changed) {
    const reading = DELIVERY_RULES[field](given[field]);
    if ('message' in reading) fields[field] = reading.message;
    else if (reading.value !== known[field]) details[field] = reading.value as string;
  }
  if (Object.keys(fields).length > 0) return refuse({ code: 'invalid_fields', fields });
  // The rule accepts postcodes of the United Kingdom only.
  if (details.shippingPostcode !== undefined) details.shippingCountry = 'GB';
  return { ok: true, value: details };
}

function readNote(
  known: Order,
  given: FarmChange['internalNote'],
): Result<Pick<OrderChanges, 'internalNote'>> {
  if (given === undefined) return { ok: true, value: {} };
  const text = given.length > LONGEST_NOTE * 2 ? given : readLines(given);
  if (text.length > LONGEST_NOTE) {
    const message = tooLongMessage('Note', LONGEST_NOTE, text.length);
    return refuse({ code: 'invalid_fields', fields: { internalNote: message } });
  }
  const internalNote = text === '' ? null : text;
  return { ok: true, value: internalNote === known.internalNote ? {} : { internalNote } };
}

/**
 * The reasons for a look decided anew, as far as they depend on the details.
 * @param order as it will be
 */
function decideDetailFlags(
  flags: readonly OrderFlag[],
  order: Order,
  isMoved: boolean,
  { deliveryArea }: Pick<Catalogue, 'deliveryArea'>,
): readonly OrderFlag[] {
  const settled = isMoved
    ? (['missing_details', 'abroad', 'outside_area'] as const)
    : (['missing_details'] as const);
  let decided = dropFlags(flags, ...settled);
  if (!isComplete(order)) decided = addFlag(decided, 'missing_details');
  const isOutside = isMoved && describeExclusion(order.shippingPostcode ?? '', deliveryArea) !== undefined;
  return isOutside ? addFlag(decided, 'outside_area') : decided;
}
