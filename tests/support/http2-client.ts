import {
  type ClientHttp2Session,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';

export interface Http2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A connection as a browser makes it, to a service on this machine. */
export interface Http2Client {
  readonly socket: TLSSocket;
  readonly session: ClientHttp2Session;
  request(headers: OutgoingHttpHeaders, body?: string | Buffer): Promise<Http2Answer>;
}

/**
 * @param port of 127.0.0.1
 * @param options such as a TLS session to resume
 */
export function openHttp2(port: number, options: ConnectionOptions): Http2Client {
  const socket = connectTls({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    ALPNProtocols: ['h2'],
    ...options,
  });
  // What fails is seen in the requests that fail.
  socket.on('error', () => {});
  const session = connect(`https://localhost:${port}`, { createConnection: () => socket });
  session.on('error', () => {});
  return { socket, session, request: (headers, body) => send(session, headers, body) };
}

function send(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string | Buffer,
): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': body === undefined ? 'GET' : 'POST', ...headers });
    const chunks: Buffer[] = [];
    let answer: IncomingHttpHeaders = {};
    stream.on('response', (received) => {
      answer = received;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('close', () => {
      const { ':status': status } = answer;
      if (status === undefined) reject(new Error(`closed without an answer, code ${stream.rstCode}`));
      else resolve({ status: Number(status), headers: answer, body: Buffer.concat(chunks) });
    });
    stream.end(body);
  });
}
