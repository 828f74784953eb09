import { type Context, Hono } from 'hono';
import { PAGES } from '#domain/pages.ts';
import { SANDBOX_MOUNT } from '#domain/payments/payment-provider.ts';
import { MANAGE_ORDER_PATH } from '#forms/manage-order-page.ts';
import { PAY_PATH } from '#forms/pay-page.ts';
import { THANK_YOU_PATH } from '#forms/thank-you-page.ts';
import { requireAdmin } from './admin/require-admin.ts';
import { createSignIn } from './admin/sign-in.ts';
import { PREVIEW_PATH } from './content/files/content-paths.ts';
import { createErrorHandler, sendApiNotFound } from './http/http-errors.ts';
import { createAskLimiter, createRateLimiter, limitRequests } from './http/limits.ts';
import { createMethodNotAllowed } from './http/method-not-allowed.ts';
import {
  createOriginCheck,
  refuseAmbiguousRequests,
  refuseOversizedRequests,
} from './http/refuse-requests.ts';
import { createRequestLog } from './http/request-log.ts';
import { showOrderPage } from './orders/sale/checkout-form.ts';
import type { CheckoutUrls } from './payments/payment.ts';
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
import { createEventRoutes } from './routes/events.ts';
import { createJoinRoutes } from './routes/join.ts';
import { createManageOrderRoutes } from './routes/manage-order.ts';
import { createHealthRoutes, createMetricsRoutes, createReadinessRoutes } from './routes/monitoring.ts';
import { createOrderPageRoutes } from './routes/order-page.ts';
import { createPackingRoutes, createScanRoutes } from './routes/packing.ts';
import { createOpenPasskeyRoutes, createPasskeyRoutes } from './routes/passkeys.ts';
import { createPayRoutes } from './routes/pay.ts';
import { createFoliageRoutes, createPaymentIntentRoutes } from './routes/payment-intents.ts';
import { createPeopleRoutes } from './routes/people.ts';
import { createPreviewAssets, createPreviewRoutes } from './routes/preview.ts';
import { createAdminRoutes, createSignInPageRoutes } from './routes/sign-in.ts';
import { createSiteRoutes } from './routes/site.ts';
import { createStripeWebhookRoutes } from './routes/stripe-webhook.ts';
import { createTelephoneRoutes } from './routes/telephone.ts';
import { createThankYouRoutes } from './routes/thank-you.ts';
import { createVisitRoutes } from './routes/visits.ts';
import { createWeekRoutes } from './routes/week.ts';
import type { RouteContext, Shop } from './shop.ts';
import { createSecurityHeaders } from './site/security-headers.ts';
import { readPage } from './site/site-snapshot.ts';
import { createSandboxBrowserRoutes } from './stripe-sandbox/browser-routes.ts';

