import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ApiError, callApiForJson } from './api-client.ts';
import { waitForSignIn } from './ended-session.ts';

/**
 * The default query function of section 7: GET the URL in the first element of the query key, with cookies, and parse
 * the response as JSON. Further elements only distinguish keys.
 * @param on401 `error`, or `empty` to return null if nobody is signed in
 * @throws ApiError, as `callApi`
 */
export function createReader<T>({ on401 }: { on401: 'error' }): QueryFunction<T>;
export function createReader<T>({ on401 }: { on401: 'empty' }): QueryFunction<T | null>;
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
