import { randomUUID } from 'node:crypto';
import type { Context, ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Writes one entry to the service's log. Pass no personal data. */
export type Log = (message: string, error?: unknown) => void;

/** The body of every failed call: a sentence for a person, and a snake_case code for a program. */
export interface ErrorBody {
  error: string;
  code: string;
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
    const requestId = randomUUID();
    // The path only: a query can carry names and e-mail addresses.
    log(`request ${requestId} failed: ${c.req.method} ${c.req.path}`, error);
    const sentence = `Something went wrong on our side. Please try again, or quote ${requestId} if you contact us.`;
    return sendError(c, 500, 'internal_error', sentence);
  };
}
