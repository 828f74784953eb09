import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sitemap from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';

/** The sitemap without the pages that tell search engines to stay away, as the built pages themselves say it. */
export function listIndexablePages(): AstroIntegration[] {
  let folder: URL;
  const findFolder: AstroIntegration = {
    name: 'sitemap-folder',
    hooks: {
      'astro:build:done': ({ dir }) => {
        folder = dir;
      },
    },
  };
  // In this order: the sitemap's own hook runs after the one that learns the folder.
  return [findFolder, sitemap({ filter: (url) => isIndexable(readPage(folder, new URL(url).pathname)) })];
}

/** Whether no `<meta name="robots">` of a page says `noindex`. */
export function isIndexable(html: string): boolean {
  const metas = html.match(/<meta\b[^>]*>/gi) ?? [];
  return !metas.some((meta) => /name="?robots\b/i.test(meta) && /noindex/i.test(meta));
}

function readPage(folder: URL, pathname: string): string {
  const name = pathname === '/' ? 'index' : pathname.slice(1);
  return readFileSync(fileURLToPath(new URL(`${name}.html`, folder)), 'utf8');
}
