import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { HookParameters } from 'astro';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { findGivenContent } from '#content/reader/given-content.ts';
import { findPayments } from '#domain/pages.ts';
import { readConfig } from './config.ts';
import { createLog, logToConsole } from './http/log.ts';
import { listMethods } from './http/method-not-allowed.ts';
import { describeProvider } from './payments/open-payments.ts';
import { redirectTo } from './routes/site.ts';
import { openService } from './service.ts';
import { readContentFolder } from './site/catalogue.ts';
import { fillPayments } from './site/fill-site.ts';

/** The header with which the service requests a page as Astro renders it. */
const UNFILLED = 'x-unfilled';

/**
 * Adds to Astro's dev server, on one port, what the service adds to the pages: the API with its database, the pages it
 * fills, and the redirects. Prices are read from the content folder for each request, so an edit shows at once.
 */
export async function serveApi(
  server: HookParameters<'astro:server:setup'>['server'],
  contentDir: string,
): Promise<void> {
  let ownUrl = '';
  const config = readConfig();
  const provider = describeProvider(config.payments);
  const readPage = async (path: string) => fillPayments(await fetchUnfilled(ownUrl + path), provider);
  const service = await openService({
    config,
    site: {
      readBuiltPage: readPage,
      getCatalogue: () => readContentFolder(contentDir).catalogue,
      getFarm: () => readContentFolder(contentDir).farm,
    },
    serviceLog: { ...createLog('warn'), log: logToConsole },
    print: console.log,
  });
  const { httpServer } = server;
  httpServer?.once('listening', () => {
    ownUrl = `http://localhost:${(httpServer.address() as AddressInfo).port}`;
    service.start(ownUrl);
  });
  httpServer?.once('close', () => void service.stop());
  const findRedirect = (address?: string) =>
    findGivenContent()?.redirects.find(({ data }) => data.from === address)?.data.to;
  let app = new Hono();
  let createdBy: unknown;
  // Through Vite, for each request, because Node itself would keep the first version of a module.
  const loadApp = async () => {
    const { createApp } = await server.ssrLoadModule(join(import.meta.dirname, 'app.ts'));
    if (createApp !== createdBy) app = (createApp as typeof import('./app.ts').createApp)(service.shop);
    createdBy = createApp;
    return app;
  };
  const answer = async (request: Request, env: object) => (await loadApp()).fetch(request, env);
  // Astro renders pages in this process too, with the platform's own Request and Response.
  const listener = getRequestListener(answer, {
    overrideGlobalObjects: false,
    errorHandler: reportBrokenCode,
  });
  server.middlewares.use(async (request, response, next) => {
    if (UNFILLED in request.headers) return next();
    const [pathname = '/', query] = (request.url ?? '/').split('?');
    // While the code does not load, its last routes still decide which requests are for the service.
    await loadApp().catch(() => {});
    // The service also answers unknown paths below /api.
    const hasRoute = pathname.startsWith('/api/') || listMethods(app, pathname).length > 0;
    if (hasRoute) return void listener(request, response);
    if (findPayments(pathname) !== undefined) {
      const page = await readPage(request.url ?? pathname).catch(() => undefined);
      // Astro's own answer explains the mistake in the page.
      return page === undefined ? next() : void response.setHeader('Content-Type', 'text/html').end(page);
    }
    const whole = findRedirect(request.url);
    const target = whole ?? findRedirect(pathname);
    if (target === undefined) return next();
    const kept = whole === undefined ? `?${query}` : '';
    response.writeHead(301, Object.fromEntries(redirectTo(target, kept).headers)).end();
  });
}

/** @throws HTTPException with Astro's own answer if there is a mistake in the page */
async function fetchUnfilled(url: string): Promise<string> {
  const page = await fetch(url, { headers: { [UNFILLED]: 'yes' } });
  if (page.ok) return page.text();
  throw new HTTPException(500, { res: new Response(page.body, page) });
}

function reportBrokenCode(error: unknown): Response {
  logToConsole('the API does not load', error);
  return new Response('The API does not load; the terminal says why.', { status: 500 });
}
