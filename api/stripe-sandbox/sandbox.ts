import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { SANDBOX_MOUNT } from '#domain/payments/payment-provider.ts';
import { prepareToClose } from '../process/shutdown.ts';
import { createApiRoutes } from './api.ts';
import { expireSession } from './checkout-completion.ts';
import { createControlRoutes } from './control-routes.ts';
import { type Controls, createControls } from './controls.ts';
import { createFaults, type Faults } from './faults.ts';
import { createPageRoutes, type RunWork } from './page-routes.ts';
import { openStore } from './store.ts';
import { settleIntent } from './take-payment.ts';
import { createWebhookSender, type WebhookEndpoint } from './webhooks.ts';
import type { Work } from './work.ts';

const JOB_INTERVAL_MS = 500;
/** How long a payment that settles later takes where nobody settles it. */
const SETTLE_AFTER_MS = 20_000;
const CLOSE_DEADLINE_MS = 500;

export interface SandboxOptions {
  /** 0 for any that is free. */
  port: number;
  /** Where everything is kept. Made when it is missing. */
  dataFile: string;
  /** Where events go; without it they wait for `setWebhook`. */
  webhook: WebhookEndpoint | null;
  secretKey: string;
  publishableKey: string;
  /** For the times in objects, for what expires and for what settles. Webhooks keep to the real time. */
  clock?: () => Date;
  /** How long the cards that settle later stay `processing`, in milliseconds; null until `settle`. Default 20 s. */
  settleAfterMs?: number | null;
}

export interface Sandbox extends Controls {
  /** `http://127.0.0.1:54321` */
  readonly url: string;
  readonly port: number;
  readonly faults: Faults;
  /** Stops within a second. Webhooks that have not arrived are sent after the next start. */
  close(): Promise<void>;
}

/** Starts the stand-in for Stripe's servers on the loopback interface. @throws Error when that cannot be */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock = () => new Date(), settleAfterMs = SETTLE_AFTER_MS, secretKey, publishableKey } = options;
  const store = openStore(options.dataFile);
  const faults = createFaults(() => sender.wake());
  const sender = createWebhookSender(store, faults, options.webhook);
  const run: RunWork = (work) => {
    const own: Work = {
      store,
      nowMs: clock().getTime(),
      access: 'sandbox',
      requestId: null,
      idempotencyKey: null,
      settleAfterMs,
    };
    const result = store.transact(() => work(own));
    sender.wake();
    return result;
  };

  const controls = createControls(run, store, sender);

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((error, c) => {
    console.error('payment sandbox:', error);
    return c.json({ error: { type: 'api_error', message: 'An unknown error occurred.' } }, 500);
  });
  const keys = { secretKey, publishableKey };
  const { getUrl: getWebhookUrl, wake: onWork } = sender;
  app.route('/v1', createApiRoutes({ ...keys, store, faults, clock, settleAfterMs, getWebhookUrl, onWork }));
  app.route('/sandbox', createControlRoutes({ settle: controls.settle, faults }));
  app.route(SANDBOX_MOUNT, createPageRoutes(run));

  // In development it runs in Astro's process, whose own Request and Response must stay what they are.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  const closeServer = prepareToClose(server);
  try {
    await listen(server, options.port);
  } catch (error) {
    store.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const jobs = setInterval(() => {
    try {
      run(runDueJobs);
    } catch (error) {
      console.error('payment sandbox: what is due cannot be done:', error);
    }
  }, JOB_INTERVAL_MS);
  jobs.unref();
  sender.wake();

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    faults,
    ...controls,
    async close() {
      clearInterval(jobs);
      faults.stop();
      await closeServer(CLOSE_DEADLINE_MS);
      await sender.close();
      store.close();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`Port ${port} of the payment sandbox is taken.`) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

/** Runs the scheduled jobs that are due: payments that settle later, Checkout Sessions that expire. */
function runDueJobs(work: Work): void {
  for (const id of work.store.listDueJobs(work.nowMs)) {
    work.store.cancelJob(id);
    const intent = work.store.get('payment_intent', id);
    if (intent) settleIntent(work, intent);
    const session = work.store.get('checkout.session', id);
    if (session) expireSession(work, session);
  }
}
