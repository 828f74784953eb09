import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { tryDecodeURIComponent } from 'hono/utils/url';
import type { Logger } from 'pino';
import { EVENTS_PATH } from '#domain/analytics.ts';
import { maskPersonalData } from './log.ts';
import { setHeaders } from './set-headers.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** In the log, in `X-Request-Id`, and in the message that a visitor can quote. */
    requestId: string;
  }
}

/** Requested every few seconds by monitoring. */
const PROBES = ['/healthz', '/readyz', '/metrics'];
const LONGEST_PATH = 200;
const READS = ['GET', 'HEAD'];
const SUMMARY_EVERY_MS = 60_000;

type Routes = ReturnType<typeof matchedRoutes>;

interface FinishedRequest {
  /** The route as in `app.ts`; `ALL` and `/*` for everything else, so clients cannot create new values. */
  readonly method: string;
  readonly route: string;
  /** 0 if the client disconnected before the answer. */
  readonly status: number;
  readonly ms: number;
}

export type CountRequest = (request: FinishedRequest) => void;

/**
 * Logs one line for each request that changes something or goes wrong: id, method, path without query, status,
 * milliseconds, bytes sent. No IP address, no browser, no content. A 5xx is an error. What was only read, as pages are, or
 * counted, is one line a minute, and its own lines are debug, as those of probes are.
 */
export function createRequestLog(
  logger: Logger,
  countRequest?: CountRequest,
  summaryMs = SUMMARY_EVERY_MS,
): MiddlewareHandler {
  const none = { count: 0, slowestMs: 0, bytes: 0 };
  let read = none;
  const countRead = (ms: number, bytes: number | null) => {
    if (read.count === 0)
      setTimeout(() => {
        logger.info(read, 'pages and files');
        read = none;
      }, summaryMs).unref();
    read = {
      count: read.count + 1,
      slowestMs: Math.max(read.slowestMs, ms),
      bytes: read.bytes + (bytes ?? 0),
    };
  };
  return async (c, next) => {
    const started = performance.now();
    // Never the client's own id, because two requests could then share one. Short, because people read it out on the
    // phone.
    const id = randomUUID().slice(-12);
    c.set('requestId', id);
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    const countBytes = startCounting(c, outgoing);
    const write = (status: number, bytes: number | null, isCutOff = false) => {
      const ms = since(started);
      const routes = matchedRoutes(c);
      countRequest?.({ ...findCall(routes), status, ms });
      const entry = { id, method: c.req.method, path: describePath(c, routes), status, ms, bytes };
      const isRead =
        status < 400 && !isCutOff && (READS.includes(c.req.method) || c.req.path === EVENTS_PATH);
      const isProbe = PROBES.includes(c.req.path);
      if (isRead && !isProbe) countRead(ms, bytes);
      const level = status >= 500 ? 'error' : isRead || isProbe ? 'debug' : 'info';
      logger[level](isCutOff ? { ...entry, cutOff: true } : entry, 'request');
    };
    // When the last byte is sent or the client disconnects; status 0 if there was no answer yet.
    outgoing?.once('close', () => {
      const status = outgoing.headersSent ? outgoing.statusCode : 0;
      write(status, countBytes(), !outgoing.writableFinished);
    });
    await next();
    setHeaders(c, { 'X-Request-Id': id });
    if (outgoing === undefined) write(c.res.status, countBytes());
  };
}

/**
 * Counts the bytes sent on the answer's connection. Without one, as in `app.request`, it is the body's length, or null
 * if unknown.
 * @returns a function that returns the count
 */
function startCounting(c: Context, outgoing: HttpBindings['outgoing'] | undefined): () => number | null {
  if (outgoing === undefined) return () => readContentLength(c);
  const { socket } = outgoing;
  const before = socket?.bytesWritten ?? 0;
  return () => (socket?.bytesWritten ?? 0) - before;
}

/** Calls have routes for one method. `app.all` and `app.use` are for pages and everything else. */
function findCall(routes: Routes): Pick<FinishedRequest, 'method' | 'route'> {
  const call = routes.find(({ method }) => method !== 'ALL');
  return { method: call?.method ?? 'ALL', route: call?.path ?? '/*' };
}

/** The route's pattern if it has parameters, because those can be keys to orders. */
function describePath(c: Context, routes: Routes): string {
  const pattern = routes.find(({ path }) => path.includes(':'));
  if (pattern !== undefined) return pattern.path;
  return maskPersonalData(tryDecodeURIComponent(c.req.path)).slice(0, LONGEST_PATH);
}

function since(started: number): number {
  return Math.round((performance.now() - started) * 10) / 10;
}

function readContentLength(c: Context): number | null {
  const length = c.res.headers.get('Content-Length');
  return length === null ? null : Number(length);
}
