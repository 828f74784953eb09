import type { FoliageEntries } from '#domain/orders/foliage-delivery.ts';
import { createUuid } from './random-id.ts';
import { readObject, writeObject } from './storage.ts';

/** What the browser keeps of a foliage order between its start and its end. */

/** In local storage, so that two tabs that ask for the same boxes are given the same payment, which is paid once. */
const ATTEMPT_KEY = 'foliageAttempt';
/** In session storage: of no use to another tab. */
const PAID_KEY = 'foliagePaid';
const ENTRIES_KEY = 'foliageEntries';
/** In session storage: what this tab has begun, and may give up for another purchase. Those of other tabs are theirs. */
const BEGUN_KEY = 'foliageBegun';

/** What is asked for; the same again is the same purchase. */
export interface FoliageChoice {
  readonly quantity: number;
  /** The week's id: its Monday. */
  readonly deliveryWeek: string;
  /** What the page shows for a box, as a decimal string of pounds. */
  readonly unitPrice: string;
}

/** What the page asks the payment for. */
export interface FoliageRequest extends FoliageChoice {
  readonly attemptId: string;
  /** The purchase that this page has begun before, and gives up for this one. */
  readonly replaces?: string;
}

/** A payment that has been made, for an order that is not completed yet. */
export interface PaidFoliage {
  readonly paymentIntentId: string;
  readonly attemptId?: string | undefined;
}

/** The tab's own copy: what another tab has begun since then must not change which payment this one asks for. */
let current: FoliageRequest | null = null;

/** The purchase with its id: a fresh one when anything differs from what was last asked for. */
export function openAttempt(choice: FoliageChoice): FoliageRequest {
  const known = [current, readAttempt()].find((attempt) => attempt && isSame(attempt, choice));
  const begun = readObject<{ readonly attemptId: string }>('sessionStorage', BEGUN_KEY)?.attemptId;
  current = known ?? { ...choice, attemptId: createUuid(), ...(begun !== undefined && { replaces: begun }) };
  writeObject('localStorage', ATTEMPT_KEY, current);
  writeObject('sessionStorage', BEGUN_KEY, { attemptId: current.attemptId });
  return current;
}

/** What was last asked for in this browser. */
export function readAttempt(): FoliageRequest | null {
  return readObject('localStorage', ATTEMPT_KEY);
}

/** Forgets a purchase that has come to its end, so that the same boxes can be bought again. */
export function forgetAttempt(attemptId: string | undefined): void {
  if (current?.attemptId === attemptId) current = null;
  if (readAttempt()?.attemptId === attemptId) writeObject('localStorage', ATTEMPT_KEY, null);
  writeObject('sessionStorage', BEGUN_KEY, null);
}

export function readPaid(): PaidFoliage | null {
  return readObject('sessionStorage', PAID_KEY);
}

export function keepPaid(paid: PaidFoliage | null): void {
  writeObject('sessionStorage', PAID_KEY, paid);
}

/** What was entered into the card form, for the way back and for the return from the bank's page. */
export function readEntries(): Partial<FoliageEntries> {
  return readObject('sessionStorage', ENTRIES_KEY) ?? {};
}

export function keepEntries(entries: FoliageEntries | null): void {
  writeObject('sessionStorage', ENTRIES_KEY, entries);
}

function isSame(attempt: FoliageRequest, choice: FoliageChoice): boolean {
  return (['quantity', 'deliveryWeek', 'unitPrice'] as const).every((name) => attempt[name] === choice[name]);
}
