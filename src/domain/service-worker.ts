import type { PagePath } from './pages.ts';

/** What the service worker shares between the pages, the build and the service. */

/** At the root, because a worker has a say below its own folder only. */
export const SERVICE_WORKER_PATH = '/sw.js';

/** The page for a path that is not kept, while there is no connection. */
export const OFFLINE_PATH = '/offline' satisfies PagePath;

/** The name of the browser's cache with the kept pages. */
export const KEPT_CACHE = 'kept-pages';

/** What the build writes at the head of the worker. Without it, a worker clears up after its predecessors and goes. */
export interface KeptSite {
  readonly cache: string;
  readonly offline: string;
  /** Address of each page and drawing to keep, in the order of their worth, and `hashKeptFile` of its bytes. */
  readonly files: Readonly<Record<string, string>>;
  /** Addresses that the worker leaves alone, with everything beneath them. */
  readonly untouched: readonly string[];
}

/** What a page sends to the worker when the browser is idle. */
export interface PageReport {
  /** The connection is to be spared: the page only wants to know whether it is the latest. */
  readonly isSparing: boolean;
  /** Which version of itself the worker has shown, by its hash; undefined for a page from the network. */
  readonly shown: string | undefined;
}
