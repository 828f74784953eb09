import { createApp } from '../../api/app.ts';
import { openSiteStore, type SiteStore } from '../../api/site/site-store.ts';
import { buildSmallSite, type SmallSite } from '../support/small-site.ts';

export interface AppUnderTest {
  /** Asks the app for a path without a network. */
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;
  site: SmallSite;
  store: SiteStore;
  /** What the service has logged. */
  logged: string[];
}

/** The app on a made-up site of its own. Remove the site at the end. */
export async function openApp(): Promise<AppUnderTest> {
  const site = await buildSmallSite();
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  const store = await openSiteStore(site.outDir, log);
  const app = createApp({
    getSnapshot: () => store.current().snapshot,
    getCatalogue: () => store.current().catalogue,
    log,
  });
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(path, { headers, method });
  return { get, site, store, logged };
}
