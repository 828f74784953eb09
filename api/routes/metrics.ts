import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ClientReader } from '../http/client-address.ts';
import { sendProblem } from '../http/http-errors.ts';
import type { Metrics } from '../operations/metrics.ts';

export interface MetricsRoutesDependencies {
  readonly metrics: Metrics;
  readonly clients: ClientReader;
  /** Without one, only the machine itself is answered. */
  readonly token: string | undefined;
}

/** `GET /metrics`: the service's figures, for this machine itself or with `Authorization: Bearer <METRICS_TOKEN>`. */
export function createMetricsRoutes({ metrics, clients, token }: MetricsRoutesDependencies): Hono {
  return new Hono().get('/', async (c) => {
    if (!clients.isThisMachine(c) && !hasToken(c, token)) {
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

/** Of one length whatever is given, as the comparison needs. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
