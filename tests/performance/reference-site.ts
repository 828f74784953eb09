import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compressFile } from '../../src/build/compress.ts';
import { readManifest, writeManifest } from '../../src/build/manifest.ts';
import { CHECKOUT } from '../support/seeded-order.ts';
import { makeReferencePage } from './reference-page.ts';

export const REFERENCE_PATH = '/reference';

/** They begin with their script. */
const APPLICATIONS = [CHECKOUT, '/nordmann-foliage-payment', '/seo-monitor', '/admin/orders'];
/** They show what only the service knows, or lead on to another page. */
const OTHERS = /^\/(admin\/|nordmann-branches\/|embed\/)/;

export interface ReferenceSite {
  readonly distDir: string;
  /** Addresses of the content pages, and then of those that begin with script, the checkout with an order. */
  readonly paths: readonly string[];
  remove(): Promise<void>;
}

/**
 * The built site with the reference page in it, so that the same service serves both in the same way.
 * @throws Error when the site has not been built
 */
export async function makeReferenceSite(): Promise<ReferenceSite> {
  const manifest = await readManifest('dist');
  if (manifest === undefined) throw new Error('There is no built site: npm run build');
  const distDir = await mkdtemp(join(tmpdir(), 'bench-dist-'));
  await cp('dist', distDir, { recursive: true });
  const page = join(distDir, `${REFERENCE_PATH}.html`);
  await writeFile(page, makeReferencePage());
  await compressFile(page);
  const { inputs, redirects } = manifest;
  await writeManifest(distDir, { inputs, redirects, builtAt: new Date() });
  const contentPaths = manifest.files
    .flatMap(({ page }) => page ?? [])
    .filter((path) => !APPLICATIONS.includes(path) && !OTHERS.test(path));
  return {
    distDir,
    paths: [...contentPaths, ...APPLICATIONS],
    remove: () => rm(distDir, { recursive: true, force: true }),
  };
}
