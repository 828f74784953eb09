import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { compressFile } from '../../../src/build/compress.ts';
import { readManifest, writeManifest } from '../../../src/build/manifest.ts';
import { pageOfFile } from '../../../src/domain/pages.ts';
import { CHECKOUT } from '../../support/seeded-order.ts';

export const REFERENCE_PATH = '/reference';

/** These pages need their script first. */
const APPLICATIONS = [CHECKOUT, '/nordmann-foliage-payment', '/seo-monitor', '/admin/orders'];
/** They show what only the service knows, or lead on to another page. */
const OTHERS = /^\/(admin\/|nordmann-branches\/|embed\/)/;

export interface ReferenceSite {
  readonly distDir: string;
  /** Paths of the content pages, then of those that need their script first; the checkout has an order. */
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
    .flatMap(({ path }) => pageOfFile(path) ?? [])
    .filter((path) => !APPLICATIONS.includes(path) && !OTHERS.test(path));
  return {
    distDir,
    paths: [...contentPaths, ...APPLICATIONS],
    remove: () => rm(distDir, { recursive: true, force: true }),
  };
}

/** About what a content page of the site weighs as sent. */
const BROTLI_BYTES = 10_000;

/**
 * A page that could hardly be faster: one document of about 10 kB as sent, words and a few lines of style, no script
 * and no picture. What a page takes beyond it is the page's own doing and not the link's.
 */
export function makeReferencePage(): string {
  const nextWord = createWords();
  const paragraphs: string[] = [];
  let html = '';
  while (brotliCompressSync(html).length < BROTLI_BYTES) {
    for (let made = 0; made < 3; made += 1) {
      paragraphs.push(`<p>${Array.from({ length: 60 }, nextWord).join(' ')}.</p>`);
    }
    html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Reference</title><style>body{max-width:40rem;margin:auto;padding:1rem;font:1.125rem/1.5 serif}</style></head><body><h1>Reference</h1>${paragraphs.join('')}</body></html>`;
  }
  return html;
}

/** Made-up words, the same in every run. */
function createWords(): () => string {
  let state = 1;
  const pick = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return () =>
    Array.from({ length: 1 + pick(3) }, () => `${'bdfghklmnprstvw'[pick(15)]}${'aeiou'[pick(5)]}`).join('');
}
