import type { Context } from 'hono';
import { NOTICES_PATH } from '#domain/content/notices.ts';
import { chooseEncoding, type Encoding } from './accept-encoding.ts';
import type { StoredFile } from './site-snapshot.ts';

/** This many of the 43 characters of a sha256 are enough to tell all versions of a file apart. */
const ETAG_LENGTH = 16;

/**
 * Answers GET or HEAD for a file with 200. Hono's ETag middleware turns that into 304 and drops the body of HEAD.
 * Ranges are ignored: no file is larger than a picture.
 */
export function serveFile(c: Context, file: StoredFile): Response {
  c.set('builtFile', file);
  const encoding = pickEncoding(c.req.raw, file);
  return respond(file, encoding, 200, {
    // A strong tag means the same bytes, so it differs between encodings.
    ETag: `"${file.etag.slice(0, ETAG_LENGTH)}${encoding === 'identity' ? '' : `-${encoding}`}"`,
    'Cache-Control': getCachePolicy(file),
  });
}

/** Answers with the 404 page. It has no path of its own, so no ETag. */
export function serveNotFoundPage(request: Request, file: StoredFile): Response {
  return respond(file, pickEncoding(request, file), 404, { 'Cache-Control': 'no-cache' });
}

function pickEncoding(request: Request, { brotli, gzip }: StoredFile): Encoding {
  const available = [...(brotli ? ['br' as const] : []), ...(gzip ? ['gzip' as const] : [])];
  return chooseEncoding(request.headers.get('Accept-Encoding') ?? undefined, available);
}

function respond(
  file: StoredFile,
  encoding: Encoding,
  status: number,
  headers: Record<string, string>,
): Response {
  const { brotli, gzip, identity } = file;
  const body = { br: brotli, gzip, identity }[encoding] ?? identity;
  return new Response(body, {
    status,
    headers: {
      ...headers,
      'Content-Type': file.type,
      'Content-Length': String(body.length),
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      ...((brotli || gzip) && { Vary: 'Accept-Encoding' }),
    },
  });
}

/** Names below `/_astro/` contain a hash of the content. A page must show a new price at once. */
function getCachePolicy(file: StoredFile): string {
  if (`/${file.path}` === NOTICES_PATH) return 'no-store';
  if (file.path.startsWith('_astro/')) return 'public, max-age=31536000, immutable';
  // Scripts without a hash in the name: the worker, which reports new builds, and the islands' list of files.
  if (/^text\/(html|javascript)/.test(file.type)) return 'no-cache';
  return 'public, max-age=3600, must-revalidate';
}
