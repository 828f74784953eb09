import { MutationCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { isNewOrdersUrl, isSignedOut, SESSION_URL } from './admin-calls.ts';
import { ApiError, callApiForJson } from './api-client.ts';

/**
 * The default query function of section 7: GET the URL in the first element of the query key, with cookies, and parse
 * the response as JSON. Further elements only distinguish keys.
 * @param on401 `error`, or `empty` to return null if nobody is signed in
 * @throws ApiError, as `callApi`
 */
export function createReader<T>({ on401 }: { on401: 'error' | 'empty' }): QueryFunction<T | null> {
  return async ({ queryKey: [url], signal }) => {
    if (typeof url !== 'string') throw new TypeError('The first element of a query key is a URL.');
    try {
      return await callApiForJson<T>({ method: 'GET', url, signal });
    } catch (error) {
      if (on401 === 'empty' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

/** Reads for somebody who is signed in. If the session has ended, it waits until they have signed in again. */
export function createSignedInReader<T>(): QueryFunction<T> {
  const read = createReader<T>({ on401: 'empty' });
  return async (context) => {
    for (;;) {
      const data = await read(context);
      if (data !== null) return data;
      await waitForSignIn(context.signal);
      context.signal.throwIfAborted();
    }
  };
}

/** The defaults of section 7: queries do not refetch, data never goes stale, and nothing is retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    // Reads wait for the sign-in by themselves.
    mutationCache: new MutationCache({ onError: (error) => isSignedOut(error) && markSessionEnded() }),
    defaultOptions: {
      queries: {
        queryFn: createReader({ on401: 'error' }),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Otherwise a request made offline would wait, and run later by itself.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Refetches the orders on screen, and marks other pages as stale. */
export function reloadOrders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [url] }) => url !== SESSION_URL && !isNewOrdersUrl(url),
  });
}

/*
 * Whether the session has ended while somebody worked, for the whole page. Reads wait until they have signed in again,
 * so that nothing on the page changes meanwhile.
 */

let isEnded = false;
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();

export function hasSessionEnded(): boolean {
  return isEnded;
}

/** Called when a response says so. The page then asks for the password. */
export function markSessionEnded(): void {
  change(true);
}

/** Called after signing in again, or when everything is cleared. Reads that wait are made again. */
export function markSessionStarted(): void {
  change(false);
  for (const proceed of waiting) proceed();
  waiting.clear();
}

/** Waits until somebody has signed in again, or the read is no longer wanted. */
function waitForSignIn(signal: AbortSignal): Promise<void> {
  markSessionEnded();
  return new Promise((resolve) => {
    waiting.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** @returns a function that ends it */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: boolean): void {
  if (isEnded === next) return;
  isEnded = next;
  for (const listener of listeners) listener();
}
