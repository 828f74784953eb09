import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
import { PAGES } from '#domain/pages.ts';
import type { PaymentMode } from '#domain/payments/payment-mode.ts';
import { SANDBOX_MOUNT } from '#domain/payments/payment-sandbox.ts';
import { MANAGE_ORDER_PATH } from '#forms/manage-order-form.ts';
import { NOT_PAID_ID } from '#forms/order-form.ts';
import { PAY_NOT_PAID_ID, PAY_PATH } from '#forms/pay-page.ts';
import { THANK_YOU_PATH } from '#forms/thank-you-page.ts';
import { requireAdmin } from './admin/require-admin.ts';
import type { AdminSessions } from './admin/sessions.ts';
import { createSignIn } from './admin/sign-in.ts';
import type { ContentEditing } from './content/content-editing.ts';
import { tellProblems } from './content/content-notice.ts';
import { PREVIEW_PATH } from './content/preview-markup.ts';
import type { PreviewSite } from './content/preview-site.ts';
import type { Database } from './db/schema.ts';
import type { ClientReader } from './http/client-address.ts';
import { createErrorHandler, sendApiNotFound } from './http/http-errors.ts';
import {
  type CreateCounter,
  createAskLimiter,
  createRateLimiter,
  type Limits,
  limitRequests,
} from './http/limits.ts';
import type { ServiceLog } from './http/log.ts';
import { createMethodNotAllowed } from './http/method-not-allowed.ts';
import { createOriginCheck } from './http/origin-check.ts';
import { refuseAmbiguousRequests, refuseOversizedRequests } from './http/refuse-requests.ts';
import { createRequestLog } from './http/request-log.ts';
import type { MailSettings } from './mail/mail-settings.ts';
import { enqueueChangeMails, enqueueRefundMail } from './mail/order-mails.ts';
import { fillOrdersMenu } from './office/office-page.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Watch } from './operations/watch.ts';
import type { EnqueueChangeMails } from './orders/change-order.ts';
import { showOrderPage } from './orders/checkout-form.ts';
import type { OrderLinks } from './orders/order-links.ts';
import type { RecordDependencies, RecordPayment } from './orders/payment-report.ts';
import type { CheckoutUrls } from './orders/start-payment.ts';
import type { PaymentGateway } from './payments/payment.ts';
import type { Challenges } from './people/challenges.ts';
import { createInvitationCookie } from './people/invitations.ts';
import { createRelyingPartyFinder } from './people/passkeys.ts';
import { createAccountRoutes } from './routes/account.ts';
import { createAdminHomeRoutes } from './routes/admin-home.ts';
import { createAdminMailRoutes } from './routes/admin-mails.ts';
import { createAdminMessageRoutes } from './routes/admin-messages.ts';
import { createAdminOrderRoutes } from './routes/admin-orders.ts';
import { createOrderRoutes } from './routes/branch-boxes.ts';
import { createContactRoutes } from './routes/contact.ts';
import { createContentRoutes } from './routes/content.ts';
import { createContentFileRoutes } from './routes/content-files.ts';
import { createSeasonRoutes } from './routes/content-season.ts';
import { createEditOrderRoutes } from './routes/edit-orders.ts';
import { createEventRoutes } from './routes/events.ts';
import { createJoinRoutes } from './routes/join.ts';
import { createManageOrderRoutes } from './routes/manage-order.ts';
import { createHealthRoutes, createMetricsRoutes, createReadinessRoutes } from './routes/monitoring.ts';
import { createPackingRoutes } from './routes/packing.ts';
import { createOpenPasskeyRoutes, createPasskeyRoutes } from './routes/passkeys.ts';
import { createPayRoutes } from './routes/pay.ts';
import { createFoliageRoutes, createPaymentIntentRoutes } from './routes/payment-intents.ts';
import { createPeopleRoutes } from './routes/people.ts';
import { createPreviewAssets, createPreviewRoutes } from './routes/preview.ts';
import { createScanRoutes } from './routes/scans.ts';
import { createAdminRoutes, createSignInPageRoutes } from './routes/sign-in.ts';
import { createSiteRoutes } from './routes/site.ts';
import { createStripeWebhookRoutes } from './routes/stripe-webhook.ts';
import { createTelephoneRoutes } from './routes/telephone.ts';
import { createThankYouRoutes } from './routes/thank-you.ts';
import type { Catalogue } from './site/catalogue.ts';
import type { ReadBuiltPage } from './site/fill-page.ts';
import { createSecurityHeaders } from './site/security-headers.ts';
import { loadFile, type SiteSnapshot } from './site/site-snapshot.ts';
import { createSandboxBrowserRoutes } from './stripe-sandbox/browser-routes.ts';

type RefundMail = Parameters<RecordDependencies['enqueueRefundMail']>;

