import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that only take up room. */
export interface Crowd {
  readonly size: number;
  /** How many the service has closed by now. */
  countClosed(): number;
  /** Resolves when the service has closed them all. */
  readonly allClosed: Promise<unknown>;
  /** Closes what is still open. */
  leave(): void;
}

/** Connects so many times and says nothing. */
export async function openIdleCrowd(port: number, size: number): Promise<Crowd> {
  return gather(await openAll(port, size));
}

const SLOW_STARTS = {
  headers: 'GET /prices HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST /api/contact-submit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
};

/** Connects so many times, and sends the headers or the body of a request at a byte a second. */
export async function openSlowCrowd(
  port: number,
  size: number,
  what: keyof typeof SLOW_STARTS,
): Promise<Crowd> {
  const sockets = await openAll(port, size);
  for (const socket of sockets) {
    socket.write(SLOW_STARTS[what]);
    const drip = setInterval(() => socket.write('a'), 1000);
    socket.once('close', () => clearInterval(drip));
  }
  return gather(sockets);
}

/** Below what the system lets wait for the service to accept them. */
const BATCH = 200;

/**
 * A few at a time: where too many wait, the system forgets some, which their own side holds for open all the same. An
 * answer means that all before it have been accepted.
 */
async function openAll(port: number, size: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < size) {
    const batch = Array.from({ length: Math.min(BATCH, size - sockets.length) }, () => open(port));
    sockets.push(...(await Promise.all(batch)));
    await (await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { Connection: 'close' } })).text();
  }
  return sockets;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // The answer has to be read, or its end would not be seen.
  socket.resume();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

function gather(sockets: Socket[]): Crowd {
  return {
    size: sockets.length,
    countClosed: () => sockets.filter(({ closed }) => closed).length,
    allClosed: Promise.all(sockets.map(waitUntilClosed)),
    leave: () => sockets.forEach((socket) => void socket.destroy()),
  };
}

/** Not `once`, which fails where a connection ends with a reset. */
function waitUntilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}
