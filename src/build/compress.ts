import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { inParallel, listFiles } from './files.ts';

const TEXT_EXTENSIONS = new Set([
  '.html',
  '.css',
  '.js',
  '.svg',
  '.json',
  '.xml',
  '.txt',
  '.webmanifest',
  '.dict',
]);

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const unpackBrotli = promisify(brotliDecompress);
const unpackGzip = promisify(gunzip);

/**
 * From so many files on, brotli is asked for a little less: quality 10 makes a page of ours 1.8 % larger in 40 % of the
 * time, and a site of two thousand towns is built in a minute and not in two.
 */
const MANY_FILES = 500;

/**
 * Writes `name.br` (brotli 11) and `name.gz` (gzip 9) beside every text file below a folder, each only
 * where it is smaller than the file itself. Pictures and fonts are compressed already and stay as they are.
 * @param lastFolder an earlier build: what it has of a file that has not changed is taken over, because brotli 11 is
 *   nearly all the work of a large build
 */
export async function compressFolder(folder: string, lastFolder?: string): Promise<void> {
  const files = await listFiles(folder);
  const present = new Set(files);
  const isDue = (file: string) =>
    TEXT_EXTENSIONS.has(extname(file)) && !isHidden(file) && !present.has(`${file}.br`);
  const due = files.filter(isDue);
  const quality = constants.BROTLI_MAX_QUALITY - (due.length > MANY_FILES ? 1 : 0);
  await inParallel(due, (file) => {
    const lastPath = lastFolder === undefined ? undefined : join(lastFolder, file);
    return compressFile(join(folder, file), { lastPath, quality });
  });
}

/** `.content.json` and its like are read by the service and never sent. */
function isHidden(file: string): boolean {
  return file.startsWith('.');
}

interface FileCompression {
  /** Where an earlier build has the file. */
  readonly lastPath?: string | undefined;
  /** Of brotli; the best unless told otherwise. */
  readonly quality?: number;
}

/** Writes the compressed forms of one file beside it, each only where it is smaller. */
export async function compressFile(
  path: string,
  { lastPath, quality = constants.BROTLI_MAX_QUALITY }: FileCompression = {},
): Promise<void> {
  const bytes = await readFile(path);
  const [brotli, gzipped] = await Promise.all([
    makeBrotli(bytes, lastPath && `${lastPath}.br`, quality),
    makeGzip(bytes, lastPath && `${lastPath}.gz`),
  ]);
  if (brotli.length < bytes.length) await writeFile(`${path}.br`, brotli);
  if (gzipped.length < bytes.length) await writeFile(`${path}.gz`, gzipped);
}

async function makeBrotli(bytes: Buffer, lastPath: string | undefined, quality: number): Promise<Buffer> {
  const last = await readFormOf(bytes, unpackBrotli, lastPath);
  if (last !== undefined) return last;
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

async function makeGzip(bytes: Buffer, lastPath: string | undefined): Promise<Buffer> {
  const last = await readFormOf(bytes, unpackGzip, lastPath);
  return last ?? compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION });
}

/** A compressed form that unpacks to just these bytes; undefined when the file is absent, damaged or another's. */
async function readFormOf(
  bytes: Buffer,
  unpack: (form: Buffer) => Promise<Buffer>,
  path: string | undefined,
): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  try {
    const form = await readFile(path);
    return (await unpack(form)).equals(bytes) ? form : undefined;
  } catch {
    return undefined;
  }
}
