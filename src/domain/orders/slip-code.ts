import { parseOrderNumber } from './order-number.ts';

/** What a packing slip's QR code says. */
export interface SlipCode {
  readonly orderNumber: string;
  /** Which box it is, from 1, and of how many. Null on a slip of before, and for a number that was typed. */
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
