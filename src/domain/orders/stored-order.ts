import { parsePounds } from '../money.ts';
import {
  DELIVERY_FIELD_NAMES,
  isOptionalField,
  type OptionalField,
  type RequiredField,
} from './order-fields.ts';

/** The delivery details as entered, without the fields that were left out. */
export type EnteredDelivery = { readonly [Name in RequiredField]: string } & {
  readonly [Name in OptionalField]?: string | undefined;
};

/**
 * The order data that the browser stores between the order form and the thank-you (section 3, stored checkout order
 * data). Our "further fields" are the week, the phone number and the two ids.
 */
export interface StoredOrder extends EnteredDelivery {
  readonly quantity: number;
  /** Decimal strings of pounds, as shown on the page. */
  readonly unitPrice: string;
  readonly totalAmount: string;
  /** The Monday of the delivery week. */
  readonly deliveryWeek: string;
  /** The id of the purchase, so that a reload requests the same payment. */
  readonly attemptId: string;
  /** The earlier purchase that this one replaces, so that its boxes need not stay reserved. */
  readonly replaces?: string | undefined;
  /** The payment, once it is made. Only the order remains to be completed. */
  readonly paymentIntentId?: string | undefined;
}

/** An order from the form, before it becomes a purchase. */
export type EnteredOrder = Omit<StoredOrder, 'attemptId' | 'replaces' | 'paymentIntentId'>;

/** The local storage key. */
export const STORED_ORDER_KEY = 'branchBoxOrder';

const TEXTS = [...DELIVERY_FIELD_NAMES.filter((name) => !isOptionalField(name)), 'deliveryWeek', 'attemptId'];
const OPTIONAL_TEXTS = [...DELIVERY_FIELD_NAMES.filter(isOptionalField), 'replaces', 'paymentIntentId'];

/** Parses stored order data; null if they are damaged, so that they count as missing. */
export function parseStoredOrder(json: string): StoredOrder | null {
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Record<string, unknown>;
  const isWhole =
    TEXTS.every((name) => typeof given[name] === 'string' && given[name] !== '') &&
    OPTIONAL_TEXTS.every((name) => given[name] === undefined || typeof given[name] === 'string') &&
    Number.isSafeInteger(given.quantity) &&
    Number(given.quantity) >= 1 &&
    [given.unitPrice, given.totalAmount].every(
      (price) => typeof price === 'string' && parsePounds(price) !== null,
    );
  return isWhole ? (value as StoredOrder) : null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Whether the stored order is the one just entered, and so the same purchase. */
export function isSameOrder(stored: StoredOrder, entered: EnteredOrder): boolean {
  const { attemptId, replaces, paymentIntentId, ...kept } = stored;
  const names = new Set([...Object.keys(kept), ...Object.keys(entered)]) as Set<keyof EnteredOrder>;
  return [...names].every((name) => kept[name] === entered[name]);
}
