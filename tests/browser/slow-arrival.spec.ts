import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { test as base, expect } from '../support/test.ts';
import { PHONE, watchVisit } from '../support/visit-figures.ts';

/** A few frames, so that each piece is painted before the next arrives. */
const PAUSE_MS = 60;

/** A proxy that delivers pages in pieces, each of which ends with a drawing. */
async function startSlowProxy(siteUrl: string): Promise<Server> {
  const server = createServer(async (request, answer) => {
    const body = request.method === 'POST' ? await buffer(request) : null;
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const response = await fetch(siteUrl + request.url, { method: request.method ?? 'GET', headers, body });
    const type = response.headers.get('content-type');
    answer.writeHead(response.status, type === null ? {} : { 'content-type': type });
    if (type?.startsWith('text/html')) {
      for (const piece of (await response.text()).split(/(?<=<\/svg>)/)) {
        answer.write(piece);
        await pause(PAUSE_MS);
      }
      answer.end();
    } else answer.end(Buffer.from(await response.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const test = base.extend<object, { slowUrl: string }>({
  slowUrl: [
    async ({ siteUrl }, use) => {
      const server = await startSlowProxy(siteUrl);
      await use(`http://localhost:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ slowUrl }, use) => use(slowUrl),
});

test.use({ ...PHONE });

for (const path of ['/success', '/prices', '/nordmann-branches', '/contact-us/thank-you']) {
  test(`nothing moves on ${path} while it arrives in pieces`, async ({ page }) => {
    const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const { shifts, fcpMs, lcpMs } = await readFigures();
    expect(shifts).toEqual([]);
    // The drawings of the first screen have arrived one after the other.
    expect(Math.max(fcpMs, lcpMs)).toBeGreaterThan(PAUSE_MS);
  });
}
