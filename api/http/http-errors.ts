import { randomUUID } from 'node:crypto';
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { PROBLEMS, type Problem } from './problems.ts';

/** Writes one entry to the service's log. Pass no personal data. */
export type Log = (message: string, error?: unknown) => void;

/** The body of every failed call: a message for a person, and a snake_case code for a program. */
export interface ErrorBody {
  error: string;
  code: string;
  fields?: Record<string, string>;
}

/** Answers a call with the problem that the work came back with. */
export function sendProblem(c: Context, problem: Problem): Response {
  const [status, message] = PROBLEMS[problem.code];
  const { code, error = message, fields, details, headers } = problem;
  const body = { ...details, error, code, ...(fields === undefined ? {} : { fields }) };
  return c.json(body, status, { 'Cache-Control': 'no-store', ...headers });
}

/** Answers a call with an error body. */
export function sendError(c: Context, status: ContentfulStatusCode, code: string, error: string): Response {
  return c.json({ error, code } satisfies ErrorBody, status, { 'Cache-Control': 'no-store' });
}

/** For an address below `/api/` that is not in `app.ts`. */
export function sendApiNotFound(c: Context): Response {
  return sendError(c, 404, 'not_found', 'There is nothing at this address.');
}

/** Bugs end here: the client learns a request id and no more, the log has the rest under that id. */
export function createErrorHandler(log: Log): ErrorHandler {
  return (error, c) => {
    if (isStorageFailure(error)) {
      log(`storage failed: ${c.req.method} ${c.req.path}`, error);
      return sendProblem(c, { code: 'storage_unavailable', headers: { 'Retry-After': '5' } });
    }
    // How Hono's own body limit says so.
    if (error instanceof HTTPException && error.status === 413)
      return sendProblem(c, { code: 'body_too_large' });
    // In development: what Astro shows of a mistake in one of its pages.
    if (error instanceof HTTPException && error.res) return error.res;
    if (hasGoneAway(error)) return sendProblem(c, { code: 'request_timeout' });
    // The one that the request log and X-Request-Id have.
    const requestId = c.get('requestId') ?? randomUUID();
    // The path only: a query can carry names and e-mail addresses.
    log(`request ${requestId} failed: ${c.req.method} ${c.req.path}`, error);
    const message = `Something went wrong on our side. Please try again, or quote ${requestId} if you contact us.`;
    return sendError(c, 500, 'internal_error', message);
  };
}

/** Whether the caller broke off while sending: nobody is there to answer, and nothing is wrong here. */
function hasGoneAway(error: Error): boolean {
  return 'code' in error && error.code === 'ECONNRESET';
}

const STORAGE_FAILURES = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB)/;

/** Whether the database could not be written or read: not the caller's fault, and often over in a moment. */
export function isStorageFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && STORAGE_FAILURES.test(String(error.code));
}
