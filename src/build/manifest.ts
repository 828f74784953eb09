import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  type BuildManifest,
  type BuiltFile,
  buildManifestSchema,
  type SiteRedirect,
} from '#domain/schemas/build-manifest.ts';
import { inParallel, listFiles } from './files.ts';

const MANIFEST_NAME = 'build.json';
const COMPRESSED = ['.br', '.gz'];

export interface ManifestFacts {
  /** Fingerprint of the sources. */
  inputs: string;
  redirects: SiteRedirect[];
  builtAt: Date;
}

/** Measures every file of a finished site and writes `build.json` into it. Write nothing after it. */
export async function writeManifest(folder: string, facts: ManifestFacts): Promise<BuildManifest> {
  const present = (await listFiles(folder)).filter((path) => path !== MANIFEST_NAME);
  const siblings = new Set(present.flatMap((path) => COMPRESSED.map((form) => path + form)));
  const originals = present.filter((path) => !siblings.has(path));
  const files = await inParallel(originals, (path) => describeFile(folder, path));
  const manifest: BuildManifest = {
    id: createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16),
    builtAt: facts.builtAt.toISOString(),
    inputs: facts.inputs,
    redirects: facts.redirects,
    files,
  };
  await writeFile(join(folder, MANIFEST_NAME), JSON.stringify(manifest));
  return manifest;
}

/** The manifest of a built site, or undefined when there is none or it is not one of ours. */
export async function readManifest(folder: string): Promise<BuildManifest | undefined> {
  try {
    return buildManifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST_NAME), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether every file that a manifest lists is there in its full size. */
export async function isComplete(folder: string, manifest: BuildManifest): Promise<boolean> {
  const expected = manifest.files.flatMap(({ path, bytes, brotli, gzip }) => [
    { path, size: bytes },
    { path: `${path}.br`, size: brotli },
    { path: `${path}.gz`, size: gzip },
  ]);
  const checks = expected.map(
    async ({ path, size }) => size === undefined || size === (await getSize(join(folder, path))),
  );
  return (await Promise.all(checks)).every(Boolean);
}

/** The clean URL of a page file: `index.html` is `/`, `admin/orders.html` is `/admin/orders`. */
export function getPageUrl(path: string): string | undefined {
  // Static hosts look for the 404 page under this name; it answers for every unknown address and has none.
  if (!path.endsWith('.html') || path === '404.html') return undefined;
  return `/${path.slice(0, -'.html'.length).replace(/(^|\/)index$/, '')}`;
}

async function describeFile(folder: string, path: string): Promise<BuiltFile> {
  const bytes = await readFile(join(folder, path));
  const [brotli, gzip] = await Promise.all(COMPRESSED.map((form) => getSize(join(folder, path + form))));
  const page = getPageUrl(path);
  return {
    path,
    etag: createHash('sha256').update(bytes).digest('base64url'),
    bytes: bytes.length,
    type: getMediaType(path),
    ...(brotli !== undefined && { brotli }),
    ...(gzip !== undefined && { gzip }),
    ...(page !== undefined && { page }),
  };
}

async function getSize(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/vnd.microsoft.icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.pdf': 'application/pdf',
};

/** The `Content-Type` of a file by its extension; a file without one that is known is sent as plain bytes. */
function getMediaType(path: string): string {
  return MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
}
