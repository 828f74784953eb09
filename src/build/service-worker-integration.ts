import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { SERVICE_WORKER_PATH } from '#domain/service-worker.ts';
import { emitScript } from './emit-script.ts';

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
