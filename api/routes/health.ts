import { Hono } from 'hono';
import { sendProblem } from '../http/http-errors.ts';

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
