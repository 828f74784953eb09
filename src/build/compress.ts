import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inParallel } from './in-parallel.ts';
import { listFiles } from './list-files.ts';

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

/**
 * Writes `name.br` (brotli 11) and `name.gz` (gzip 9) beside every text file below a folder, each only
 * where it is smaller than the file itself. Pictures and fonts are compressed already and stay as they are.
 */
export async function compressFolder(folder: string): Promise<void> {
  const files = await listFiles(folder);
  const present = new Set(files);
  const isDue = (file: string) =>
    TEXT_EXTENSIONS.has(extname(file)) && !isHidden(file) && !present.has(`${file}.br`);
  await inParallel(files.filter(isDue), (file) => compressFile(join(folder, file)));
}

/** `.content.json` and its like are read by the service and never sent. */
function isHidden(file: string): boolean {
  return file.startsWith('.');
}

/** Writes the compressed forms of one file beside it, each only where it is smaller. */
export async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (brotli.length < bytes.length) await writeFile(`${path}.br`, brotli);
  if (gzipped.length < bytes.length) await writeFile(`${path}.gz`, gzipped);
}
