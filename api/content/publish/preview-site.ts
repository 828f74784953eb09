import type { PaymentProvider } from '#domain/payments/payment-provider.ts';
import type { Log } from '../../http/log.ts';
import type { SiteSnapshot } from '../../site/site-snapshot.ts';
import { openSiteStore, type SiteStore } from '../../site/site-store.ts';

/** The site as it was last built for looking at. */
export interface PreviewSite {
  /** The newest build. @returns undefined if there is none, or an incomplete one */
  read(): Promise<SiteSnapshot | undefined>;
  close(): void;
}

/** A second site in memory, so it is let go when nobody has looked at it for a while. */
const KEPT_MS = 10 * 60_000;

/** Opens it as the live site is opened, but not before somebody asks. */
export function createPreviewSite(
  dir: string,
  provider: PaymentProvider,
  log: Log,
  contentDir: string,
): PreviewSite {
  let store: Promise<SiteStore | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(timer);
    store = undefined;
  };
  return {
    close,
    async read() {
      clearTimeout(timer);
      timer = setTimeout(close, KEPT_MS).unref();
      store ??= openSiteStore(dir, log, provider, { contentDir }).catch(() => undefined);
      const opened = await store;
      // Tried again by the next request: the first preview may be under way.
      if (opened === undefined) store = undefined;
      await opened?.refresh();
      return opened?.current().snapshot;
    },
  };
}
