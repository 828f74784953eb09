import { lookup } from 'node:dns/promises';
import net from 'node:net';

/**
 * Takes the port without listening on it: the services do.
 * @throws Error with a message for the operator when it is taken, or when this Node or system cannot do it
 */
export async function bindPort(port: number, host: string | undefined): Promise<net.BoundSocket> {
  if (!('BoundSocket' in net) || process.platform === 'win32') {
    throw new Error(
      'The supervisor needs Node 26.4 or newer, and not Windows; api/server.ts runs without it.',
    );
  }
  try {
    return new net.BoundSocket({ port, host: host === undefined ? '::' : (await lookup(host)).address });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} is taken; set PORT to another one.`);
    if (host !== undefined) throw error;
    // A machine without IPv6.
    return new net.BoundSocket({ port, host: '0.0.0.0' });
  }
}
