import { readCode } from '../plain-text.ts';
import { parsePostcode } from '../postcode.ts';

/** Where the farm does not deliver, from content/shop.json, and the phone number for people who live there. */
export interface DeliveryArea {
  readonly notDeliveredTo: readonly ExcludedArea[];
  /** Formatted for people. */
  readonly phone: string;
}

export interface ExcludedArea {
  /** As part of a sentence: `Northern Ireland`, `the Channel Islands`. */
  readonly area: string;
  /** Postcode areas (`BT`) and districts (`KW15`), in capitals. */
  readonly prefixes: readonly string[];
}

/**
 * The message for a buyer whose postcode is outside the delivery area; undefined for every other postcode, complete or
 * not.
 */
export function describeExclusion(
  postcode: string,
  { notDeliveredTo, phone }: DeliveryArea,
): string | undefined {
  for (const { area, prefixes } of notDeliveredTo) {
    const prefix = findPrefix(postcode, prefixes);
    if (prefix === undefined) continue;
    return `We don’t deliver to ${prefix} postcodes (${area}). Please ring us on ${phone}, and we’ll see what we can do.`;
  }
  return undefined;
}

/** `We do not deliver to Northern Ireland, Orkney or Shetland.`; undefined if no postcode is excluded. */
export function describeExcludedAreas(excluded: readonly ExcludedArea[]): string | undefined {
  if (excluded.length === 0) return undefined;
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    excluded.map(({ area }) => area),
  );
  return `We don’t deliver to ${names}.`;
}

/**
 * The prefix that covers a postcode, of which wallets reveal only the first part before the payment. A postcode area
 * (`B`) covers its districts and no other area's: B1, but not BT1. A district (`PH4`) covers itself and its
 * subdivisions, such as `PH4A`, but not PH41.
 */
function findPrefix(postcode: string, prefixes: readonly string[]): string | undefined {
  const outward = readOutwardCode(postcode);
  return prefixes.find((prefix) => {
    if (!outward.startsWith(prefix)) return false;
    const rest = outward.slice(prefix.length);
    return /\d$/.test(prefix) ? /^[A-Z]?$/.test(rest) : /^(\d|$)/.test(rest);
  });
}

/** The first half of a postcode, however much of it is known and however it was typed. */
function readOutwardCode(typed: string): string {
  const [outward = ''] = (parsePostcode(typed) ?? readCode(typed)).split(/[\s-]/);
  return outward;
}
