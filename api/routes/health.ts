import { Hono } from 'hono';

/** `GET /healthz`: that the service runs, and which build it serves. */
export function createHealthRoutes(getBuildId: () => string): Hono {
  return new Hono().get('/', (c) =>
    c.json({ status: 'ok', build: getBuildId() }, 200, { 'Cache-Control': 'no-store' }),
  );
}
