import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { createClientReader } from '../../../api/http/client-address.ts';
import { createSiteRoutes } from '../../../api/routes/site.ts';
import { fillPaymentPages } from '../../../api/site/fill-payments.ts';
import { createSecurityHeaders } from '../../../api/site/security-headers.ts';
import { loadSiteSnapshot } from '../../../api/site/site-snapshot.ts';
import { createStripeProvider, SANDBOX_PROVIDER } from '../../../src/domain/payments/payment-provider.ts';
import { TEST_DIST } from '../../support/test-site.ts';

/** A policy by directive: `{ 'img-src': ["'self'", 'data:'] }`. */
export function parsePolicy(headers: Headers): Record<string, string[]> {
  const policy = headers.get('Content-Security-Policy') ?? '';
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

/** The sources that a policy names the matches of a pattern by. */
export function hashesOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

export async function readHeaders(
  path: string,
  app: Hono | Promise<Hono> = openSiteWithHeaders(),
): Promise<Headers> {
  return (await (await app).request(path)).headers;
}

/** The built site with its security headers, behind one trusted proxy. More routes can be put before the pages. */
export async function openSiteWithHeaders(
  payments: 'stripe' | 'sandbox' = 'sandbox',
  addRoutes: (app: Hono) => void = () => {},
): Promise<Hono> {
  const provider = payments === 'sandbox' ? SANDBOX_PROVIDER : createStripeProvider('pk_test_made_up');
  const snapshot = await fillPaymentPages(await loadSiteSnapshot(TEST_DIST), provider);
  const app = new Hono();
  app.use(createSecurityHeaders({ getSnapshot: () => snapshot, payments, clients: createClientReader(1) }));
  addRoutes(app);
  return app.route(
    '/',
    createSiteRoutes(() => snapshot),
  );
}
