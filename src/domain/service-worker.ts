import type { PagePath } from './pages.ts';

/** Values that pages, build, service and the service worker share. */

/** At the root, because a worker controls only the pages below its own folder. */
export const SERVICE_WORKER_PATH = '/sw.js';

/** Shown offline for a page that is not in the cache. */
export const OFFLINE_PATH = '/offline' satisfies PagePath;

/** Name of the browser's cache. Browsers already have one of this name, so it cannot change. */
export const PRECACHE_NAME = 'kept-pages';

/** The build writes it into the worker's first line. A worker without it deletes all caches and unregisters itself. */
export interface Precache {
  readonly cache: string;
  readonly offline: string;
  /** Paths of the pages and drawings, most useful first, each with `hashFile` of its bytes. */
  readonly files: Readonly<Record<string, string>>;
  /** Files of the scan page, which alone asks for them, because it is used where there is no signal. */
  readonly scan: Readonly<Record<string, string>>;
  /** Paths of which the worker keeps nothing, unless they are in `scan`, with everything below them. */
  readonly untouched: readonly string[];
}

/** Sent from a page to the worker when the browser is idle. */
export interface PageReport {
  /** Save-Data or a slow line: fetch nothing, only say whether the page is out of date. */
  readonly savesData: boolean;
  /** Hash of the page that is shown; undefined when it came from the network. */
  readonly shown: string | undefined;
  /** The scan page wants its own files kept, and no others. */
  readonly keepsScan?: true;
}
