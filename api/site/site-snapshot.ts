import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sayCommand } from '#commands';
import { OFFICE_PAGES } from '#domain/office.ts';
import { pageOfFile } from '#domain/pages.ts';
import { type BuildManifest, buildManifestSchema, SERVICE_CONTENT } from '#domain/schemas/build-manifest.ts';
import { CannotStart } from '../config.ts';

/** A file of a built site. */
export interface SiteFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** First 16 hex digits of the sha256 of the bytes. */
  readonly hash: string;
}

/** A built site. It never changes: a new build is a new snapshot. */
export interface SiteSnapshot {
  id: string;
  /** By path in the folder, compressed forms among them: `prices.html`, `prices.html.br`. */
  files: ReadonlyMap<string, SiteFile>;
  /** The file of each URL path, decoded: `prices.html` of `/prices`. Nothing else can be served. */
  paths: ReadonlyMap<string, string>;
  /** Targets by URL path, or path and query: old addresses, and other spellings of a page's path. */
  redirects: ReadonlyMap<string, string>;
  /** The content files that the service reads, by name. */
  content: Readonly<Record<string, unknown>>;
}

export const NOT_FOUND_FILE = '404.html';

/**
 * Reads a built site into memory, 5 MB of 40 pages, and checks every file against `build.json`. From memory, because a
 * file is sent three times as fast as from the disk, and a new build or a notice changes all pages at once.
 * @throws Error with one message when the folder has no site or an incomplete one
 */
export async function loadSiteSnapshot(distDir: string): Promise<SiteSnapshot> {
  const manifest = await readManifest(distDir);
  const files = new Map<string, SiteFile>();
  for (const { path, hash } of manifest.files) {
    const bytes = await readFile(join(distDir, path)).catch(() => undefined);
    if (bytes === undefined || hashFile(bytes) !== hash)
      throw new Error(
        `The site in ${distDir} is incomplete: ${path} is missing or damaged. Build it again with \`${sayCommand('build')}\`.`,
      );
    files.set(path, { bytes, hash });
  }
  const content = files.get(SERVICE_CONTENT);
  if (content === undefined)
    throw new Error(
      `${distDir} holds no ${SERVICE_CONTENT}; build the site with \`${sayCommand('build')}\`.`,
    );
  return {
    id: manifest.id,
    files,
    paths: listPaths(files),
    redirects: listRedirects(manifest),
    content: JSON.parse(textOf(content)),
  };
}

async function readManifest(distDir: string): Promise<BuildManifest> {
  const text = await readFile(join(distDir, 'build.json'), 'utf8').catch(() => {
    throw new CannotStart(`There is no built site in ${distDir}; build it with \`${sayCommand('build')}\`.`);
  });
  try {
    return buildManifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${distDir}/build.json is damaged; build the site again with \`${sayCommand('build')}\`.`,
    );
  }
}

/** As the build's (src/build/manifest.ts). */
export function hashFile(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

export function textOf({ bytes }: SiteFile): string {
  return Buffer.from(bytes).toString('utf8');
}

/** The text of a page of a built site; undefined when it has none at this path. */
export function readPage({ files, paths }: SiteSnapshot, path: string): string | undefined {
  const file = files.get(paths.get(path) ?? '');
  return file && textOf(file);
}

function listPaths(files: SiteSnapshot['files']): Map<string, string> {
  const isForm = (file: string) => /\.(br|gz)$/.test(file) && files.has(file.slice(0, -'.br'.length));
  const served = [...files.keys()].filter((file) => isPublic(file) && !isForm(file));
  return new Map(served.map((file) => [pageOfFile(file) ?? `/${file}`, file]));
}

/** Dotfiles and `_redirects` are not served, except `/.well-known/`, where wallet providers verify the domain. */
function isPublic(file: string): boolean {
  if (file === '_redirects' || file === NOT_FOUND_FILE) return false;
  return file.startsWith('.well-known/') || !file.split('/').some((segment) => segment.startsWith('.'));
}

function listRedirects({ files, redirects }: BuildManifest): Map<string, string> {
  const targets = new Map<string, string>();
  for (const { from, to } of redirects) {
    targets.set(from, to);
    if (!from.includes('?')) targets.set(`${from}/`, to);
  }
  for (const { path } of files) {
    const page = pageOfFile(path);
    if (page === undefined) continue;
    targets.set(`/${path}`, page);
    if (page !== '/') targets.set(`${page}/`, page);
  }
  // The office's pages share one file. Their routes come first, and know them without the slash only.
  for (const { path } of Object.values(OFFICE_PAGES)) targets.set(`${path}/`, path);
  return targets;
}
