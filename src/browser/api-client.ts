/**
 * Every call to the farm's own service (section 7): JSON in and out, cookies always sent, nothing repeated.
 * The only `fetch()` of the browser.
 */

/**
 * A call that was not answered with success. Its message is the one of section 8: the status, a colon, a space, and
 * the body's text, or the status text where there is none. The calls of an order have words in place of the status.
 */
export class ApiError extends Error {
  readonly status: number;
  /** The service's own message, for a person: the body's `error`. Undefined where it says nothing. */
  readonly error: string | undefined;
  /** `price_changed`; undefined where the answer did not come from the service. */
  readonly code: string | undefined;
  /** A message for each field that needs mending. */
  readonly fields: Readonly<Record<string, string>>;
  /** The whole body, where it is a JSON object: some failures carry more, such as a new price. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds after which the service asks to be tried again. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, text: string, failure = String(response.status)) {
    super(`${failure}: ${text || response.statusText}`);
    this.name = 'ApiError';
    const body = parseObject(text);
    this.status = response.status;
    this.error = typeof body.error === 'string' && body.error !== '' ? body.error : undefined;
    this.code = typeof body.code === 'string' ? body.code : undefined;
    this.fields = isRecord(body.fields) ? (body.fields as Record<string, string>) : {};
    this.body = body;
    this.retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  }
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: unknown;
  /** How the browser's cache is used, for files that it may remember. */
  readonly cache?: RequestCache;
  readonly signal?: AbortSignal | undefined;
  /** What the message of an ApiError starts with, in place of the status. */
  readonly failure?: string;
}

/**
 * Sends one call.
 * @returns the successful answer
 * @throws ApiError for any other answer, TypeError where none came
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
    ...(payload !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    }),
    ...(cache && { cache }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new ApiError(response, await response.text(), failure);
  return response;
}

/** As `callApi`, with the answer parsed as JSON. The caller names its shape, as the service's types have it. */
export async function callApiForJson<T>(request: ApiRequest): Promise<T> {
  return (await callApi(request)).json() as Promise<T>;
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
