import {
  type EnteredOrder,
  isSameOrder,
  parseStoredOrder,
  STORED_ORDER_KEY,
  type StoredOrder,
} from '#domain/orders/stored-order.ts';
import { ORDER_DRAFT_KEY } from './order-draft.ts';
import { createUuid } from './random-id.ts';
import { keepDraft, readObject, readText, writeObject, writeText } from './storage.ts';

/** Where an order is entered, and where the buyer returns for the thanks. */
export const ORDER_PATH = '/nordmann-branches';
/** Where an order is paid for and completed. */
export const CHECKOUT_PATH = '/branch-box-checkout';

/**
 * What this browser knows of its purchases until their orders are complete. They are in local storage, so that two tabs
 * that ask for the same share one payment, and it is paid once.
 */

/** How a purchase that is paid for is kept, and forgotten. */
export interface Kept<Purchase> {
  /** Stores the payment, so that completing can go on after a reload or a crash; undefined if nothing was paid after all. */
  readonly markPaid: (purchase: Purchase, paymentIntentId: string | undefined) => void;
  /** Deletes what is complete, so that the same can be bought again. */
  readonly forget: (purchase: Purchase) => void;
}

/** The order that is entered in the form. Another tab may have stored its own since: that one stays. */
export const KEPT_ORDER: Kept<StoredOrder> = {
  markPaid: (order, paymentIntentId) => {
    if ((readStoredOrder() ?? order).attemptId === order.attemptId) storeOrder({ ...order, paymentIntentId });
  },
  forget: ({ attemptId }) => {
    if (readStoredOrder()?.attemptId !== attemptId) return;
    keepDraft(ORDER_DRAFT_KEY, null);
    writeObject('localStorage', STORED_ORDER_KEY, null);
  },
};

/** Returns the order that is entered but not completed, or null if there is no readable one. */
export function readStoredOrder(): StoredOrder | null {
  return parseStoredOrder(readText('localStorage', STORED_ORDER_KEY) ?? '');
}

/** @returns whether the browser allowed it */
export function storeOrder(order: StoredOrder): boolean {
  return writeObject('localStorage', STORED_ORDER_KEY, order);
}

/** Why the last checkout could not be started, passed from there to the order form. */
export const REFUSED_KEY = 'branchBoxRefused';

export interface RefusedCheckout {
  /** The service's own message, if it has one. */
  readonly reason?: string | undefined;
  /** Whether another week, or fewer boxes, would help. */
  readonly isAboutWeek?: boolean | undefined;
  /** Whether there was no order to pay for. */
  readonly isEmpty?: boolean;
}

/** @param refused null to forget it */
export function keepRefused(refused: RefusedCheckout | null): void {
  writeObject('sessionStorage', REFUSED_KEY, refused);
}

export function readRefused(): RefusedCheckout | null {
  return readObject('sessionStorage', REFUSED_KEY);
}

/** Whether an order is paid for but not completed. It must not be overwritten. */
export function hasPaidOrder(): boolean {
  return readStoredOrder()?.paymentIntentId !== undefined;
}

/**
 * Stores the order for the checkout. The same order again is the same purchase; a different one gets a new id, and so
 * its own payment.
 * @returns whether the browser allowed it
 */
export function storeEnteredOrder(entered: EnteredOrder): boolean {
  const stored = readStoredOrder();
  const isSame = stored !== null && isSameOrder(stored, entered);
  const replaces = isSame ? stored.replaces : stored?.attemptId;
  const attemptId = isSame ? stored.attemptId : createUuid();
  return storeOrder({ ...entered, attemptId, ...(replaces !== undefined && { replaces }) });
}

/** A choice on the foliage page. The same choice again is the same purchase. */
export interface FoliageChoice {
  readonly quantity: number;
  /** The Monday of the week. */
  readonly deliveryWeek: string;
  /** The price per box on the page, as a decimal string of pounds. */
  readonly unitPrice: string;
}

export interface FoliagePurchase extends FoliageChoice {
  readonly attemptId: string;
  /** The purchase that this tab started earlier and that this one replaces. */
  readonly replaces?: string | undefined;
  readonly paymentIntentId?: string | undefined;
}

const FOLIAGE_KEY = 'foliageAttempt';
/** In session storage: the purchase that this tab started and may replace. It must not replace those of other tabs. */
const STARTED_KEY = 'foliageBegun';
/** The entries of the foliage page's card form, kept as a draft. */
export const FOLIAGE_DRAFT_KEY = 'foliageEntries';

/** The tab's own copy, so that another tab cannot change which payment this one requests. */
let current: FoliagePurchase | null = null;

/** Returns the purchase with its id, which is new if the choice differs from the last one. */
export function openFoliage(choice: FoliageChoice): FoliagePurchase {
  const isSame = (known: FoliagePurchase | null) =>
    (['quantity', 'deliveryWeek', 'unitPrice'] as const).every((name) => known?.[name] === choice[name]);
  const replaces = readText('sessionStorage', STARTED_KEY) ?? undefined;
  current = [current, readFoliage()].find(isSame) ?? { ...choice, attemptId: createUuid(), replaces };
  writeObject('localStorage', FOLIAGE_KEY, current);
  writeText('sessionStorage', STARTED_KEY, current.attemptId);
  return current;
}

/** The last purchase in this browser that is not complete. */
export function readFoliage(): FoliagePurchase | null {
  return readObject('localStorage', FOLIAGE_KEY);
}

/** The purchase of the foliage page. One that is paid for takes the place of another tab's choice. */
export const KEPT_FOLIAGE: Kept<Pick<FoliagePurchase, 'attemptId'>> = {
  markPaid: ({ attemptId }, paymentIntentId) => {
    const known = readFoliage();
    const kept = known?.attemptId === attemptId ? known : { attemptId };
    writeObject('localStorage', FOLIAGE_KEY, { ...kept, paymentIntentId });
  },
  forget: ({ attemptId }) => {
    if (current?.attemptId === attemptId) current = null;
    if (readFoliage()?.attemptId === attemptId) writeObject('localStorage', FOLIAGE_KEY, null);
    writeText('sessionStorage', STARTED_KEY, null);
  },
};
