import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { hashFile, NOT_FOUND_FILE, type SiteFile, type SiteSnapshot, textOf } from './site-snapshot.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** As many as are compressed at once, so that requests, and whatever else needs a thread, go in between. */
const PAGES_AT_ONCE = 2;
const WORKER = SERVICE_WORKER_PATH.slice(1);

/**
 * Changes the text of a site's pages. Changed pages are compressed again, and the worker's list gets their hashes; all
 * others stay byte for byte.
 * @param change gets the page's path, `/404` for the page of unknown paths, and returns the text itself of a page that stays
 * @param quality of brotli
 */
export async function rewritePages(
  site: SiteSnapshot,
  change: (path: string, html: string) => string,
  quality = constants.BROTLI_MAX_QUALITY,
): Promise<SiteSnapshot> {
  const files = new Map(site.files);
  const worker = files.get(WORKER);
  let list = worker && textOf(worker);
  const queue = [...site.paths, ['/404', NOT_FOUND_FILE] as const].values();
  const drain = async () => {
    for (const [path, file] of queue) {
      const page = files.get(file);
      if (page === undefined || !file.endsWith('.html')) continue;
      const text = textOf(page);
      const changed = change(path, text);
      if (changed === text) continue;
      const { hash } = await replaceText(files, file, changed, quality);
      // The worker caches a page only when its hash is in the worker's list.
      list = list?.replace(page.hash, hash);
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, drain));
  if (worker && list !== undefined && list !== textOf(worker)) await replaceText(files, WORKER, list);
  return { ...site, files };
}

/** Gives a file another text, in the encodings that it has. */
export async function replaceText(
  files: Map<string, SiteFile>,
  file: string,
  text: string,
  quality = constants.BROTLI_MAX_QUALITY,
): Promise<SiteFile> {
  const bytes = Buffer.from(text);
  const brotli = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const forms = await Promise.all([
    files.has(`${file}.br`) && compressBrotli(bytes, { params: brotli }),
    files.has(`${file}.gz`) && compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const made = { bytes, hash: hashFile(bytes) };
  files.set(file, made);
  for (const [index, form] of forms.entries())
    if (form) files.set(`${file}${index === 0 ? '.br' : '.gz'}`, { bytes: form, hash: hashFile(form) });
  return made;
}
