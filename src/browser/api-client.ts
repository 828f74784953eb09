/**
 * Sends every request to the farm's own service (section 7): JSON in and out, always with cookies, never repeated. This
 * is the browser's only `fetch()`.
 */

/**
 * A failed request. As section 8 asks, its message is the status, a colon, a space, and the response's text, or the
 * status text if the response is empty. The calls of an order use words instead of the status, and the service's own
 * message if there is one.
 */
export class ApiError extends Error {
  readonly status: number;
  /** The service's own message for people, from the body's `error`. Undefined if there is none. */
  readonly error: string | undefined;
  /** Such as `price_changed`. Undefined if the response did not come from the service. */
  readonly code: string | undefined;
  /** One message for each field to correct. */
  readonly fields: Readonly<Record<string, string>>;
  /** The whole body, if it is a JSON object. Some errors carry more, such as a new price. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(response: Response, text: string, failure?: string) {
    const body = parseObject(text);
    const error = typeof body.error === 'string' && body.error !== '' ? body.error : undefined;
    super(`${failure ?? response.status}: ${(failure && error) || text || response.statusText}`);
    this.name = 'ApiError';
    this.status = response.status;
    this.error = error;
    this.code = typeof body.code === 'string' ? body.code : undefined;
    this.fields = isRecord(body.fields) ? (body.fields as Record<string, string>) : {};
    this.body = body;
  }
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Sent as JSON, but for a page's form. */
  readonly payload?: unknown;
  /** How to use the browser's cache, for files that it may store. */
  readonly cache?: RequestCache;
  readonly signal?: AbortSignal | undefined;
  /** The start of an ApiError's message, instead of the status. */
  readonly failure?: string;
}

interface JsonRequest<T> extends ApiRequest {
  /** What the answer must have. A proxy, or another version of the service, may answer 200 with anything. */
  readonly wants?: readonly (keyof T & string)[];
}

/**
 * Sends one request.
 * @returns the successful response
 * @throws ApiError for any other response, TypeError if there was none
 */
export async function callApi({
  method,
  url,
  payload,
  cache,
  signal,
  failure,
}: ApiRequest): Promise<Response> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(payload instanceof URLSearchParams
      ? { headers: { Accept: 'application/json' }, body: payload }
      : payload !== undefined && {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(payload),
        }),
    ...(cache && { cache }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new ApiError(response, await response.text(), failure);
  return response;
}

/**
 * Like `callApi`, but parses the response as JSON. The caller names its type, as the service declares it.
 * @throws also an Error for an answer that is something else
 */
export async function callApiForJson<T>({ wants = [], ...request }: JsonRequest<T>): Promise<T> {
  const response = await callApi(request);
  const body: unknown = await response.json();
  if (wants.length === 0) return body as T;
  const missing = isRecord(body) ? wants.find((name) => body[name] === undefined) : 'body';
  if (missing !== undefined) throw new Error(`The answer of ${request.url} has no ${missing}.`);
  return body as T;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
