import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { proxy } from 'hono/proxy';
import { readBrowserFile, readStripeJs } from './browser/assemble.ts';
import { renderNotice } from './pay-page.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
/** Longer than a payment takes, shorter than a browser waits. */
const ANSWER_LIMIT_MS = 30_000;

/** The calls that Stripe lets a browser make. */
const PUBLIC_CALLS: readonly (readonly [method: 'GET' | 'POST', path: string])[] = [
  ['GET', '/v1/elements/sessions'],
  ['GET', '/v1/payment_intents/:id'],
  ['POST', '/v1/payment_intents/:id/confirm'],
];
const PAGES = ['/pay/:id', '/pay/:id/return', '/authenticate/:id'] as const;

/**
 * The sandbox's browser half, for the service to mount at `SANDBOX_MOUNT`: `stripe.js`, the calls that a publishable
 * key may make, and the pages in place of Stripe's own.
 * @param sandboxUrl of the sandbox on the loopback interface, without a final slash
 */
export function createSandboxBrowserRoutes({ sandboxUrl }: { sandboxUrl: string }): Hono {
  const [stripeJs, pagesCss] = [readStripeJs(), readBrowserFile('pages.css')];
  const app = new Hono();
  app.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES }));
  const cached = { 'Cache-Control': 'no-cache' };

  app.get('/stripe.js', (c) =>
    c.body(stripeJs, 200, { ...cached, 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/pages.css', (c) =>
    c.body(pagesCss, 200, { ...cached, 'Content-Type': 'text/css; charset=utf-8' }),
  );

  for (const [method, path] of PUBLIC_CALLS) {
    app.on(method, path, async (c) => {
      // The secret key is well known here, and this is the side that faces the world.
      if (!/^Bearer pk_/.test(c.req.header('Authorization') ?? '')) {
        const message = 'Only a publishable key can be used from a browser.';
        return c.json({ error: { type: 'invalid_request_error', message } }, 401);
      }
      const at = c.req.url.indexOf('/v1/', new URL(c.req.url).origin.length);
      const answer = await forward(c.req.raw, sandboxUrl + c.req.url.slice(at));
      if (answer) return answer;
      const message = 'The payment sandbox does not answer.';
      return c.json({ error: { type: 'api_error', message } }, 502);
    });
  }
  for (const path of PAGES) {
    app.on(['GET', 'POST'], path, async (c) => {
      const { pathname, search } = new URL(c.req.url);
      const answer = await forward(c.req.raw, sandboxUrl + pathname + search);
      const message = 'The payment page cannot be reached just now. Please try again in a moment.';
      return answer ?? c.html(renderNotice('Please try again', message), 502);
    });
  }
  return app;
}

/** @returns undefined when the sandbox does not answer */
async function forward(request: Request, url: string): Promise<Response | undefined> {
  const names = ['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key'];
  const headers = Object.fromEntries(names.map((name) => [name, request.headers.get(name) ?? undefined]));
  const body = request.method === 'POST' ? await request.arrayBuffer() : null;
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  return proxy(url, { method: request.method, headers, body, redirect: 'manual', signal }).catch(
    () => undefined,
  );
}
