import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ClientReader } from '../http/client-address.ts';
import { sendProblem } from '../http/http-errors.ts';
import type { Metrics } from '../operations/metrics.ts';

/** `GET /healthz`: that the service runs, and which build it serves. */
export function createHealthRoutes(getBuildId: () => string): Hono {
  return new Hono().get('/', (c) =>
    c.json({ status: 'ok', build: getBuildId() }, 200, { 'Cache-Control': 'no-store' }),
  );
}

/** What must work before visitors are sent here, by name. A check that throws, or says false, is not ready. */
export type ReadinessChecks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

/**
 * `GET /readyz`: whether visitors can be served, and if not, 503 with the names of what is missing. What else does not
 * work is named in `warnings`, with 200: whoever sends visitors here is to go on.
 */
export function createReadinessRoutes(
  checks: ReadinessChecks,
  listWarnings: () => Promise<readonly string[]>,
): Hono {
  return new Hono().get('/', async (c) => {
    const answers = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])),
    );
    const notReady = answers.flat();
    if (notReady.length === 0) {
      const body = { status: 'ready', warnings: await listWarnings() };
      return c.json(body, 200, { 'Cache-Control': 'no-store' });
    }
    const error = `Not ready: ${notReady.join(', ')}.`;
    return sendProblem(c, { code: 'not_ready', error, details: { notReady } });
  });
}

async function passes(check: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await check();
  } catch {
    return false;
  }
}

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
