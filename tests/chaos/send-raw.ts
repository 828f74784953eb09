import { connect } from 'node:net';
import type { MadeUpRequest } from './made-up-requests.ts';

/** How long the service may think. Far beyond what it needs, because a busy machine is not a hang. */
const LIMIT_MS = 60_000;

/**
 * Sends a request on a connection of its own, byte for byte as it is.
 * @returns the status of the answer; null where the connection was closed without one
 * @throws Error when nothing comes for a minute
 */
export function sendRaw(
  port: number,
  { method, target, headers, body }: MadeUpRequest,
): Promise<number | null> {
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: localhost:${port}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [`Content-Length: ${body.length}`]),
  ].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let start = '';
    socket.setTimeout(LIMIT_MS, () => {
      reject(new Error('it was not answered'));
      socket.destroy();
    });
    socket.on('connect', () => {
      socket.write(Buffer.from(`${head}\r\n\r\n`, 'latin1'));
      if (body !== null) socket.write(body);
    });
    socket.on('data', (chunk) => {
      if (start.length < 20) start += chunk.toString('latin1', 0, 20);
    });
    // A reset while the body is still being sent, after an answer that came early.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(start)?.[1];
      resolve(status === undefined ? null : Number(status));
    });
  });
}
