import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import Fastify from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import { orderSchema } from '#domain/schemas/order.ts';
import { createAdminSessions } from '../../../api/admin/sessions.ts';
import { createApp } from '../../../api/app.ts';
import { openDatabase } from '../../../api/db/open.ts';
import { createClientReader } from '../../../api/http/client-address.ts';
import { LIMITS } from '../../../api/http/limits.ts';
import { createLog } from '../../../api/http/log.ts';
import { createMailSettings } from '../../../api/mail/mail-settings.ts';
import { createOrderMails } from '../../../api/mail/order-mails.ts';
import { createMetrics } from '../../../api/operations/metrics.ts';
import { toDetails } from '../../../api/orders/details.ts';
import { createOrderLinks } from '../../../api/orders/order-links.ts';
import { completeOrder } from '../../../api/orders/sale/complete-order.ts';
import { type RecordingShop, recordPayment } from '../../../api/orders/sale/record-payment.ts';
import type { Payment } from '../../../api/payments/payment.ts';
import type { PaymentGateway } from '../../../api/payments/payment-gateway.ts';
import { createChallenges } from '../../../api/people/challenges.ts';
import type { Shop } from '../../../api/shop.ts';
import { readContentFolder } from '../../../api/site/catalogue.ts';
import { listen } from '../../support/listen.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';

/** All come from one address. */
const NO_LIMIT = { requests: 1e9, perSeconds: 600 };

/** The real service with everything in front of an order, on a database of its own, with Stripe in memory. */
export async function openOrderShop() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = join(folder, 'farm.db');
  const { db, sqlite, close } = await openDatabase(file);
  const serviceLog = createLog('info', pino.destination({ dest: join(folder, 'log'), sync: true }));
  const clock = () => new Date();
  const { catalogue, farm } = readContentFolder(TEST_CONTENT);
  const mailSettings = createMailSettings(farm);
  const clients = createClientReader(0);
  const gateway = createMemoryGateway();
  const metrics = createMetrics({ db, file, clock, listJobs: async () => [] });
  const shop: Shop = {
    content: undefined,
    preview: undefined,
    mails: createOrderMails(() => mailSettings),
    getCatalogue: () => catalogue,
    getMailSettings: () => mailSettings,
    db,
    gateway,
    mode: 'sandbox',
    sessions: createAdminSessions({ db, clock, clients }),
    clients,
    orderLinks: createOrderLinks(randomBytes(32)),
    challenges: createChallenges({ secret: randomBytes(32), clock, clients }),
    // It counts as always, and never refuses.
    limits: {
      ...LIMITS,
      paymentIntents: NO_LIMIT,
      ownPayments: NO_LIMIT,
      unknownPayments: NO_LIMIT,
      unknownPaymentsOverall: NO_LIMIT,
    },
    clock,
    serviceLog,
    wakeOutbox: () => {},
    isDatabaseReady: () => true,
    listWarnings: async () => [],
    metrics,
    metricsToken: undefined,
    sandboxUrl: undefined,
  };
  const server = await listen(createAdaptorServer({ fetch: createApp(shop).fetch }) as Server);
  const twin = await openFastifyTwin(shop, join(folder, 'twin-log'));
  return {
    db,
    sqlite,
    twinPort: twin.port,
    recordPayment: (report: Parameters<typeof recordPayment>[1]) => recordPayment(shop, report),
    port: server.port,
    async close() {
      await twin.close();
      metrics.close();
      await server.close();
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OrderShop = Awaited<ReturnType<typeof openOrderShop>>;

/** Stripe in memory: every payment that is asked about has succeeded, and belongs to the attempt of the same number. */
export function createMemoryGateway(): PaymentGateway {
  const refuse = () => Promise.reject(new Error('not part of this measurement'));
  return {
    createPayment: async ({ attemptId }) => ({
      ok: true,
      value: {
        ...paidPayment(attemptId, `pi_${attemptId.replaceAll('-', '')}`),
        state: 'unpaid',
        status: 'requires_payment_method',
      },
    }),
    retrievePayment: async (id) => ({ ok: true, value: paidPayment(attemptIdOf(id), id) }),
    addMetadata: async (id) => ({ ok: true, value: paidPayment(attemptIdOf(id), id) }),
    capturePayment: refuse,
    cancelPayment: refuse,
    createRefund: refuse,
    listPayments: refuse,
    createSession: refuse,
    findSessionOf: refuse,
    expireSession: refuse,
    retrieveSession: refuse,
    readEvent: () => null,
  };
}

export function paidPayment(attemptId: string, id: string): Payment {
  return {
    id,
    state: 'succeeded',
    status: 'succeeded',
    amount: 5470,
    currency: 'gbp',
    attemptId,
    metadata: {},
    createdAt: new Date(0),
    clientSecret: `${id}_secret_x`,
    isLive: false,
    failedCards: 0,
    review: null,
    email: null,
    shipping: null,
    refunded: 0,
    goodwill: 0,
    failedRefunds: 0,
    dispute: null,
  };
}

/** `pi_` and the 32 digits of the attempt's id. */
function attemptIdOf(paymentId: string): string {
  return paymentId.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const schema = orderSchema.partial().extend({ paymentIntentId: z.string().regex(/^pi_\w{1,250}$/) });

/**
 * The completion call on another framework: the same checks, the same work beneath, one log line a request. What the
 * service's own route costs more or less than it is the price of the framework and of the headers around it.
 */
export async function openFastifyTwin(deps: RecordingShop, logFile: string) {
  const app = Fastify({ logger: { level: 'info', file: logFile } });
  app.post('/api/branch-boxes/order', async (request, reply) => {
    const body = schema.safeParse(request.body);
    if (!body.success) return reply.code(422).send({ error: 'invalid' });
    const { paymentIntentId, deliveryWeek = null, ...delivery } = body.data;
    const given = toDetails(delivery, deliveryWeek);
    const completed = await completeOrder(deps, { paymentIntentId, given, countAsking: async () => null });
    if (!completed.ok) return reply.code(409).send(completed.problem);
    const { orderNumber } = completed.value;
    return reply
      .header('Cache-Control', 'no-store')
      .send({ success: true, orderNumber, message: 'Thank you. We have your order.' });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}