export interface AppDependencies {
  /** The build being served, read again for every request. Undefined in development, where Astro serves the pages. */
  readonly getSnapshot?: () => SiteSnapshot;
  /** For development. By default, pages are filled as they are in the served build. */
  readonly readBuiltPage?: ReadBuiltPage;
  /** The prices and weeks of those pages, read again for every request. */
  readonly getCatalogue: () => Catalogue;
  /** Shows a notice at once that has just been written. Undefined in development, where Astro shows it. */
  readonly refreshSite?: () => Promise<void>;
  readonly getMailSettings: () => MailSettings;
  readonly db: Kysely<Database>;
  /** Undefined on a machine that has only a built site. */
  readonly content: ContentEditing | undefined;
  /** The same. */
  readonly preview: PreviewSite | undefined;
  readonly gateway: PaymentGateway;
  /** Which kind of payments this data folder has. */
  readonly mode: PaymentMode;
  readonly recordPayment: RecordPayment;
  readonly sessions: AdminSessions;
  readonly clients: ClientReader;
  readonly challenges: Challenges;
  /** Whether `ADMIN_PASSWORD` is set. If so, the owner's password is changed there. */
  readonly isOwnerPasswordGiven: boolean;
  readonly orderLinks: OrderLinks;
  readonly limits: Limits;
  /** By default, in memory. */
  readonly createCounter?: CreateCounter | undefined;
  readonly clock: () => Date;
  readonly serviceLog: ServiceLog;
  /** Called after a commit that may have added mails to the outbox. */
  readonly wakeOutbox: () => void;
  /** Whether there is room to write an order down. */
  readonly hasRoom?: () => Promise<boolean>;
  readonly isDatabaseReady: () => boolean | Promise<boolean>;
  readonly listWarnings: Watch['listWarnings'];
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
  /** Where the payment sandbox answers, if it stands in for Stripe. */
  readonly sandboxUrl: string | undefined;
}

