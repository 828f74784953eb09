import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { minify, type Plugin } from 'vite';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { checkContent } from '../content/checks/check-content.ts';
import { giveContent } from '../content/reader/given-content.ts';
import { formatProblems } from '../content/reader/problems.ts';

/** Has a script compiled to a fixed path, for what must find it there without knowing its hash. */
export function emitScript(id: string, path: string): Plugin {
  return {
    name: `emit${path}`,
    apply: 'build',
    buildStart() {
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'chunk', id, fileName: path.slice(1), preserveSignature: 'strict' });
    },
    generateBundle: {
      order: 'pre',
      // Astro deletes styles that it has put into no page; those of islands that start later are such.
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.viteMetadata === undefined) continue;
          const { importedCss, importedAssets } = chunk.viteMetadata;
          for (const style of importedCss) importedAssets.add(style);
        }
      },
    },
  };
}

const SOURCE = '/src/service-worker/worker.ts';

/**
 * Has the service worker compiled to its fixed address. Astro's build writes it without a list of files, which
 * `writePrecache` then adds. In development it never gets one: there it removes what `npm start` has left in the
 * browser under the same address, which would hide every edit.
 */
export function addServiceWorker(): AstroIntegration {
  return {
    name: 'service-worker',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const id = fileURLToPath(new URL(`.${SOURCE}`, config.root));
        updateConfig({ vite: { plugins: [emitScript(id, SERVICE_WORKER_PATH)] } });
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(SERVICE_WORKER_PATH, async (_request, response, next) => {
          try {
            const compiled = await server.transformRequest(SOURCE);
            response.setHeader('Content-Type', 'text/javascript').end(compiled?.code);
          } catch (error) {
            next(error);
          }
        });
      },
    },
  };
}

/**
 * In development the pages get the content at the start, which refuses mistakes as a build does, and after each change.
 * A mistake that is made later is reported, and the content from before it stays.
 */
export function contentInDevelopment(contentDir: string): AstroIntegration {
  const read = async () => {
    const { content, problems } = await checkContent(contentDir);
    // An error's stack would be of no use here: the mistake is in the content, not in code.
    if (problems.length > 0) throw Object.assign(new Error(formatProblems(problems)), { stack: '' });
    giveContent(content);
  };
  return {
    name: 'content-in-development',
    hooks: {
      'astro:server:setup': async ({ server, logger }) => {
        await read();
        server.watcher.add(contentDir);
        server.watcher.on('all', async (_, path) => {
          if (!path.startsWith(contentDir)) return;
          await read().then(
            () => server.environments.client.hot.send({ type: 'full-reload' }),
            (error) => logger.error(error.message),
          );
        });
      },
    },
  };
}

/**
 * Minifies the scripts that pages contain as they are, `…-inline.js?raw`, because each page pays for each byte of them
 * before its first words.
 */
export function minifyInlineScripts(): Plugin {
  return {
    name: 'minify-inline-scripts',
    enforce: 'pre',
    load: {
      filter: { id: /-inline\.js\?raw$/ },
      async handler(id) {
        const path = id.replace(/\?raw$/, '');
        this.addWatchFile(path);
        const { code, errors } = await minify(path, await readFile(path, 'utf8'), { module: false });
        if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(', ')}`);
        return `export default ${JSON.stringify(code)}`;
      },
    },
  };
}

/** The class that ties an element to its component's styles, as Astro names it. */
const SCOPE = /\bastro-[a-z0-9]{8}\b/g;

/**
 * Short classes in place of Astro's scopes, which no compression makes shorter: 3 % less of every page as sent. Numbered
 * by the component's path, so that an edit of one page leaves the others byte for byte what browsers have kept.
 */
export function shortenScopes(root: string): Plugin {
  const components = globSync('src/**/*.astro', { cwd: root })
    .map((path) => join(root, path))
    .filter((path) => readFileSync(path, 'utf8').includes('<style>'))
    .sort();
  return {
    name: 'short-scopes',
    apply: 'build',
    transform(code, id) {
      const number = components.indexOf(id.split('?')[0] ?? '');
      return number < 0 ? undefined : { code: code.replace(SCOPE, `_${number.toString(36)}`), map: null };
    },
  };
}
