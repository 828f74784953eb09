import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import type { AstroIntegration } from 'astro';
import { redirectSchema } from '#domain/schemas/records.ts';
import { readContentCatalogue } from './catalogue.ts';
import { readConfig } from './config.ts';
import { createLog, logToConsole } from './log.ts';
import { readContentFarm } from './mail/mail-settings.ts';
import { redirectTo } from './routes/site.ts';
import { openService } from './service.ts';

/** What the service answers besides the pages. */
const SERVICE_PATHS =
  /^\/(api|order|payment-sandbox|admin\/(messages|mails))(\/|$)|^\/(healthz|readyz|create-payment-intent|nordmann-branches\/thank-you|admin\/packing)$/;

/**
 * Gives Astro's dev server what the service adds to the pages, on one port: the API with its database, and the
 * 301s. Prices and redirects are read from the content folder at each request, so an edit shows at once.
 */
export function serveApiInDevelopment(): AstroIntegration {
  let contentDir: string;
  return {
    name: 'api-in-development',
    hooks: {
      'astro:config:done': ({ config }) => {
        contentDir = fileURLToPath(new URL('content', config.root));
      },
      'astro:server:setup': async ({ server }) => {
        const service = await openService({
          config: readConfig(),
          site: {
            getCatalogue: () => readContentCatalogue(contentDir),
            getFarm: () => readContentFarm(contentDir),
          },
          serviceLog: { ...createLog('warn'), log: logToConsole },
          print: console.log,
        });
        const { httpServer } = server;
        httpServer?.once('listening', () => {
          service.begin(`http://localhost:${(httpServer.address() as AddressInfo).port}`);
        });
        httpServer?.once('close', () => void service.stop());
        // Through Vite and for each request, because Node itself would keep the first version of a module.
        const loadApp = async () => {
          const { createApp } = await server.ssrLoadModule(join(import.meta.dirname, 'app.ts'));
          return (createApp as typeof import('./app.ts').createApp)(service.parts);
        };
        const answer = async (request: Request, env: HttpBindings | Http2Bindings) =>
          (await loadApp()).fetch(request, env);
        // Astro renders pages in this process too, with the platform's own Request and Response.
        const listener = getRequestListener(answer, {
          overrideGlobalObjects: false,
          errorHandler: reportBrokenCode,
        });
        server.middlewares.use((request, response, next) => {
          const [pathname = '/', query] = (request.url ?? '/').split('?');
          if (SERVICE_PATHS.test(pathname)) return void listener(request, response);
          const target = findRedirect(contentDir, pathname);
          if (target === undefined) return next();
          response
            .writeHead(
              301,
              Object.fromEntries(redirectTo(target, query === undefined ? '' : `?${query}`).headers),
            )
            .end();
        });
      },
    },
  };
}

/** For code that does not even load; a bug in a route is answered by the app itself. */
function reportBrokenCode(error: unknown): Response {
  logToConsole('the API does not load', error);
  return new Response('The API does not load; the terminal says why.', { status: 500 });
}

function findRedirect(contentDir: string, pathname: string): string | undefined {
  const redirects = redirectSchema.array().safeParse(readJson(join(contentDir, 'redirects.json'))).data ?? [];
  return redirects.find(({ from }) => pathname === from)?.to;
}

/** @returns undefined for a file that is half written right now; the content check says what is wrong with it */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
