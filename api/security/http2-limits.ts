import type { IncomingMessage } from 'node:http';
import {
  constants,
  type Http2SecureServer,
  type Http2ServerRequest,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { MOST_HEADERS, SERVER_TIMEOUTS, type ServerTimeouts } from './server-options.ts';

/** Milliseconds. */
export interface SessionTimeouts extends Pick<ServerTimeouts, 'headersMs' | 'requestMs' | 'silenceMs'> {
  /**
   * How long a connection without a request stays. A new one costs a visitor on a slow line two round trips, so as
   * long as Chrome keeps its own.
   */
  readonly idleMs: number;
  /**
   * From the request to the end of its answer. Node takes any byte of the connection for progress of all its answers,
   * so somebody who pings could keep one waiting for ever.
   */
  readonly answerMs: number;
}

export const SESSION_TIMEOUTS: SessionTimeouts = { ...SERVER_TIMEOUTS, idleMs: 300_000, answerMs: 600_000 };

const LARGEST_HEADERS_BYTES = 16 * 1024;
const PSEUDO_HEADERS = 4;

/**
 * For `http2.createSecureServer`. nghttp2 itself ends connections that flood it with SETTINGS, PING, CONTINUATION or
 * empty frames. Streams opened only to be reset (CVE-2023-44487) are allowed in the number that leaving a page takes.
 */
export const SESSION_LIMITS = {
  settings: { maxConcurrentStreams: 100, maxHeaderListSize: LARGEST_HEADERS_BYTES },
  maxHeaderListPairs: MOST_HEADERS + PSEUDO_HEADERS,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  streamResetBurst: 200,
  streamResetRate: 20,
} as const;

/**
 * Whether a request is to be answered 431. The limit in the settings binds only those who have acknowledged them, and
 * a first request comes before that. HTTP/1.1 has Node's own limit, of the same size.
 */
export function hasTooLargeHeaders(incoming: IncomingMessage | Http2ServerRequest): boolean {
  return (
    'authority' in incoming &&
    incoming.rawHeaders.reduce((bytes, text) => bytes + text.length, 0) > LARGEST_HEADERS_BYTES
  );
}

/**
 * Ends sessions and streams on which nothing happens, or too slowly. What counts is requests and their bytes: Node's
 * own session timeout starts anew with every PING, so a visitor who only pings would stay for ever.
 */
export function limitSessions(server: Http2SecureServer, timeouts: SessionTimeouts = SESSION_TIMEOUTS): void {
  server.on('session', (session) => {
    session.setTimeout(0);
    let streams = 0;
    const endLater = (ms: number) => setTimeout(() => session.destroy(), ms);
    let idle = endLater(timeouts.headersMs);
    session.on('stream', (stream) => {
      streams += 1;
      clearTimeout(idle);
      limitStream(stream, timeouts);
      stream.once('close', () => {
        streams -= 1;
        if (streams === 0 && !session.destroyed) idle = endLater(timeouts.idleMs);
      });
    });
    session.once('close', () => clearTimeout(idle));
    closeWhileStopping(server, session);
  });
}

function limitStream(stream: ServerHttp2Stream, timeouts: SessionTimeouts): void {
  const { requestMs, silenceMs, answerMs } = timeouts;
  const cutOff = () => stream.close(constants.NGHTTP2_CANCEL);
  stream.setTimeout(silenceMs, cutOff);
  const slowBody = setTimeout(() => {
    if (!hasWholeBody(stream)) cutOff();
  }, requestMs);
  const slowAnswer = setTimeout(cutOff, answerMs);
  stream.once('close', () => {
    clearTimeout(slowBody);
    clearTimeout(slowAnswer);
  });
}

/** Also when nobody has read it yet. */
function hasWholeBody(stream: ServerHttp2Stream): boolean {
  return stream.readableEnded || stream.state.state === constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_REMOTE;
}

/** `server.close` tells only the sessions that there are; a handshake under way still makes another. */
function closeWhileStopping(server: Http2SecureServer, session: ServerHttp2Session): void {
  if (!server.listening) session.close();
}
