import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

// Run at the visitor's end of a shaped link, with address and port: connects as a stranger and then as somebody who
// was there before, and prints what each connection cost as JSON.

export interface Handshake {
  readonly visitor: 'new' | 'returning';
  readonly protocol: string | null;
  readonly isResumed: boolean;
  /** Received until the connection could be used. */
  readonly bytes: number;
  /** From the first packet until TCP, and then TLS, was ready. */
  readonly tcpMs: number;
  readonly tlsMs: number;
}

async function shakeHands(visitor: Handshake['visitor'], host: string, port: number, session?: Buffer) {
  const started = performance.now();
  const socket = connect(port, host);
  await once(socket, 'connect');
  const tcpMs = Math.round(performance.now() - started);
  // A self-signed certificate: what is measured is its cost and not its worth.
  const secure = connectTls({
    socket,
    session,
    rejectUnauthorized: false,
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  // It comes after the handshake, and somebody who returns gets no other.
  const ticket = new Promise<Buffer>((found) => secure.once('session', found));
  await once(secure, 'secureConnect');
  const handshake: Handshake = {
    visitor,
    protocol: `${secure.getProtocol()}, ${secure.alpnProtocol}`,
    isResumed: secure.isSessionReused(),
    bytes: socket.bytesRead,
    tcpMs,
    tlsMs: Math.round(performance.now() - started),
  };
  const nextSession = session ?? (await ticket);
  secure.destroy();
  return { handshake, nextSession };
}

const [host = '', port = ''] = process.argv.slice(2);
const first = await shakeHands('new', host, Number(port));
const second = await shakeHands('returning', host, Number(port), first.nextSession);
console.log(JSON.stringify([first.handshake, second.handshake]));
