/**
 * What the service worker uses of its global scope. TypeScript's own library for workers cannot stand beside the one
 * for pages in one project: they name the same things differently.
 */
export interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  readonly registration: { unregister(): Promise<boolean> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(kind: 'message', listener: (event: WorkerMessage) => void): void;
  addEventListener(kind: 'fetch', listener: (event: WorkerFetch) => void): void;
}

interface WorkerEvent {
  /** Keeps the worker alive until then. */
  waitUntil(work: Promise<unknown>): void;
}

export interface WorkerMessage extends WorkerEvent {
  readonly data: unknown;
  /** The page that has sent it. */
  readonly source: { readonly url: string; postMessage(message: unknown): void } | null;
}

interface WorkerFetch extends WorkerEvent {
  readonly request: Request;
  /** To be called at once; without it, the browser goes on as if there were no worker. */
  respondWith(response: Promise<Response>): void;
}
