import { parsePounds } from '../money.ts';
import {
  DELIVERY_FIELD_NAMES,
  isOptionalField,
  type OptionalField,
  type RequiredField,
} from './order-fields.ts';

/** The delivery as it was entered: fields that were left out are not there. */
export type EnteredDelivery = { readonly [Name in RequiredField]: string } & {
  readonly [Name in OptionalField]?: string | undefined;
};

/**
 * The order data that the browser keeps between the order form and the thank-you (section 3, stored checkout order
 * data). The "further fields" are ours: the week, the phone number, and the two ids.
 */
export interface StoredOrder extends EnteredDelivery {
  readonly quantity: number;
  /** Decimal strings of pounds, as the page showed them. */
  readonly unitPrice: string;
  readonly totalAmount: string;
  /** The Monday of the delivery week. */
  readonly deliveryWeek: string;
  /** The purchase, so that a reload asks for the same payment again. */
  readonly attemptId: string;
  /** The purchase that was begun before, and given up for this one: its boxes need not be reserved any more. */
  readonly replaces?: string | undefined;
  /** The payment, once it has been made: all that is left is to complete the order. */
  readonly paymentIntentId?: string | undefined;
}

/** An order as the form describes it, before it is anybody's purchase. */
export type EnteredOrder = Omit<StoredOrder, 'attemptId' | 'replaces' | 'paymentIntentId'>;

/** The key in local storage. */
export const STORED_ORDER_KEY = 'branchBoxOrder';

const TEXTS = [...DELIVERY_FIELD_NAMES.filter((name) => !isOptionalField(name)), 'deliveryWeek', 'attemptId'];
const OPTIONAL_TEXTS = [...DELIVERY_FIELD_NAMES.filter(isOptionalField), 'replaces', 'paymentIntentId'];

/** Reads the order data out of their JSON; null for what is none, so that a damaged one counts as missing. */
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

/** Whether an order that is kept is the one that has just been entered: the same purchase, then. */
export function isSameOrder(stored: StoredOrder, entered: EnteredOrder): boolean {
  const { attemptId, replaces, paymentIntentId, ...kept } = stored;
  const names = new Set([...Object.keys(kept), ...Object.keys(entered)]) as Set<keyof EnteredOrder>;
  return [...names].every((name) => kept[name] === entered[name]);
}
