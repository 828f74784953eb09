import { DELIVERY_FIELD_NAMES, DELIVERY_FIELDS, type DeliveryField } from './order-fields.ts';
import type { OrderStatus } from './order-status.ts';

/** The fields that somebody may change, in the order of the form. Deliveries never leave the country. */
type EditedBy<Who extends string> = {
  [Name in DeliveryField]: (typeof DELIVERY_FIELDS)[Name]['editedBy'] extends Who ? Name : never;
}[DeliveryField];
export type EditedField = EditedBy<'buyer' | 'farm'>;
export type OwnField = EditedBy<'buyer'>;

export const EDITED_FIELDS = DELIVERY_FIELD_NAMES.filter(
  (name): name is EditedField => DELIVERY_FIELDS[name].editedBy !== 'nobody',
);
/** The fields that a buyer may change. */
export const OWN_FIELDS = DELIVERY_FIELD_NAMES.filter(
  (name): name is OwnField => DELIVERY_FIELDS[name].editedBy === 'buyer',
);

/** Those of them that are words to the farm or the recipient, and no part of a name or an address. */
export const OWN_WORDS = OWN_FIELDS.filter((name) => 'buyerLabel' in DELIVERY_FIELDS[name]);

/** The fields that the farm may still change. Of a sent order only the ways to reach its buyer can make a difference. */
export function listEditableFields(status: OrderStatus): readonly EditedField[] {
  const isOpen = status === 'pending' || status === 'processing';
  return EDITED_FIELDS.filter((name) => isOpen || 'isContact' in DELIVERY_FIELDS[name]);
}

/** In UTF-16 units. */
export const LONGEST_NOTE = 1000;