/** All routes of the service. `server.ts` listens. */
export function createApp(shop: Shop): Hono {
  const { clients, createCounter, db, getSnapshot, limits, sandboxUrl, sessions, serviceLog } = shop;
  const context: RouteContext = {
    ...shop,
    readBuiltPage: shop.readBuiltPage ?? readFromSnapshot,
    payments: sandboxUrl === undefined ? 'stripe' : 'sandbox',
    signIn: createSignIn({ db, limits: limits.signIn, createCounter, clients, sessions }),
    findRelyingParty: createRelyingPartyFinder(clients, () => shop.getMailSettings().farm.website),
    invitationCookie: createInvitationCookie(clients),
    contactLimiter: createRateLimiter('contact', limits, clients, createCounter),
    intentLimiter: createRateLimiter('paymentIntents', limits, clients, createCounter),
    askLimiter: createAskLimiter(limits, clients, createCounter),
    toPublicUrl,
    getCheckoutUrls,
  };
  const eventLimiter = createRateLimiter('events', limits, clients, createCounter);
  const manageOrderLimiter = createRateLimiter('manageOrders', limits, clients, createCounter);

  const app = new Hono();
  app.onError(createErrorHandler(serviceLog.log));
  app.use(createRequestLog(serviceLog.logger, shop.metrics.countRequest));
  app.use(createSecurityHeaders(context));
  app.use(refuseAmbiguousRequests());
  app.use(refuseOversizedRequests());
  app.use(createOriginCheck(clients));

  app.route(
    '/healthz',
    createHealthRoutes(() => getSnapshot?.().id ?? 'development'),
  );
  app.route('/readyz', createReadinessRoutes(shop));
  app.route('/metrics', createMetricsRoutes(shop));

  app.route('/api/contact-submit', createContactRoutes(context));
  app.use('/api/create-payment-intent', limitRequests(context.intentLimiter));
  app.route('/api/create-payment-intent', createPaymentIntentRoutes(context));
  app.use('/create-payment-intent', limitRequests(context.intentLimiter));
  app.route('/create-payment-intent', createFoliageRoutes(context));
  app.route('/api/branch-boxes', createOrderRoutes(context));
  // Not `get`: it is still a page of the site, and in development of Astro.
  app.use(PAGES['nordmann-branches'].path, showOrderPage(context));
  app.route(THANK_YOU_PATH, createThankYouRoutes(context));
  app.use(`${MANAGE_ORDER_PATH}/*`, limitRequests(manageOrderLimiter));
  app.route(MANAGE_ORDER_PATH, createManageOrderRoutes(context));
  app.use(PAY_PATH, limitRequests(manageOrderLimiter));
  app.route(PAY_PATH, createPayRoutes(context));
  app.route('/api/stripe', createStripeWebhookRoutes(context));
  app.route('/api/admin', createAdminRoutes(context));
  app.route('/api/admin', createOpenPasskeyRoutes(context));
  app.route(PAGES['admin/sign-in'].path, createSignInPageRoutes(context));
  app.route(PAGES['admin/join'].path, createJoinRoutes(context));
  // After the routes for signing in and out, before all others: a new route is closed unless somebody opens it.
  app.use('/api/admin/*', requireAdmin(sessions));
  app.route('/api/admin/passkeys', createPasskeyRoutes(context));
  app.route(PAGES['admin/account'].path, createAccountRoutes(context));
  app.route(PAGES['admin/people'].path, createPeopleRoutes(context));
  app.route('/api/admin', createAdminOrderRoutes(context));
  app.route('/api/admin/packing', createScanRoutes(context));
  app.route(PAGES['admin/telephone'].path, createTelephoneRoutes(context));
  app.route(PAGES['admin/packing'].path, createPackingRoutes(context));
  app.route(PAGES['admin/messages'].path, createAdminMessageRoutes(context));
  app.route(PAGES['admin/mails'].path, createAdminMailRoutes(context));
  app.route(PAGES['admin/visits'].path, createVisitRoutes(context));
  app.route(`${PAGES['admin/orders'].path}/weeks`, createWeekRoutes(context));
  app.route(PAGES['admin/orders'].path, createOrderPageRoutes(context));
  app.route(PAGES['admin/content'].path, createContentRoutes(context));
  app.route(PREVIEW_PATH, createPreviewRoutes(context));
  app.route(PAGES.admin.path, createAdminHomeRoutes(context));
  app.use('/api/events', limitRequests(eventLimiter));
  app.route('/api/events', createEventRoutes(shop));
  if (sandboxUrl !== undefined) app.route(SANDBOX_MOUNT, createSandboxBrowserRoutes({ sandboxUrl }));

  app.use(createMethodNotAllowed(app, (path) => getSnapshot?.().paths.has(path) ?? false));
  app.all('/api/*', sendApiNotFound);
  if (getSnapshot) {
    app.use('/_astro/*', createPreviewAssets(shop));
    app.route('/', createSiteRoutes());
  }
  return app;

  function readFromSnapshot(path: string, c: Context): string | undefined {
    return getSnapshot && readPage(c.get('site'), path);
  }

  function toPublicUrl(c: Context, path: string): string {
    // The sandbox runs wherever it is tried out. With real money, a Host header must not decide where a buyer is sent.
    const asked = `${clients.isHttps(c) ? 'https' : 'http'}://${clients.host(c)}`;
    return `${sandboxUrl === undefined ? shop.getMailSettings().farm.website : asked}${path}`;
  }

  function getCheckoutUrls(c: Context, cancelPath: string): CheckoutUrls {
    return {
      successUrl: toPublicUrl(c, `${THANK_YOU_PATH}?session_id={CHECKOUT_SESSION_ID}`),
      cancelUrl: toPublicUrl(c, cancelPath),
    };
  }
}
