import { Hono, type MiddlewareHandler } from 'hono';
import type { Catalogue } from './catalogue.ts';
import { createErrorHandler, type Log, sendApiNotFound } from './http-errors.ts';
import { createHealthRoutes } from './routes/health.ts';
import { createSiteRoutes } from './routes/site.ts';
import type { SiteSnapshot } from './site/site-snapshot.ts';

export interface AppDependencies {
  /** The build that is served now, asked anew for every request. None in development: Astro has the pages. */
  getSnapshot?: () => SiteSnapshot;
  /** The prices and weeks that belong to those pages, asked anew for every request. */
  getCatalogue: () => Catalogue;
  log: Log;
}

/** The service's routes, all of them. Listening is `server.ts`'s part. */
export function createApp({ getSnapshot, log }: AppDependencies): Hono {
  const app = new Hono();
  app.use(setSecurityHeaders);
  app.onError(createErrorHandler(log));

  app.route(
    '/healthz',
    createHealthRoutes(() => getSnapshot?.().id ?? 'development'),
  );
  app.all('/api/*', sendApiNotFound);
  if (getSnapshot) app.route('/', createSiteRoutes(getSnapshot));
  return app;
}

const setSecurityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
  // Not `no-referrer`: under it a form's own POST carries `Origin: null` and fails the origin check.
  c.res.headers.set('Referrer-Policy', 'same-origin');
};
