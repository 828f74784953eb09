import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { Stripe } from 'stripe';
import { type Catalogue, readContentCatalogue } from '../../../api/catalogue.ts';
import { createClientReader } from '../../../api/client-address.ts';
import type { OpenDatabase } from '../../../api/db/open.ts';
import { createErrorHandler, sendError, sendProblem } from '../../../api/http-errors.ts';
import { createMailSettings, readContentFarm } from '../../../api/mail/mail-settings.ts';
import { enqueueChangeMails, enqueueOrderMails, enqueueRefundMail } from '../../../api/mail/order-mails.ts';
import type { EnqueueChangeMails } from '../../../api/orders/change-order.ts';
import { createOrderLinks, type OrderLinks } from '../../../api/orders/order-links.ts';
import { createPaymentRecorder, type RecordPayment } from '../../../api/orders/record-payment.ts';
import type { PaymentGateway } from '../../../api/payments/payment.ts';
import { createPaymentGateway } from '../../../api/payments/payment-gateway.ts';
import { createReconciliation } from '../../../api/payments/reconciliation.ts';
import { SANDBOX_SECRET_KEY, SANDBOX_WEBHOOK_SECRET } from '../../../api/payments/sandbox/keys.ts';
import { type Sandbox, startSandbox } from '../../../api/payments/sandbox/sandbox.ts';
import { createAdminOrderRoutes } from '../../../api/routes/admin-orders.ts';
import { createOrderRoutes } from '../../../api/routes/branch-boxes.ts';
import { createFoliageRoutes } from '../../../api/routes/foliage.ts';
import { createOwnOrderRoutes } from '../../../api/routes/own-order.ts';
import { createPaymentIntentRoutes } from '../../../api/routes/payment-intents.ts';
import { createStripeWebhookRoutes } from '../../../api/routes/stripe-webhook.ts';
import { createThankYouRoutes } from '../../../api/routes/thank-you.ts';
import type { TimedJob } from '../../../api/timed-job.ts';
import { EMPTY_ORDER_FORM, renderOrderForm } from '../../../src/domain/order-form.ts';
import { renderOwnOrder } from '../../../src/domain/own-order.ts';
import { SANDBOX_PUBLISHABLE_KEY } from '../../../src/domain/payment-sandbox.ts';
import { renderThankYou, THANK_YOU_ADDRESS } from '../../../src/domain/thank-you.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';

/** The shop's own routes on a real database, against the payment sandbox, with webhooks over a real socket. */
export interface ShopUnderTest {
  readonly app: Hono;
  readonly folder: string;
  readonly data: OpenDatabase;
  readonly sandbox: Sandbox;
  readonly gateway: PaymentGateway;
  readonly recordPayment: RecordPayment;
  readonly orderLinks: OrderLinks;
  readonly reconciliation: TimedJob;
  /** Stripe's SDK in the hands of a buyer's browser or of the farm's dashboard. */
  readonly stripe: Stripe;
  readonly logged: string[];
  /** What the shop sells. Replace it to change a price. */
  catalogue: Catalogue;
  /** What the shop's clock is ahead of the real one. */
  clockAheadMs: number;
  /** Turned on by a test, refuses everybody who posts the form. */
  isOverLimit: boolean;
  /** How often the outbox was woken. */
  wakes: number;
  /** Lets the sandbox's webhooks through, which wait until then. */
  openWebhooks(): void;
  close(): Promise<void>;
}

/** Made-up pages with the slots that the service fills. */
function readBuiltPage(path: string): string | undefined {
  const { branchBox, weeks, deliveryArea: area } = readContentCatalogue(TEST_CONTENT);
  const slots: Record<string, string> = {
    '/nordmann-branches': renderOrderForm({ unitPrice: branchBox.pricePence, weeks, area }, EMPTY_ORDER_FORM),
    [THANK_YOU_ADDRESS]: renderThankYou({ state: 'unknown' }, '01632 960000'),
    '/order': renderOwnOrder({ state: 'unknown' }, '01632 960000'),
  };
  return `<!doctype html><html><head><title>Boxes</title></head><body><header>Farm</header>
<main>${slots[path]}</main><footer>End</footer></body></html>`;
}

