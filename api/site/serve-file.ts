import type { Context } from 'hono';
import { serveStatic } from 'hono/serve-static';
import { NOTICES_PATH } from '#domain/content/notices.ts';
import { NOT_FOUND_FILE, type SiteSnapshot } from './site-snapshot.ts';

/**
 * Answers GET or HEAD for a file of a built site, in the best encoding that the client accepts. Hono's ETag middleware
 * makes a 304 of it. Ranges are ignored: no file is larger than a picture.
 * @param file as the snapshot has it: `prices.html`
 */
export async function serveFile(c: Context, { files }: SiteSnapshot, file: string): Promise<Response> {
  if (file === NOT_FOUND_FILE) c.status(404);
  const serve = serveStatic({
    path: file,
    root: '',
    precompressed: true,
    // Asked for each encoding in turn. The last that is there is sent.
    async getContent(path) {
      const found = files.get(path);
      if (found === undefined) return null;
      if (file !== NOT_FOUND_FILE) c.header('ETag', `"${found.hash}"`);
      c.header('Content-Length', String(found.bytes.length));
      return found.bytes;
    },
  });
  const answer = (await serve(c, async () => {})) ?? (await c.notFound());
  answer.headers.set('Cache-Control', getCachePolicy(file));
  // Hono says so only of an answer that is compressed.
  if (files.has(`${file}.br`)) answer.headers.set('Vary', 'Accept-Encoding');
  return answer;
}

/** Names below `/_astro/` contain a hash of the content. A page must show a new price at once. */
function getCachePolicy(file: string): string {
  if (`/${file}` === NOTICES_PATH) return 'no-store';
  if (file.startsWith('_astro/')) return 'public, max-age=31536000, immutable';
  // Scripts without a hash in the name: the worker, which reports new builds, and the islands' list of files.
  if (/\.(html|js)$/.test(file)) return 'no-cache';
  return 'public, max-age=3600, must-revalidate';
}
