import { readCode } from '../plain-text.ts';
import { parseOrderNumber } from './order-number.ts';
import { parseTrackingNumber } from './tracking-list.ts';

/** What the scan page knows of an order: enough to pack it, and no more. */
export interface ScanOrder {
  readonly orderNumber: string;
  readonly name: string;
  readonly town: string;
  /** Without refunded ones. */
  readonly boxes: number;
  readonly trackingNumbers: readonly string[];
  /** Of what its slips say now. */
  readonly digest: string;
  /** `sent`: no parcel of it is awaited any more. It is `ready` for another while it has fewer parcels than boxes. */
  readonly state: 'ready' | 'sent' | 'cancelled' | 'refunded' | 'unpaid' | 'look';
}

/** One parcel that was scanned. */
export interface Scan {
  /** A UUID, so that the phone knows each answer. */
  readonly id: string;
  readonly orderNumber: string;
  readonly trackingNumber: string;
  /** The digest on the slip; null for a number that was typed. */
  readonly digest: string | null;
  /** Whether the parcel is taken back instead. */
  readonly isUndone: boolean;
}

/** Why a parcel is not sent. */
const SCAN_PROBLEMS = [
  'cancelled',
  'refunded',
  'unpaid',
  'look',
  'changed',
  'sent',
  'unknown',
  'other_order',
  'invalid',
] as const;
export type ScanProblem = (typeof SCAN_PROBLEMS)[number];

/** The service's answer to a scan. The same scan again has the same effect, once. */
export type ScanResult =
  | { readonly id: string; readonly ok: true; readonly order: ScanOrder }
  | {
      readonly id: string;
      readonly ok: false;
      readonly problem: ScanProblem;
      /** In words, for the person who packs. */
      readonly error: string;
      readonly order: ScanOrder | null;
    };

/** The week's orders, as the phone keeps them. */
export interface ScanWeek {
  /** Its Monday. */
  readonly week: string;
  readonly orders: readonly ScanOrder[];
  /** An instant in UTC. */
  readonly readAt: string;
}

/**
 * Why a slip's order is not to be sent; null if it is. Used by the phone, with what it knew last, and by the service.
 * @param digest on the slip; null if its number was typed
 */
export function judgeSlip(order: ScanOrder | undefined, digest: string | null): ScanProblem | null {
  if (order === undefined) return 'unknown';
  if (order.state !== 'ready') return order.state;
  return digest !== null && digest !== order.digest ? 'changed' : null;
}

/** A problem in the words that are shown large, and what to do about it. */
export const SCAN_WORDS: Record<ScanProblem, { readonly heading: string; readonly advice: string }> = {
  cancelled: { heading: 'Stop: cancelled', advice: 'This order is cancelled. Put the box back.' },
  refunded: { heading: 'Stop: refunded', advice: 'The money has gone back to the buyer. Put the box back.' },
  unpaid: { heading: 'Stop: not paid', advice: 'The payment hasn’t come through. Put the box aside.' },
  look: { heading: 'Stop: look first', advice: 'Somebody must look at this order first. Put the box aside.' },
  changed: {
    heading: 'Stop: changed',
    advice: 'The order has changed since this slip was printed. Print its slips again.',
  },
  sent: { heading: 'Already sent', advice: 'All boxes of this order are sent.' },
  unknown: {
    heading: 'Unknown',
    advice: 'There’s no such order in this week. Look for it in the list of orders.',
  },
  other_order: { heading: 'Stop: another order', advice: 'This parcel number belongs to another order.' },
  invalid: { heading: 'Not read', advice: 'That’s neither an order number nor a parcel number. Try again.' },
};

/** The orders as they are once everything that waits on the phone is handed in. */
export function applyScans(order: ScanOrder, scans: readonly Scan[]): ScanOrder {
  let now = order;
  for (const { orderNumber, trackingNumber, isUndone } of scans) {
    if (orderNumber !== now.orderNumber || now.trackingNumbers.includes(trackingNumber) !== isUndone)
      continue;
    const trackingNumbers = isUndone
      ? now.trackingNumbers.filter((number) => number !== trackingNumber)
      : [...now.trackingNumbers, trackingNumber];
    now = { ...now, trackingNumbers, state: trackingNumbers.length >= now.boxes ? 'sent' : 'ready' };
  }
  return now;
}

/** The tracking number in a parcel's barcode, which may have more around it; null if there is none. */
export function readParcelCode(text: string): string | null {
  const [postal] = /[A-Z]{2}\d{9}[A-Z]{2}/.exec(readCode(text).replace(/\s/g, '')) ?? [];
  return postal ?? parseTrackingNumber(text);
}

/** What a packing slip's QR code says. */
export interface SlipCode {
  readonly orderNumber: string;
  /** Which box it is, from 1, and of how many. Null for a number that was typed. */
  readonly box: number | null;
  readonly boxes: number | null;
  /** A short digest of what the slip says, so that an outdated slip is recognised. Null likewise. */
  readonly digest: string | null;
}

/** `BB-7F3M-2Q9/2/3/1A2B3C4D`: only characters for which a QR code needs little space. */
export function formatSlipCode({ orderNumber, box, boxes, digest }: SlipCode): string {
  return [orderNumber, box, boxes, digest].join('/');
}

/** Reads the code of a slip, or an order number as somebody types it; null for anything else. */
export function parseSlipCode(text: string): SlipCode | null {
  const [number = '', box, boxes, digest, ...others] = text.trim().split('/');
  const orderNumber = parseOrderNumber(number);
  if (orderNumber === null) return null;
  if (box === undefined) return { orderNumber, box: null, boxes: null, digest: null };
  const isWhole = /^\d+$/.test(box) && /^\d+$/.test(boxes ?? '') && /^[\dA-F]{8}$/.test(digest ?? '');
  if (!isWhole || others.length > 0) return null;
  return { orderNumber, box: Number(box), boxes: Number(boxes), digest: digest ?? null };
}