export async function openShop(): Promise<ShopUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-'));
  const data = await openTestDatabase(join(folder, 'shop.db'));
  const sandbox = await startSandbox({
    port: 0,
    dataFile: join(folder, 'sandbox.db'),
    webhook: null,
    secretKey: SANDBOX_SECRET_KEY,
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    settleAfterMs: null,
  });
  const apiBase = { protocol: 'http', host: '127.0.0.1', port: sandbox.port } as const;
  const logged: string[] = [];
  const log = (message: string, error?: unknown) => void logged.push(`${message} ${error ?? ''}`.trim());
  const clock = () => new Date(Date.now() + shop.clockAheadMs);
  const gateway = createPaymentGateway({
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    apiBase,
    timeoutMs: 2000,
    networkRetries: 0,
    log,
  });
  const mails = createMailSettings(readContentFarm(TEST_CONTENT));
  const enqueueChange: EnqueueChangeMails = (trx, changed) => enqueueChangeMails(trx, changed, mails);
  const { db } = data;
  const recordPayment = createPaymentRecorder({
    db,
    clock,
    log,
    getCatalogue: () => shop.catalogue,
    enqueueOrderMails: (trx, order, now) => enqueueOrderMails(trx, order, mails, now),
    enqueueRefundMail: (trx, order, pence, now) => enqueueRefundMail(trx, order, pence, mails, now),
    wakeOutbox: () => {
      shop.wakes += 1;
    },
  });
  const deps = {
    db,
    gateway,
    recordPayment,
    clock,
    log,
    getCatalogue: () => shop.catalogue,
    clients: createClientReader(1),
  };
  const orderLinks = createOrderLinks(randomBytes(32));
  const app = new Hono();
  app.onError(createErrorHandler(log));
  app.route('/api/create-payment-intent', createPaymentIntentRoutes(deps));
  app.route('/create-payment-intent', createFoliageRoutes(deps));
  app.route('/api/stripe', createStripeWebhookRoutes(deps));
  app.route(
    '/api/branch-boxes',
    createOrderRoutes({
      ...deps,
      requireAdmin: (c, next) =>
        c.req.header('Authorization') === 'the admin'
          ? next()
          : Promise.resolve(sendError(c, 401, 'sign_in_required', 'Please sign in.')),
      limitCheckout: async (c, next) => {
        if (!shop.isOverLimit) return next();
        return sendProblem(c, { code: 'too_many_requests', headers: { 'Retry-After': '7' } });
      },
      readBuiltPage,
      orderLinks,
      getCheckoutAddresses: () => ({
        successUrl: `http://localhost${THANK_YOU_ADDRESS}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: 'http://localhost/nordmann-branches',
      }),
    }),
  );
  app.route(
    '/order',
    createOwnOrderRoutes({
      ...deps,
      orderLinks,
      readBuiltPage,
      getMailSettings: () => mails,
      enqueueChangeMails: enqueueChange,
      wakeOutbox: () => {},
    }),
  );
  app.route(
    '/api/admin',
    createAdminOrderRoutes({
      ...deps,
      enqueueChangeMails: enqueueChange,
      wakeOutbox: () => {},
    }),
  );
  app.route(
    THANK_YOU_ADDRESS,
    createThankYouRoutes({ ...deps, readBuiltPage, orderLinks, getMailSettings: () => mails }),
  );
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const shop: ShopUnderTest = {
    app,
    folder,
    data,
    sandbox,
    gateway,
    recordPayment,
    orderLinks,
    reconciliation: createReconciliation(deps),
    stripe: new Stripe(SANDBOX_SECRET_KEY, { ...apiBase, maxNetworkRetries: 0, telemetry: false }),
    logged,
    catalogue: readContentCatalogue(TEST_CONTENT),
    clockAheadMs: 0,
    isOverLimit: false,
    wakes: 0,
    openWebhooks() {
      const { port } = server.address() as AddressInfo;
      sandbox.setWebhook({
        url: `http://127.0.0.1:${port}/api/stripe/webhook`,
        secret: SANDBOX_WEBHOOK_SECRET,
      });
    },
    async close() {
      await shop.reconciliation.stop();
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await data.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return shop;
}
