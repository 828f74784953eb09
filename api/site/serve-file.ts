import { chooseEncoding, type Encoding } from './accept-encoding.ts';
import { parseRange } from './byte-range.ts';
import { allowsRange, formatEntityTag, matchesAny } from './entity-tag.ts';
import type { StoredFile } from './site-snapshot.ts';

/** Answers GET or HEAD for a file: 200, 206, 304 or 416. For HEAD the caller drops the body. */
export function serveFile(request: Request, file: StoredFile): Response {
  const get = (name: string) => request.headers.get(name) ?? undefined;
  const whole = formatEntityTag(file.etag, 'identity');
  // RFC 9110 section 14.2: a range is for GET alone.
  const mayRange = request.method === 'GET' && allowsRange(get('If-Range'), whole);
  // Ranges are cut from the uncompressed file: nobody resumes half a brotli stream.
  const range = mayRange ? parseRange(get('Range'), file.identity.length) : undefined;
  const encoding = range ? 'identity' : chooseEncoding(get('Accept-Encoding'), listEncodings(file));
  const entityTag = formatEntityTag(file.etag, encoding);
  const headers: Record<string, string> = {
    ETag: entityTag,
    'Cache-Control': getCachePolicy(file),
    ...varyHeader(file),
  };
  if (matchesAny(get('If-None-Match'), entityTag)) return new Response(null, { status: 304, headers });
  if (range === 'unsatisfiable') {
    const contentRange = { 'Content-Range': `bytes */${file.identity.length}`, 'Content-Length': '0' };
    return new Response(null, { status: 416, headers: { ...headers, ...contentRange } });
  }
  const body = range ? file.identity.subarray(range.first, range.last + 1) : pickBytes(file, encoding);
  Object.assign(headers, describeBody(file, encoding, body), { 'Accept-Ranges': 'bytes' });
  if (range) headers['Content-Range'] = `bytes ${range.first}-${range.last}/${file.identity.length}`;
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Answers with the 404 page. It has no path of its own, so no ETag, range or 304. */
export function serveNotFoundPage(request: Request, file: StoredFile): Response {
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding') ?? undefined, listEncodings(file));
  const body = pickBytes(file, encoding);
  const headers = { ...describeBody(file, encoding, body), 'Cache-Control': 'no-cache', ...varyHeader(file) };
  return new Response(body, { status: 404, headers });
}

function describeBody(file: StoredFile, encoding: Encoding, body: Uint8Array): Record<string, string> {
  return {
    'Content-Type': file.type,
    'Content-Length': String(body.length),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  };
}

/** Names below `/_astro/` contain a hash of the content. A page must show a new price at once. */
function getCachePolicy(file: StoredFile): string {
  if (file.path.startsWith('_astro/')) return 'public, max-age=31536000, immutable';
  // Scripts without a hash in the name: the worker, which reports new builds, and the islands' list of files.
  if (/^text\/(html|javascript)/.test(file.type)) return 'no-cache';
  return 'public, max-age=3600, must-revalidate';
}

function varyHeader(file: StoredFile): Record<string, string> {
  return file.brotli || file.gzip ? { Vary: 'Accept-Encoding' } : {};
}

function listEncodings({ brotli, gzip }: StoredFile): Encoding[] {
  return [...(brotli ? ['br' as const] : []), ...(gzip ? ['gzip' as const] : [])];
}

function pickBytes(file: StoredFile, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const { brotli, gzip, identity } = file;
  return { br: brotli, gzip, identity }[encoding] ?? identity;
}
