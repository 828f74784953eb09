import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTownPath } from '#domain/pages.ts';
import {
  type BuildManifest,
  type BuiltFile,
  buildManifestSchema,
  SERVICE_CONTENT,
} from '#domain/schemas/build-manifest.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** One file in memory, in all its encodings. */
export interface StoredFile {
  path: string;
  type: string;
  /** sha256 of the uncompressed bytes, without quotes. */
  etag: string;
  identity: Bytes;
  brotli: Bytes | undefined;
  gzip: Bytes | undefined;
}

/** A file that is read from the built site whenever it is asked for. */
interface FileOnDisk {
  readonly path: string;
  readonly type: string;
  /** @throws DamagedFile if another build has taken the folder's place */
  readonly load: () => Promise<StoredFile>;
}

export type SiteFile = StoredFile | FileOnDisk;

/** A file in memory, wherever it was. @throws DamagedFile as `FileOnDisk.load` */
export async function loadFile(file: SiteFile): Promise<StoredFile> {
  return 'load' in file ? file.load() : file;
}

const NOT_FOUND_FILE = '404.html';
/** Some two hundred towns, those that a phone keeps among them; a farm has four. */
const TOWN_BYTES = 16_000_000;

/** A built site. It never changes: a new build is a new snapshot. */
export interface SiteSnapshot {
  id: string;
  /** By URL path, decoded: `/prices`, `/_astro/a.js`. Nothing else can be served. */
  files: ReadonlyMap<string, SiteFile>;
  /** Targets by URL path, or path and query: old addresses, and other spellings of a page's path. */
  redirects: ReadonlyMap<string, string>;
  notFoundPage: StoredFile | undefined;
  /** The content files that the service reads, by name. */
  content: Readonly<Record<string, unknown>>;
}

/**
 * Reads a built site into memory and checks every file against `build.json`. Town pages, of which there may be
 * thousands, stay on disk beyond `townBytes`: of them it checks only the size.
 * @throws Error with one message when the folder has no site or an incomplete one
 */
export async function loadSiteSnapshot(distDir: string, townBytes = TOWN_BYTES): Promise<SiteSnapshot> {
  const manifest = await readManifest(distDir);
  const files = new Map<string, SiteFile>();
  let bytesLeft = townBytes;
  for (const file of manifest.files) {
    const url = file.page ?? `/${file.path}`;
    if (!isPublic(file.path)) continue;
    if (isTownPath(url)) bytesLeft -= file.bytes + (file.brotli ?? 0) + (file.gzip ?? 0);
    files.set(
      url,
      isTownPath(url) && bytesLeft < 0 ? leaveFile(distDir, file) : await readStored(distDir, file),
    );
  }
  const notFoundPage = manifest.files.find(({ path }) => path === NOT_FOUND_FILE);
  return {
    id: manifest.id,
    files,
    redirects: listRedirects(manifest),
    notFoundPage: notFoundPage && (await readStored(distDir, notFoundPage)),
    content: await readContent(distDir, manifest),
  };
}

async function readManifest(distDir: string): Promise<BuildManifest> {
  const text = await readFile(join(distDir, 'build.json'), 'utf8').catch(() => {
    throw new Error(`There is no built site in ${distDir}; build it with \`npm run build\`.`);
  });
  try {
    return buildManifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${distDir}/build.json is damaged; build the site again with \`npm run build\`.`);
  }
}

async function readContent(distDir: string, { files }: BuildManifest): Promise<SiteSnapshot['content']> {
  const file = files.find(({ path }) => path === SERVICE_CONTENT);
  if (!file)
    throw new Error(`${distDir} holds no ${SERVICE_CONTENT}; build the site with \`npm run build\`.`);
  const { identity } = await readStored(distDir, file);
  return JSON.parse(Buffer.from(identity).toString('utf8'));
}

/** @throws DamagedFile if it is not there in all its encodings */
function leaveFile(distDir: string, file: BuiltFile): FileOnDisk {
  const { path, type, bytes, brotli, gzip } = file;
  // Not with promises: that takes 0.8 s for 10,000 pages, and this 0.06 s.
  const isThere = (form: string, size: number | undefined) =>
    size === undefined || size === statSync(join(distDir, path + form), { throwIfNoEntry: false })?.size;
  if (!isThere('', bytes) || !isThere('.br', brotli) || !isThere('.gz', gzip))
    throw new DamagedFile(distDir, path);
  return { path, type, load: () => readStored(distDir, file) };
}

async function readStored(
  distDir: string,
  { path, type, etag, bytes, brotli, gzip }: BuiltFile,
): Promise<StoredFile> {
  const compressed = {
    brotli: brotli === undefined ? undefined : await readExactly(distDir, `${path}.br`, brotli),
    gzip: gzip === undefined ? undefined : await readExactly(distDir, `${path}.gz`, gzip),
  };
  // Last: while another build takes the folder's place, its hash then speaks for the others too.
  const identity = await readExactly(distDir, path, bytes);
  if (createHash('sha256').update(identity).digest('base64url') !== etag)
    throw new DamagedFile(distDir, path);
  return { path, type, etag, identity, ...compressed };
}

async function readExactly(distDir: string, path: string, size: number): Promise<Bytes> {
  const bytes = await readFile(join(distDir, path)).catch(() => undefined);
  if (bytes?.length !== size) throw new DamagedFile(distDir, path);
  return bytes;
}

/** A file of a built site is missing or is not what `build.json` says. */
export class DamagedFile extends Error {
  constructor(distDir: string, path: string) {
    super(
      `The site in ${distDir} is incomplete: ${path} is missing or damaged. Build it again with \`npm run build\`.`,
    );
  }
}

/** Dotfiles and `_redirects` are not served, except `/.well-known/`, where wallet providers verify the domain. */
function isPublic(path: string): boolean {
  if (path === '_redirects' || path === NOT_FOUND_FILE) return false;
  return path.startsWith('.well-known/') || !path.split('/').some((segment) => segment.startsWith('.'));
}

function listRedirects({ files, redirects }: BuildManifest): Map<string, string> {
  const targets = new Map<string, string>();
  for (const { from, to } of redirects) {
    targets.set(from, to);
    if (!from.includes('?')) targets.set(`${from}/`, to);
  }
  for (const { path, page } of files) {
    if (page === undefined) continue;
    targets.set(`/${path}`, page);
    if (page !== '/') targets.set(`${page}/`, page);
  }
  return targets;
}
