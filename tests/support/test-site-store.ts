import { createLog } from '../../api/http/log.ts';
import type { SiteSource } from '../../api/service.ts';
import { openSiteStore } from '../../api/site/site-store.ts';
import { SANDBOX_PROVIDER } from '../../src/domain/payments/payment-provider.ts';
import { TEST_DIST } from './test-site.ts';

/** For a service in the test's own process, where nobody reads a log. */
export const QUIET_LOG = createLog('silent');

let site: Promise<SiteSource> | undefined;

/** The tests' site, read once for all tests of a worker. */
export function readTestSite(): Promise<SiteSource> {
  site ??= openSiteStore(TEST_DIST, QUIET_LOG.log, SANDBOX_PROVIDER).then((store) => {
    const { snapshot, catalogue, farm } = store.current();
    return { getSnapshot: () => snapshot, getCatalogue: () => catalogue, getFarm: () => farm };
  });
  return site;
}
