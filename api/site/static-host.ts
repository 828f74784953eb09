import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Hono } from 'hono';
import { NOTICES_PATH } from '#domain/content/notices.ts';
import { formatRedirects } from '#domain/links.ts';
import { isListed, PAYMENT_PATHS } from '#domain/pages.ts';
import { createClientReader } from '../http/client-address.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { serveFile } from './serve-file.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

/** Headers that the host writes itself, from the file. */
const OF_THE_HOST = /^(content-type|content-length|content-encoding|etag|vary)$/;
/** One rule for all of them, because every name below it has a hash, and the headers are the same. */
const HASHED = '/_astro/';

/**
 * Writes the public pages and their files into a folder, for a host that serves files: with `_headers`, which are the
 * service's own answers, and `_redirects`, which leaves everything else to the service. Pages on which somebody pays or
 * that are about one visitor are not in it.
 * @param serviceUrl where the host asks the service: `https://shop.example.com`
 * @returns the number of files
 */
export async function writeForStaticHost(
  snapshot: SiteSnapshot,
  folder: string,
  serviceUrl: string,
): Promise<number> {
  const files = [...snapshot.paths].filter(([path, file]) => isForHost(path, file));
  await rm(folder, { recursive: true, force: true });
  for (const [, file] of files) {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, snapshot.files.get(file)?.bytes ?? '');
  }
  await writeFile(join(folder, '_headers'), await describeHeaders(snapshot, files));
  await writeFile(join(folder, '_redirects'), describeRedirects(snapshot, new URL(serviceUrl).origin));
  return files.length;
}

/**
 * Left to the service: pages about one visitor, pages on which somebody pays, because it writes the provider's script
 * into them, and the current notices.
 */
function isForHost(path: string, file: string): boolean {
  if (path === NOTICES_PATH) return false;
  return !file.endsWith('.html') || (isListed(path) && !PAYMENT_PATHS.includes(path));
}

async function describeHeaders(
  snapshot: SiteSnapshot,
  files: readonly (readonly [string, string])[],
): Promise<string> {
  const getSnapshot = () => snapshot;
  // HTTPS, as every such host has it. Payments do not matter: no page of payments is among them.
  const clients = { ...createClientReader(0), isHttps: () => true };
  const securityHeaders = createSecurityHeaders({ getSnapshot, payments: 'stripe', clients });
  const rules = new Map<string, string>();
  for (const [path, file] of files) {
    const rule = path.startsWith(HASHED) ? `${HASHED}*` : path;
    if (rules.has(rule)) continue;
    const app = new Hono().use(securityHeaders).get('*', (c) => serveFile(c, snapshot, file));
    const { headers } = await app.request(encodeURI(path));
    const lines = [...headers].filter(([name]) => !OF_THE_HOST.test(name));
    rules.set(rule, lines.map(([name, value]) => `  ${name}: ${value}\n`).join(''));
  }
  return [...rules].map(([rule, lines]) => `${rule}\n${lines}`).join('');
}

function describeRedirects({ paths, redirects }: SiteSnapshot, service: string): string {
  // Other spellings of a page's path, such as `/prices.html`, are the host's own business.
  const moved = [...redirects].flatMap(([from, to]) =>
    from.endsWith('/') || paths.get(to) === from.slice(1) ? [] : { from, to },
  );
  // Hosts look for a file first, so this is everything else: the API, an order, the office, the 404 page.
  return `${formatRedirects(moved)}/* ${service}/:splat 200\n`;
}
