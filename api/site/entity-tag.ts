import type { Encoding } from './accept-encoding.ts';

const SUFFIXES: Record<Encoding, string> = { identity: '', br: '-br', gzip: '-gz' };

/** So many of the 43 characters of a sha256 are enough that no two versions of a file share them. */
const LENGTH = 16;

/** A strong ETag. It differs per encoding, because strong means equal byte for byte. */
export function formatEntityTag(etag: string, encoding: Encoding): string {
  return `"${etag.slice(0, LENGTH)}${SUFFIXES[encoding]}"`;
}

/** Whether `If-None-Match` names the tag. Weak comparison, RFC 9110 section 13.1.2: `W/` makes no difference. */
export function matchesAny(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.includes(entityTag);
}

/**
 * Whether a `Range` may be honoured under `If-Range`, RFC 9110 section 13.1.5: yes without the header, else
 * only for the very same bytes. A date is never enough, since the service sends no `Last-Modified`.
 */
export function allowsRange(ifRange: string | undefined, entityTag: string): boolean {
  return ifRange === undefined || ifRange.trim() === entityTag;
}
