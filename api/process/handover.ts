import { lookup } from 'node:dns/promises';
import net from 'node:net';

/** The protocol between `supervisor.ts` and the services that it starts. */

/** The argument that tells `server.ts` that it has a supervisor. */
export const SUPERVISED = '--supervised';

/** The file descriptor of the port's socket in a service. */
export const SOCKET_FD = 4;

/** The file descriptors of a service. 3 is the channel for the messages below. */
export function giveSocket(fd: number) {
  return ['inherit', 'inherit', 'inherit', 'ipc', fd] as const;
}

/** `ready`: it listens and can answer. `idle`: it has stopped its background work. */
export type FromService = 'ready' | 'idle';

/**
 * `work`: start sending mails, creating labels and so on, because no other service does. `leave`: a successor is ready.
 */
export type FromSupervisor = 'work' | 'leave';

/**
 * Binds the port without listening on it, which the services do.
 * @throws Error with a message for the operator if it is taken, or not supported by this Node or system
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
    // For a machine without IPv6.
    return new net.BoundSocket({ port, host: '0.0.0.0' });
  }
}
