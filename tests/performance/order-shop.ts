import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { pino } from 'pino';
import { createAdminSessions } from '../../api/admin/sessions.ts';
import { createApp } from '../../api/app.ts';
import { openDatabase } from '../../api/db/open.ts';
import { createClientReader } from '../../api/http/client-address.ts';
import { LIMITS } from '../../api/http/limits.ts';
import { createLog } from '../../api/http/log.ts';
import { createMailSettings } from '../../api/mail/mail-settings.ts';
import { enqueueOrderMails, enqueueRefundMail } from '../../api/mail/order-mails.ts';
import { createMetrics } from '../../api/operations/metrics.ts';
import { createOrderLinks } from '../../api/orders/order-links.ts';
import { createPaymentRecorder } from '../../api/orders/record-payment.ts';
import { createChallenges } from '../../api/people/challenges.ts';
import { readContentFolder } from '../../api/site/catalogue.ts';
import { TEST_CONTENT } from '../support/test-site.ts';
import { openFastifyTwin } from './fastify-twin.ts';
import { createMemoryGateway } from './memory-gateway.ts';

/** The real service with everything in front of an order, on a database of its own, with Stripe in memory. */
export async function openOrderShop() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = join(folder, 'farm.db');
  const { db, sqlite, close } = await openDatabase(file);
  const serviceLog = createLog('info', pino.destination({ dest: join(folder, 'log'), sync: true }));
  const clock = () => new Date();
  const { catalogue, farm } = readContentFolder(TEST_CONTENT);
  const mails = createMailSettings(farm);
  const clients = createClientReader(0);
  const gateway = createMemoryGateway();
  const wakeOutbox = () => {};
  const recordPayment = createPaymentRecorder({
    db,
    gateway,
    mode: 'sandbox',
    clock,
    log: serviceLog.log,
    getCatalogue: () => catalogue,
    enqueueOrderMails: (trx, order, now) => enqueueOrderMails(trx, order, mails, now),
    enqueueRefundMail: (trx, order, pence, now) => enqueueRefundMail(trx, order, pence, mails, now),
    enqueueCardNotice: async () => {},
    wakeOutbox,
  });
  const metrics = createMetrics({ db, file, clock, listJobs: async () => [] });
  const app = createApp({
    getCatalogue: () => catalogue,
    getMailSettings: () => mails,
    db,
    gateway,
    mode: 'sandbox',
    recordPayment,
    sessions: createAdminSessions({ db, clock, clients }),
    clients,
    orderLinks: createOrderLinks(randomBytes(32)),
    challenges: createChallenges({ secret: randomBytes(32), clock, clients }),
    isOwnerPasswordGiven: false,
    // It counts as always, and never refuses.
    limits: { ...LIMITS, paymentIntents: { requests: 1e9, perSeconds: 600 } },
    clock,
    serviceLog,
    wakeOutbox,
    isDatabaseReady: () => true,
    listWarnings: async () => [],
    metrics,
    metricsToken: undefined,
    sandboxUrl: undefined,
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const twin = await openFastifyTwin({ db, gateway, recordPayment }, join(folder, 'twin-log'));
  return {
    db,
    sqlite,
    twinPort: twin.port,
    recordPayment,
    port: (server.address() as AddressInfo).port,
    async close() {
      await twin.close();
      metrics.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OrderShop = Awaited<ReturnType<typeof openOrderShop>>;
