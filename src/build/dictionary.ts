import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { inParallel } from './in-parallel.ts';
import { listFiles } from './list-files.ts';
import { getPageUrl } from './manifest.ts';

/** The two largest pages have nearly every component between them; a third saved less than it weighs. */
const DICTIONARY_PAGES = 2;
/** RFC 9842 section 5: a `dcz` body begins with these bytes and the dictionary's sha256. */
const DCZ_MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
/** Within 5 % of level 19 here in a twentieth of its time: from 11 on, each page waits for the whole dictionary. */
const ZSTD_LEVEL = 10;

const compressZstd = promisify(zstdCompress);

/**
 * Writes the pages' shared compression dictionary (RFC 9842) as a file of its own, and `name.dcz` beside every page:
 * what the page has and the dictionary has not. For browsers that hold the dictionary already.
 * @returns the dictionary's path in the folder, or undefined for a site without pages
 */
export async function writeDictionary(folder: string): Promise<string | undefined> {
  const pages = (await listFiles(folder)).filter((file) => getPageUrl(file) !== undefined);
  const sizes = await Promise.all(pages.map(async (page) => (await stat(join(folder, page))).size));
  const largest = pages
    .map((page, place) => ({ page, size: sizes[place] ?? 0 }))
    .sort((one, other) => other.size - one.size || (one.page < other.page ? -1 : 1))
    .slice(0, DICTIONARY_PAGES);
  if (largest.length === 0) return undefined;
  const dictionary = Buffer.concat(
    await Promise.all(largest.map(({ page }) => readFile(join(folder, page)))),
  );
  const hash = createHash('sha256').update(dictionary).digest();
  const path = `_astro/pages.${hash.toString('base64url').slice(0, 8)}.dict`;
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), dictionary);
  await inParallel(pages, (page) => compressWith(dictionary, hash, join(folder, page)));
  return path;
}

/** Writes the form only where it is worth more than its own head. */
async function compressWith(dictionary: Buffer, hash: Buffer, path: string): Promise<void> {
  const bytes = await readFile(path);
  const body = await compressZstd(bytes, {
    dictionary,
    params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
  });
  const dcz = Buffer.concat([DCZ_MAGIC, hash, body]);
  if (dcz.length < bytes.length) await writeFile(`${path}.dcz`, dcz);
}
