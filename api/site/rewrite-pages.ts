import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { QUALITY_ON_REQUEST } from './fill-page.ts';
import { loadFile, type SiteFile, type SiteSnapshot, type StoredFile } from './site-snapshot.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** As many as are compressed at once, so that requests, and whatever else needs a thread, go in between. */
const PAGES_AT_ONCE = 2;

export interface Rewriting {
  /** @param path of the page; `/404` for the page of unknown paths. @returns the text itself for a page that stays */
  readonly change: (path: string, html: string) => string;
  /** Of brotli; the best unless told otherwise. */
  readonly quality?: number;
}

/**
 * Changes the text of a site's pages. Changed pages are compressed again, and the worker's list gets their hashes; all
 * others stay byte for byte. Pages on disk are changed whenever they are read.
 */
export async function rewritePages(
  site: SiteSnapshot,
  { change, quality }: Rewriting,
): Promise<SiteSnapshot> {
  const files = new Map(site.files);
  const workerFile = files.get(SERVICE_WORKER_PATH);
  const worker = workerFile && (await loadFile(workerFile));
  let workerText = worker && textOf(worker);
  let notFoundPage = site.notFoundPage;
  const rewrite = async ([path, file]: [string, SiteFile]) => {
    const changeThis = (text: string) => change(path, text);
    if ('load' in file) {
      const load = async () => changeText(await file.load(), changeThis, QUALITY_ON_REQUEST);
      files.set(path, { ...file, load });
      return;
    }
    const next = await changeText(file, changeThis, quality);
    if (next === file) return;
    if (file === notFoundPage) notFoundPage = next;
    else files.set(path, next);
    // The worker caches a page only when its hash is in the worker's list.
    workerText = workerText?.replace(hashPrecached(file.identity), hashPrecached(next.identity));
  };
  const pages = [...files].filter(([, { type }]) => type.startsWith('text/html'));
  if (notFoundPage) pages.push(['/404', notFoundPage]);
  const queue = pages.values();
  const drain = async () => {
    for (const page of queue) await rewrite(page);
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, drain));
  if (worker && workerText !== undefined && workerText !== textOf(worker)) {
    files.set(SERVICE_WORKER_PATH, await replaceText(worker, workerText));
  }
  return { ...site, files, notFoundPage };
}

/** @returns the file itself if its text stays */
async function changeText(
  file: StoredFile,
  change: (text: string) => string,
  quality: number | undefined,
): Promise<StoredFile> {
  const text = textOf(file);
  const changed = change(text);
  return changed === text ? file : replaceText(file, changed, quality);
}

/** The file with another text, in the same encodings. */
export async function replaceText(file: StoredFile, text: string, quality?: number): Promise<StoredFile> {
  const identity = new Uint8Array(Buffer.from(text));
  const [brotli, gzipped] = await Promise.all([
    file.brotli &&
      compressBrotli(identity, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality ?? constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        },
      }),
    file.gzip && compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    ...file,
    etag: createHash('sha256').update(identity).digest('base64url'),
    identity,
    brotli: brotli && new Uint8Array(brotli),
    gzip: gzipped && new Uint8Array(gzipped),
  };
}

function textOf(file: StoredFile): string {
  return Buffer.from(file.identity).toString('utf8');
}

/** The same hash as in the worker's list (src/build/precache.ts). */
function hashPrecached(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
