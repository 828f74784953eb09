import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IsoDay } from '#domain/dates.ts';
import { inParallel } from './files.ts';
import { decodeEntities } from './page-links.ts';

const SITEMAP = 'sitemap-0.xml';
const ENTRY = /<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g;

/**
 * Says in the sitemap when each page last changed: on `today`, or when the last build says, if the page is the same.
 * @param folder the site without compressed files; @param last the last build's, which need not exist
 */
export async function dateSitemap(folder: string, last: string, today: IsoDay): Promise<void> {
  const sitemap = await readOrEmpty(folder, SITEMAP);
  if (sitemap === '') return;
  const days = new Map(
    [...(await readOrEmpty(last, SITEMAP)).matchAll(ENTRY)].map(([, url, day]) => [url, day]),
  );
  const dated = await inParallel([...sitemap.matchAll(ENTRY)], async ([entry, url = '']) => {
    const page = `${new URL(url).pathname.slice(1) || 'index'}.html`;
    const isSame = (await readOrEmpty(folder, page)) === (await readOrEmpty(last, page));
    return [entry, `<loc>${url}</loc><lastmod>${(isSame && days.get(url)) || today}</lastmod>`] as const;
  });
  const entries = new Map(dated);
  await writeFile(
    join(folder, SITEMAP),
    sitemap.replace(ENTRY, (entry) => entries.get(entry) ?? entry),
  );
}

async function readOrEmpty(folder: string, file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8').catch(() => '');
}

/** The addresses that a sitemap lists. */
export function readSitemap(xml: string): string[] {
  return [...xml.matchAll(ENTRY)].map(([, address = '']) => decodeEntities(address.trim()));
}
