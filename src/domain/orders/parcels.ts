import { countOf } from '../count.ts';
import { formatBoxes } from '../quantity.ts';
import type { OrderStatus } from './order-status.ts';

/** A parcel that is on its way to the buyer. */
export interface Parcel {
  readonly trackingNumber: string;
  /** How many of the order's boxes are in it. It matters while the order is sent in part. */
  readonly boxes: number;
  /** An instant in UTC. */
  readonly sentAt: string;
}

interface Parcels {
  readonly status: OrderStatus;
  readonly parcels: readonly Parcel[];
}

export function countBoxesIn(parcels: readonly Parcel[]): number {
  return parcels.reduce((sum, { boxes }) => sum + boxes, 0);
}

/** Whether some of its boxes are on their way, and others still to be packed. */
export function isSentInPart({ status, parcels }: Parcels): boolean {
  return status === 'processing' && parcels.length > 0;
}

/** `2 of 5 boxes`: what is on its way, of what was not refunded. */
export function describePart(parcels: readonly Parcel[], boxes: number): string {
  return `${countBoxesIn(parcels)} of ${formatBoxes(boxes)}`;
}

/** `2 of 5 boxes are on their way`, for a sentence about them. */
export function describeOnTheWay(parcels: readonly Parcel[], boxes: number, whose = ''): string {
  const sent = countBoxesIn(parcels);
  return `${sent} of ${whose}${formatBoxes(boxes)} ${sent === 1 ? 'is on its' : 'are on their'} way`;
}

/** The most parcels that an order may have, in words for the person who enters them. */
export function describeMostParcels(quantity: number): string {
  return `An order of ${formatBoxes(quantity)} has at most ${countOf(quantity, 'parcel')}.`;
}

/** Where Royal Mail says where a parcel is. */
export function trackingUrl(trackingNumber: string): `https://${string}` {
  return `https://www.royalmail.com/track-your-item#/tracking-results/${encodeURIComponent(trackingNumber)}`;
}
