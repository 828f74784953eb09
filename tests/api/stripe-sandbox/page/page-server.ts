import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type Stripe from 'stripe';
import { build } from 'vite';
import { createSandboxBrowserRoutes } from '../../../../api/stripe-sandbox/browser-routes.ts';
import { SANDBOX_SECRET_KEY } from '../../../../api/stripe-sandbox/cards.ts';
import { type Sandbox, startSandbox } from '../../../../api/stripe-sandbox/sandbox.ts';
import {
  SANDBOX_BANNER,
  SANDBOX_MOUNT,
  SANDBOX_PUBLISHABLE_KEY,
} from '../../../../src/domain/payments/payment-sandbox.ts';
import { BOX, createClient } from '../sandbox-under-test.ts';

export interface PageServer {
  url: string;
  sandbox: Sandbox;
  stripe: Stripe;
  close: () => Promise<void>;
}

/** As strict as the shop's own: no inline script, no inline style, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A small shop: one page with the real Stripe libraries, and the sandbox's browser half beside it. */
export async function startPageServer(): Promise<PageServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-page-'));
  const [script, sandbox] = await Promise.all([
    bundlePage(),
    startSandbox({
      port: 0,
      dataFile: join(folder, 'sandbox.db'),
      webhook: null,
      secretKey: SANDBOX_SECRET_KEY,
      publishableKey: SANDBOX_PUBLISHABLE_KEY,
      settleAfterMs: null,
    }),
  ]);
  const stripe = createClient(sandbox);
  const app = new Hono();
  app.route(SANDBOX_MOUNT, createSandboxBrowserRoutes({ sandboxUrl: sandbox.url }));
  app.get('/page.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }));
  app.get('/favicon.ico', (c) => c.body(null, 204));
  app.post('/intent', async (c) => {
    const intent = await stripe.paymentIntents.create(BOX);
    return c.json({ clientSecret: intent.client_secret });
  });
  app.get('*', (c) => c.html(PAGE, 200, { 'Content-Security-Policy': POLICY }));
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sandbox,
    stripe,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

const PAGE = `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <title>A shop</title>
    <script src="${SANDBOX_MOUNT}/stripe.js"></script>
    <script type="module" src="/page.js"></script>
  </head>
  <body><header><p>${SANDBOX_BANNER}</p></header><main><h1>A shop</h1></main></body>
</html>`;

async function bundlePage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'checkout-page.tsx'), formats: ['es'], fileName: 'page' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('The page could not be bundled.');
  return output.output[0].code;
}
