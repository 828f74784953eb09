import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { VERSION } from '../config.ts';
import { sendProblem } from '../http/http-errors.ts';
import type { Shop } from '../shop.ts';

/** `GET /healthz`: that the service runs, as which version, and which build it serves. */
export function createHealthRoutes(getBuildId: () => string): Hono {
  return new Hono().get('/', (c) =>
    c.json({ status: 'ok', version: VERSION, build: getBuildId() }, 200, { 'Cache-Control': 'no-store' }),
  );
}

/**
 * `GET /readyz`: whether visitors can be served; if not, 503 with what is missing, which may be the shop alone. Other problems are listed in
 * `warnings`, with 200, because visitors can still be served; with `?strict`, for simple monitors, any of them is a 503.
 */
export function createReadinessRoutes({ isDatabaseReady, getSnapshot, mode, listWarnings }: Shop): Hono {
  const askDatabase = async () => isDatabaseReady();
  return new Hono().get('/', async (c) => {
    const hasDatabase = await askDatabase().catch(() => false);
    const hasPages = getSnapshot === undefined || getSnapshot().paths.size > 0;
    const notReady = [...(hasDatabase ? [] : ['database']), ...(hasPages ? [] : ['site'])];
    if (notReady.length > 0) {
      const error = hasPages
        ? 'Pages are served, but the shop is not: its database does not answer.'
        : `Nothing is served: ${notReady.join(', ')}.`;
      return sendProblem(c, { code: 'not_ready', error, details: { notReady } });
    }
    const warnings = await listWarnings();
    const isWell = warnings.length === 0 || c.req.query('strict') === undefined;
    const body = { status: 'ready', payments: mode, warnings };
    return c.json(body, isWell ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
}

/** `GET /metrics`, for this machine or with `Authorization: Bearer <METRICS_TOKEN>`. */
export function createMetricsRoutes({ metrics, clients, metricsToken }: Shop): Hono {
  return new Hono().get('/', async (c) => {
    if (!clients.isThisMachine(c) && !hasToken(c, metricsToken)) {
      return sendProblem(c, { code: 'token_required', headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    const { text, contentType } = await metrics.render();
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  });
}

function hasToken(c: Context, token: string | undefined): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  return token !== undefined && given !== undefined && timingSafeEqual(hash(given), hash(token));
}

/** Always of the same length, as the comparison requires. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
