import { randomUUID } from 'node:crypto';
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Log } from './log.ts';
import { messageOf, type Problem, statusOf } from './problems.ts';

type ShowProblem = (problem: Problem) => Promise<Response>;

declare module 'hono' {
  interface ContextVariableMap {
    showProblem: ShowProblem | undefined;
  }
}

/**
 * From here on, problems of this request are answered with a page of the route's own, for visitors without scripts.
 * That includes a database that cannot be written to, but not bugs.
 */
export function showProblemsAsPage(c: Context, show: ShowProblem): void {
  c.set('showProblem', show);
}

/** Answers with a problem: as the route's page if it has one, otherwise as JSON. */
export function sendProblem(c: Context, problem: Problem): Response | Promise<Response> {
  const show = c.get('showProblem');
  if (show === undefined) return sendJson(c, problem);
  // If the page cannot be made either, the answer is JSON.
  c.set('showProblem', undefined);
  for (const [name, value] of Object.entries(problem.headers ?? {})) c.header(name, value);
  return show(problem);
}

/** A message for a person, a snake_case code for a program, and for some problems a message per field. */
function sendJson(c: Context, problem: Problem): Response {
  const { code, error = messageOf({ code }), fields, details, headers } = problem;
  const body = { ...details, error, code, ...(fields === undefined ? {} : { fields }) };
  return c.json(body, statusOf(problem), { 'Cache-Control': 'no-store', ...headers });
}

/** For a path below `/api/` that is not in `app.ts`. */
export function sendApiNotFound(c: Context): Response | Promise<Response> {
  return sendProblem(c, { code: 'not_found' });
}

/** Handles what routes throw. For a bug the client gets a request id and no details; the log has them under that id. */
export function createErrorHandler(log: Log): ErrorHandler {
  return (error, c) => {
    if (isStorageFailure(error)) {
      log(`storage failed: ${c.req.method} ${c.req.path}`, error);
      return sendProblem(c, { code: 'storage_unavailable', headers: { 'Retry-After': '5' } });
    }
    // Thrown by Hono's own body limit.
    if (error instanceof HTTPException && error.status === 413)
      return sendJson(c, { code: 'body_too_large' });
    // In development: Astro's own answer to a mistake in one of its pages.
    if (error instanceof HTTPException && error.res) return error.res;
    if (hasGoneAway(error)) return sendJson(c, { code: 'request_timeout' });
    // The same id as in the request log and X-Request-Id.
    const requestId = c.get('requestId') ?? randomUUID();
    // The path only: a query can contain names and e-mail addresses.
    log(`request ${requestId} failed: ${c.req.method} ${c.req.path}`, error);
    const message = `Something went wrong on our side. Please try again, or quote ${requestId} if you contact us.`;
    return sendJson(c, { code: 'internal_error', error: message });
  };
}

/** Whether the client closed the connection while sending. Nobody reads the answer, and nothing is wrong here. */
function hasGoneAway(error: Error): boolean {
  return 'code' in error && error.code === 'ECONNRESET';
}

/** Files fail too, such as the editor’s drafts on a full disk. */
const STORAGE_FAILURES =
  /^(DATABASE_AWAY|ENOSPC|EDQUOT|EFBIG|EROFS|SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB))/;

/** Whether the database or the disk could not be written or read: not the client's fault, and often over in a moment. */
function isStorageFailure(error: Error): boolean {
  return 'code' in error && STORAGE_FAILURES.test(String(error.code));
}
