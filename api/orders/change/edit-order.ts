import type { Transaction } from 'kysely';
import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import {
  EDITED_FIELDS,
  type EditedField,
  LONGEST_NOTE,
  listEditableFields,
  type OrderEdit,
  type OrderNote,
} from '#domain/orders/order-edit.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { statusLabel } from '#domain/orders/order-status.ts';
import type { Person } from '#domain/people.ts';
import { readLines, readText, tooLongMessage } from '#domain/plain-text.ts';
import type { Database } from '../../db/schema.ts';
import { type Result, refuse } from '../../http/result.ts';
import type { Shop } from '../../shop.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import { changeOrder } from '../change-order.ts';
import { isComplete } from '../details.ts';
import { addFlag, dropFlags } from '../flags.ts';
import { toListItem } from '../list/order-list.ts';
import { findOrder, type Order, type OrderChanges } from '../orders-repository.ts';

type Details = Partial<Pick<Order, EditedField>>;

/**
 * Changes details of an order for the farm, by the rules of the order form. Only what differs is checked, so that an
 * order with an unusual address can be changed elsewhere. The buyer is told what concerns them.
 * @param person at the farm, for the history
 */
export function editOrder(
  shop: Shop,
  id: string,
  { version, reason, ...given }: OrderEdit,
  person: Person,
): Promise<Result<Order>> {
  return changeKnown(shop, id, version, async (trx, known) => {
    const details = readDetails(known, given);
    if (!details.ok) return details;
    if (Object.keys(details.value).length === 0) return { ok: true, value: known };
    const now = shop.clock();
    const changes = decideEdit(known, details.value, shop.getCatalogue());
    const order = await changeOrder(trx, known, changes, { actor: 'admin', person, reason, now });
    await shop.enqueueChangeMails(trx, { before: known, after: order, actor: 'admin', now });
    return { ok: true, value: order };
  });
}

/** Replaces the farm's own note on an order, which nobody else sees. */
export function writeNote(
  shop: Shop,
  id: string,
  { version, note }: OrderNote,
  person: Person,
): Promise<Result<Order>> {
  const text = note.length > LONGEST_NOTE * 2 ? note : readLines(note);
  if (text.length > LONGEST_NOTE) {
    const message = tooLongMessage('Note', LONGEST_NOTE, text.length);
    return Promise.resolve(refuse({ code: 'invalid_fields', fields: { note: message } }));
  }
  return changeKnown(shop, id, version, async (trx, known) => {
    const internalNote = text === '' ? null : text;
    if (internalNote === known.internalNote) return { ok: true, value: known };
    const change = { actor: 'admin', person, now: shop.clock() } as const;
    return { ok: true, value: await changeOrder(trx, known, { internalNote }, change) };
  });
}

async function changeKnown(
  { db, wakeOutbox }: Shop,
  id: string,
  version: number,
  change: (trx: Transaction<Database>, known: Order) => Promise<Result<Order>>,
): Promise<Result<Order>> {
  const result = await db.transaction().execute(async (trx): Promise<Result<Order>> => {
    const known = await findOrder(trx, id);
    if (!known) return refuse({ code: 'order_not_found' });
    if (known.version === version) return change(trx, known);
    return refuse({ code: 'order_changed_meanwhile', details: { order: toListItem(known) } });
  });
  if (result.ok) wakeOutbox();
  return result;
}

/** The details that differ from the order's, or why they cannot be as given. */
function readDetails(known: Order, given: Omit<OrderEdit, 'version' | 'reason'>): Result<Details> {
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
  return { ok: true, value: details };
}

/** The changes with the reasons for a look decided anew, as far as they depend on the details. */
function decideEdit(
  known: Order,
  details: Details,
  { deliveryArea }: Pick<Catalogue, 'deliveryArea'>,
): OrderChanges {
  // The rule accepts postcodes of the United Kingdom only.
  const isMoved = details.shippingPostcode !== undefined;
  const changes = { ...details, ...(isMoved && { shippingCountry: 'GB' }) };
  const order = { ...known, ...changes };
  let flags = dropFlags(
    known.flags,
    'missing_details',
    ...(isMoved ? (['abroad', 'outside_area'] as const) : []),
  );
  if (!isComplete(order)) flags = addFlag(flags, 'missing_details');
  if (isMoved && describeExclusion(order.shippingPostcode ?? '', deliveryArea) !== undefined) {
    flags = addFlag(flags, 'outside_area');
  }
  return { ...changes, flags };
}
