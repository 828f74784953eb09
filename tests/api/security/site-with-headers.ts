import { Hono } from 'hono';
import { createClientReader } from '../../../api/client-address.ts';
import { createSiteRoutes } from '../../../api/routes/site.ts';
import type { PaymentProvider } from '../../../api/security/page-policy.ts';
import { createSecurityHeaders } from '../../../api/security/security-headers.ts';
import { loadSiteSnapshot } from '../../../api/site/site-snapshot.ts';
import { TEST_DIST } from '../../support/test-site.ts';

/** The built site with its security headers, behind one trusted proxy. More routes can be put before the pages. */
export async function openSiteWithHeaders(
  payments: PaymentProvider = 'sandbox',
  addRoutes: (app: Hono) => void = () => {},
): Promise<Hono> {
  const snapshot = await loadSiteSnapshot(TEST_DIST);
  const app = new Hono();
  app.use(createSecurityHeaders({ getSnapshot: () => snapshot, payments, clients: createClientReader(1) }));
  addRoutes(app);
  return app.route(
    '/',
    createSiteRoutes(() => snapshot),
  );
}
