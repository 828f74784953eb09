/** A parcel that is on its way to the buyer. */
export interface Parcel {
  readonly trackingNumber: string;
  /** An instant in UTC. */
  readonly sentAt: string;
}

/** Where Royal Mail says where a parcel is. */
export function trackingUrl(trackingNumber: string): `https://${string}` {
  return `https://www.royalmail.com/track-your-item#/tracking-results/${encodeURIComponent(trackingNumber)}`;
}
