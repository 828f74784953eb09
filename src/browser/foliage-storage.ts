import type { FoliageEntries } from '#domain/orders/foliage-delivery.ts';
import { createUuid } from './random-id.ts';
import { readObject, writeObject } from './storage.ts';

/** The browser's data about a foliage order until it is completed. */

/** In local storage, so that two tabs that request the same boxes share one payment and it is paid once. */
const ATTEMPT_KEY = 'foliageAttempt';
/** In session storage, because other tabs do not need it. */
const PAID_KEY = 'foliagePaid';
const ENTRIES_KEY = 'foliageEntries';
/** In session storage: the purchase that this tab started and may replace. It must not replace those of other tabs. */
const STARTED_KEY = 'foliageBegun';

/** The buyer's choice. The same choice again is the same purchase. */
export interface FoliageChoice {
  readonly quantity: number;
  /** The Monday of the week. */
  readonly deliveryWeek: string;
  /** The price per box on the page, as a decimal string of pounds. */
  readonly unitPrice: string;
}

/** The request for a payment. */
export interface FoliageRequest extends FoliageChoice {
  readonly attemptId: string;
  /** The purchase that this page started earlier and that this one replaces. */
  readonly replaces?: string;
}

/** A payment whose order is not completed yet. */
export interface PaidFoliage {
  readonly paymentIntentId: string;
  readonly attemptId?: string | undefined;
}

/** The tab's own copy, so that another tab cannot change which payment this one requests. */
let current: FoliageRequest | null = null;

/** Returns the purchase with its id, which is new if the choice differs from the last one. */
export function openAttempt(choice: FoliageChoice): FoliageRequest {
  const known = [current, readAttempt()].find((attempt) => attempt && isSame(attempt, choice));
  const started = readObject<{ readonly attemptId: string }>('sessionStorage', STARTED_KEY)?.attemptId;
  current = known ?? {
    ...choice,
    attemptId: createUuid(),
    ...(started !== undefined && { replaces: started }),
  };
  writeObject('localStorage', ATTEMPT_KEY, current);
  writeObject('sessionStorage', STARTED_KEY, { attemptId: current.attemptId });
  return current;
}

/** The last request in this browser. */
export function readAttempt(): FoliageRequest | null {
  return readObject('localStorage', ATTEMPT_KEY);
}

/** Deletes a finished purchase, so that the same boxes can be bought again. */
export function forgetAttempt(attemptId: string | undefined): void {
  if (current?.attemptId === attemptId) current = null;
  if (readAttempt()?.attemptId === attemptId) writeObject('localStorage', ATTEMPT_KEY, null);
  writeObject('sessionStorage', STARTED_KEY, null);
}

export function readPaid(): PaidFoliage | null {
  return readObject('sessionStorage', PAID_KEY);
}

export function keepPaid(paid: PaidFoliage | null): void {
  writeObject('sessionStorage', PAID_KEY, paid);
}

/** The entries of the card form, for coming back to the page and for returning from the bank. */
export function readEntries(): Partial<FoliageEntries> {
  return readObject('sessionStorage', ENTRIES_KEY) ?? {};
}

export function keepEntries(entries: FoliageEntries | null): void {
  writeObject('sessionStorage', ENTRIES_KEY, entries);
}

function isSame(attempt: FoliageRequest, choice: FoliageChoice): boolean {
  return (['quantity', 'deliveryWeek', 'unitPrice'] as const).every((name) => attempt[name] === choice[name]);
}
