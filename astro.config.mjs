import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import { readFolders } from '#commands';
import { isListed, pagePath } from '#domain/pages.ts';
import { SPECULATION_RULES } from '#domain/speculation-rules.ts';
import {
  addServiceWorker,
  contentInDevelopment,
  emitScript,
  minifyInlineScripts,
  shortenScopes,
} from './src/build/vite-plugins.ts';
import { findGivenContent } from './src/content/reader/given-content.ts';

// Nothing leaves this machine: neither usage figures nor a question for newer versions.
process.env.ASTRO_TELEMETRY_DISABLED = '1';
process.env.ASTRO_DISABLE_UPDATE_CHECK = 'true';
// The plates bring their font. A server has no list of fonts, and sharp would report that as an error.
process.env.FONTCONFIG_FILE = join(import.meta.dirname, 'src/drawings/fonts.conf');

const { contentDir } = readFolders();
/** Undefined in development, which has no sitemap, and while types are checked. */
const built = findGivenContent();
const unlisted = built?.pages.filter(({ data }) => !data.listed).map(({ id }) => pagePath(id));

export default defineConfig({
  output: 'static',
  site: built?.farm[0]?.data.website,
  server: { port: Number(process.env.PORT ?? 4321) },
  trailingSlash: 'never',
  scopedStyleStrategy: 'class',
  // `file` gives prices.html for /prices, which every static host can serve under its clean address.
  build: { format: 'file', inlineStylesheets: 'always' },
  // Not 'jsx', which eats the spaces between inline elements.
  compressHTML: true,
  // Small constants are written in where they are used. Shared by two scripts, one would be a file to ask for, and the
  // page's script that counts visits could not stand in the page itself.
  vite: {
    // The content may lie outside of the project.
    resolve: {
      alias: { '#images': join(contentDir, 'images'), '#synonyms': join(contentDir, 'synonyms.json') },
    },
    // With Astro's own, in the folder that a copy of the project has for itself.
    cacheDir: '.astro/vite',
    define: {
      SPECULATION_RULES: JSON.stringify(SPECULATION_RULES),
      CONTENT_DIR: JSON.stringify(contentDir),
      SERIF_FILE: JSON.stringify(
        fileURLToPath(
          import.meta.resolve('@expo-google-fonts/young-serif/400Regular/YoungSerif_400Regular.ttf'),
        ),
      ),
    },
    build: { rolldownOptions: { optimization: { inlineConst: true } } },
    plugins: [
      minifyInlineScripts(),
      shortenScopes(import.meta.dirname),
      emitScript(join(import.meta.dirname, 'src/islands/start.ts'), '/islands.js'),
    ],
  },
  // Beside the project and not in node_modules, which copies of the project share: builds at one time would mix.
  cacheDir: './.astro/cache',
  devToolbar: { enabled: false },
  integrations: [
    react(),
    addServiceWorker(),
    contentInDevelopment(contentDir),
    sitemap({
      filter: (url) => {
        const { pathname } = new URL(url);
        return isListed(pathname) && !unlisted?.includes(pathname);
      },
    }),
    {
      name: 'api-in-development',
      hooks: {
        // Loaded only there: a build needs nothing of the service, and loading it takes a third of a second.
        'astro:server:setup': async ({ server }) => {
          const { serveApi } = await import('./api/dev-integration.ts');
          await serveApi(server, contentDir);
        },
      },
    },
  ],
});