/** All routes of the service. `server.ts` listens. */
export function createApp(deps: AppDependencies): Hono {
  const { clients, createCounter, db, limits, sandboxUrl, sessions, serviceLog } = deps;
  const { log } = serviceLog;
  const { getSnapshot, readBuiltPage = readFromSnapshot } = deps;
  const contactLimiter = createRateLimiter('contact', limits, clients, createCounter);
  const intentLimiter = createRateLimiter('paymentIntents', limits, clients, createCounter);
  const askLimiter = createAskLimiter(limits, clients, createCounter);
  const eventLimiter = createRateLimiter('events', limits, clients, createCounter);
  const manageOrderLimiter = createRateLimiter('manageOrders', limits, clients, createCounter);
  const payments = sandboxUrl === undefined ? 'stripe' : 'sandbox';

  const app = new Hono();
  app.onError(createErrorHandler(log));
  app.use(createRequestLog(serviceLog.logger, deps.metrics.countRequest));
  app.use(createSecurityHeaders({ getSnapshot, payments, clients }));
  app.use(refuseAmbiguousRequests());
  app.use(refuseOversizedRequests());
  app.use(createOriginCheck(clients));

  app.route(
    '/healthz',
    createHealthRoutes(() => getSnapshot?.().id ?? 'development'),
  );
  const checks = { database: deps.isDatabaseReady, site: hasPages };
  app.route('/readyz', createReadinessRoutes(checks, deps.mode, deps.listWarnings));
  app.route('/metrics', createMetricsRoutes({ ...deps, token: deps.metricsToken }));

  app.route(
    '/api/contact-submit',
    createContactRoutes({ ...deps, readBuiltPage, rateLimiter: contactLimiter }),
  );
  app.use('/api/create-payment-intent', limitRequests(intentLimiter));
  app.route('/api/create-payment-intent', createPaymentIntentRoutes(deps));
  app.use('/create-payment-intent', limitRequests(intentLimiter));
  app.route('/create-payment-intent', createFoliageRoutes(deps));
  app.route(
    '/api/branch-boxes',
    createOrderRoutes({
      ...deps,
      readBuiltPage,
      requireAdmin: requireAdmin(sessions),
      checkoutLimiter: intentLimiter,
      askLimiter,
      getCheckoutUrls,
    }),
  );
  // Not `get`: it is still a page of the site, and in development of Astro.
  app.use(PAGES['nordmann-branches'].path, showOrderPage({ ...deps, readBuiltPage }));
  app.route(THANK_YOU_PATH, createThankYouRoutes({ ...deps, readBuiltPage, askLimiter }));
  app.use(`${MANAGE_ORDER_PATH}/*`, limitRequests(manageOrderLimiter));
  app.route(
    MANAGE_ORDER_PATH,
    createManageOrderRoutes({ ...deps, readBuiltPage, enqueueChangeMails: enqueueChange }),
  );
  app.use(PAY_PATH, limitRequests(manageOrderLimiter));
  app.route(PAY_PATH, createPayRoutes({ ...deps, readBuiltPage, payLimiter: intentLimiter, getPayUrls }));
  app.route('/api/stripe', createStripeWebhookRoutes({ ...deps, log }));
  const findRelyingParty = createRelyingPartyFinder(clients, () => deps.getMailSettings().farm.website);
  const access = {
    ...deps,
    readBuiltPage,
    findRelyingParty,
    signIn: createSignIn({ db, limits: limits.signIn, createCounter, clients, sessions }),
    invitationCookie: createInvitationCookie(clients),
  };
  app.route('/api/admin', createAdminRoutes(access));
  app.route('/api/admin', createOpenPasskeyRoutes(access));
  app.route(PAGES['admin/sign-in'].path, createSignInPageRoutes(access));
  app.route(PAGES['admin/join'].path, createJoinRoutes(access));
  // After the routes for signing in and out, before all others: a new route is closed unless somebody opens it.
  app.use('/api/admin/*', requireAdmin(sessions));
  app.route('/api/admin/passkeys', createPasskeyRoutes(access));
  app.route(PAGES['admin/account'].path, createAccountRoutes(access));
  app.route(PAGES['admin/people'].path, createPeopleRoutes(access));
  const fulfilment = { ...deps, enqueueChangeMails: enqueueChange, enqueueRefundMail: enqueueRefund };
  app.route('/api/admin', createAdminOrderRoutes(fulfilment));
  app.route('/api/admin', createEditOrderRoutes(fulfilment));
  app.route('/api/admin/packing', createScanRoutes(fulfilment));
  app.route(PAGES['admin/telephone'].path, createTelephoneRoutes({ ...deps, readBuiltPage, toPublicUrl }));
  app.route(PAGES['admin/packing'].path, createPackingRoutes({ ...deps, readBuiltPage }));
  app.route(PAGES['admin/messages'].path, createAdminMessageRoutes({ ...deps, readBuiltPage }));
  app.route(PAGES['admin/mails'].path, createAdminMailRoutes({ ...deps, readBuiltPage }));
  app.use(PAGES['admin/orders'].path, fillOrdersMenu(sessions, readBuiltPage));
  const editing = { ...deps, readBuiltPage };
  app.use(`${PAGES['admin/content'].path}/*`, tellProblems(editing));
  app.route(PAGES['admin/content'].path, createContentFileRoutes(editing));
  app.route(`${PAGES['admin/content'].path}/season`, createSeasonRoutes(editing));
  app.route(PAGES['admin/content'].path, createContentRoutes(editing));
  app.route(PREVIEW_PATH, createPreviewRoutes({ ...editing, payments }));
  app.route(PAGES.admin.path, createAdminHomeRoutes(editing));
  app.use('/api/events', limitRequests(eventLimiter));
  app.route('/api/events', createEventRoutes(deps));
  if (sandboxUrl !== undefined) app.route(SANDBOX_MOUNT, createSandboxBrowserRoutes({ sandboxUrl }));

  app.use(createMethodNotAllowed(app, (path) => getSnapshot?.().files.has(path) ?? false));
  app.all('/api/*', sendApiNotFound);
  if (getSnapshot) {
    app.use('/_astro/*', createPreviewAssets(deps, getSnapshot));
    app.route('/', createSiteRoutes(getSnapshot));
  }
  return app;

  function hasPages(): boolean {
    return getSnapshot === undefined || getSnapshot().files.size > 0;
  }

  function enqueueChange(...[trx, changed]: Parameters<EnqueueChangeMails>): Promise<void> {
    return enqueueChangeMails(trx, changed, deps.getMailSettings());
  }

  function enqueueRefund(...[trx, order, refund, now]: RefundMail): Promise<void> {
    return enqueueRefundMail(trx, order, refund, deps.getMailSettings(), now);
  }

  async function readFromSnapshot(path: string): Promise<string> {
    const file = getSnapshot?.().files.get(path);
    return file ? Buffer.from((await loadFile(file)).identity).toString('utf8') : '';
  }

  /** Where Stripe's own page leads back to. The buyer has no script, so these pages need none. */
  function getCheckoutUrls(c: Context): CheckoutUrls {
    return {
      successUrl: toPublicUrl(c, `${THANK_YOU_PATH}?session_id={CHECKOUT_SESSION_ID}`),
      cancelUrl: toPublicUrl(c, `${PAGES['nordmann-branches'].path}#${NOT_PAID_ID}`),
    };
  }

  function getPayUrls(c: Context, key: string): CheckoutUrls {
    return {
      ...getCheckoutUrls(c),
      cancelUrl: toPublicUrl(c, `${PAY_PATH}?key=${key}#${PAY_NOT_PAID_ID}`),
    };
  }

  function toPublicUrl(c: Context, path: string): string {
    // The sandbox runs wherever it is tried out. With real money, a Host header must not decide where a buyer is sent.
    const asked = `${clients.isHttps(c) ? 'https' : 'http'}://${clients.host(c)}`;
    return `${sandboxUrl === undefined ? deps.getMailSettings().farm.website : asked}${path}`;
  }
}
