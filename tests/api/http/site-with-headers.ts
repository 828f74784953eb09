import { Hono } from 'hono';
import { createClientReader } from '../../../api/http/client-address.ts';
import { createSiteRoutes } from '../../../api/routes/site.ts';
import { fillPaymentPages } from '../../../api/site/fill-site.ts';
import { createSecurityHeaders } from '../../../api/site/security-headers.ts';
import { loadSiteSnapshot } from '../../../api/site/site-snapshot.ts';
import { createStripeProvider, SANDBOX_PROVIDER } from '../../../src/domain/payments/payment-provider.ts';
import { TEST_DIST } from '../../support/test-site.ts';

/** The built site with its security headers, behind one trusted proxy. More routes can be put before the pages. */
export async function openSiteWithHeaders(
  payments: 'stripe' | 'sandbox' = 'sandbox',
  addRoutes: (app: Hono) => unknown = () => undefined,
) {
  const provider = payments === 'sandbox' ? SANDBOX_PROVIDER : createStripeProvider('pk_test_made_up');
  const snapshot = await fillPaymentPages(await loadSiteSnapshot(TEST_DIST), provider);
  const getSnapshot = () => snapshot;
  const app = new Hono().use(
    createSecurityHeaders({ getSnapshot, payments, clients: createClientReader(1) }),
  );
  addRoutes(app);
  return app.route('/', createSiteRoutes(getSnapshot));
}
