import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ApiError, callApiForJson } from './api-client.ts';

/**
 * The default read of section 7: GET to the URL in the first element of the query key, with cookies, and the answer
 * parsed as JSON. Further elements only tell keys apart.
 * @param on401 `error`, or `empty` for a read that answers null where nobody is signed in
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

/** Reads and writes as section 7 has them: no read repeats by itself, data never goes stale, nothing is retried. */
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
        // Otherwise a call made offline waits, and is made later by itself.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
