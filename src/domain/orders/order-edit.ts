import type { DeliveryField } from './order-fields.ts';
import type { OrderStatus } from './order-status.ts';

/** The details that the farm may change, in the order of the form. Deliveries never leave the country. */
export const EDITED_FIELDS = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'recipientName',
  'giftMessage',
  'shippingAddress',
  'shippingCity',
  'shippingPostcode',
  'specialInstructions',
] as const satisfies readonly DeliveryField[];
export type EditedField = (typeof EDITED_FIELDS)[number];

/** Nothing else of a sent order can still make a difference. */
const FIELDS_OF_SENT: readonly EditedField[] = ['customerEmail', 'customerPhone'];

/** The details that the farm may still change. */
export function listEditableFields(status: OrderStatus): readonly EditedField[] {
  return status === 'pending' || status === 'processing' ? EDITED_FIELDS : FIELDS_OF_SENT;
}

/** New details of an order, as the farm requests them. A field that is missing stays as it is. */
export interface OrderEdit extends Readonly<Partial<Record<EditedField, string | undefined>>> {
  /** As in an `OrderChange`. */
  readonly version: number;
  readonly reason?: string | undefined;
}

/** The farm's own words about an order, as it requests them. Empty for none. */
export interface OrderNote {
  /** As in an `OrderChange`. */
  readonly version: number;
  readonly note: string;
}

/** Where the confirmation has gone. */
export interface ConfirmationSent {
  readonly sentTo: string;
}

/** In UTF-16 units. */
export const LONGEST_NOTE = 1000;
