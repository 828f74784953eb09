import { describeExclusion } from '#domain/delivery/delivery-area.ts';
import type { FarmChange } from '#domain/orders/order-changes.ts';
import {
  EDITED_FIELDS,
  type EditedField,
  LONGEST_NOTE,
  listEditableFields,
} from '#domain/orders/order-edit.ts';
import type { OrderFlag } from '#domain/orders/order-flags.ts';
import { DELIVERY_RULES } from '#domain/orders/order-rules.ts';
import { statusLabel } from '#domain/orders/order-status.ts';
import { readLines, readText, tooLongMessage } from '#domain/plain-text.ts';
import { type Result, refuse } from '../../http/result.ts';
import type { Catalogue } from '../../site/catalogue.ts';
import { isComplete } from '../details.ts';
import { addFlag, dropFlags } from '../flags.ts';
import type { Order, OrderChanges } from '../orders-repository.ts';

type Details = Partial<Pick<Order, EditedField | 'shippingCountry'>>;

/**
 * The details that differ from the order's, by the rules of the order form, or why they cannot be as given. Only what
 * differs is checked, so that an order with an unusual address can be changed elsewhere.
 */
export function readDetails(known: Order, given: FarmChange['details'] = {}): Result<Details> {
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

/** The farm's own note where it differs from the order's. */
export function readNote(
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
export function decideDetailFlags(
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
