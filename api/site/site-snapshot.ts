import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildManifest, type BuiltFile, buildManifestSchema } from '#domain/schemas/build-manifest.ts';

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

/** A built site in memory. It never changes: a new build is a new snapshot. */
export interface SiteSnapshot {
  id: string;
  /** By URL path, decoded: `/prices`, `/_astro/a.js`. Nothing else can be served. */
  files: ReadonlyMap<string, StoredFile>;
  /** Targets by URL path: old paths, and other spellings of a page's path. */
  redirects: ReadonlyMap<string, string>;
  notFoundPage: StoredFile | undefined;
  /** The text of `.content.json`. */
  contentJson: string;
}

/**
 * Reads a built site into memory and checks every file against `build.json`.
 * @throws Error with one message when the folder has no site or an incomplete one
 */
export async function loadSiteSnapshot(distDir: string): Promise<SiteSnapshot> {
  const manifest = await readManifest(distDir);
  const stored = await Promise.all(manifest.files.map((file) => loadFile(distDir, file)));
  const byPath = new Map(stored.map((file) => [file.path, file]));
  const contentJson = byPath.get('.content.json');
  if (!contentJson)
    throw new Error(`${distDir} holds no .content.json; build the site with \`npm run build\`.`);
  const files = new Map<string, StoredFile>();
  for (const { path, page } of manifest.files) {
    const file = byPath.get(path);
    if (file && isPublic(path)) files.set(page ?? `/${path}`, file);
  }
  return {
    id: manifest.id,
    files,
    redirects: listRedirects(manifest),
    notFoundPage: byPath.get('404.html'),
    contentJson: Buffer.from(contentJson.identity).toString('utf8'),
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

async function loadFile(
  distDir: string,
  { path, type, etag, bytes, brotli, gzip }: BuiltFile,
): Promise<StoredFile> {
  const identity = await readExactly(distDir, path, bytes);
  if (createHash('sha256').update(identity).digest('base64url') !== etag)
    throw new DamagedFile(distDir, path);
  return {
    path,
    type,
    etag,
    identity,
    brotli: brotli === undefined ? undefined : await readExactly(distDir, `${path}.br`, brotli),
    gzip: gzip === undefined ? undefined : await readExactly(distDir, `${path}.gz`, gzip),
  };
}

async function readExactly(distDir: string, path: string, size: number): Promise<Bytes> {
  const bytes = await readFile(join(distDir, path)).catch(() => undefined);
  if (bytes?.length !== size) throw new DamagedFile(distDir, path);
  return bytes;
}

class DamagedFile extends Error {
  constructor(distDir: string, path: string) {
    super(
      `The site in ${distDir} is incomplete: ${path} is missing or damaged. Build it again with \`npm run build\`.`,
    );
  }
}

/** Dotfiles and `_redirects` are not served, except `/.well-known/`, where wallet providers verify the domain. */
function isPublic(path: string): boolean {
  if (path === '_redirects' || path === '404.html') return false;
  return path.startsWith('.well-known/') || !path.split('/').some((segment) => segment.startsWith('.'));
}

function listRedirects({ files, redirects }: BuildManifest): Map<string, string> {
  const targets = new Map<string, string>();
  for (const { from, to } of redirects) {
    targets.set(from, to);
    targets.set(`${from}/`, to);
  }
  for (const { path, page } of files) {
    if (page === undefined) continue;
    targets.set(`/${path}`, page);
    if (page !== '/') targets.set(`${page}/`, page);
  }
  return targets;
}
