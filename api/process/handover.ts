import { lookup } from 'node:dns/promises';
import net from 'node:net';

/** What `supervisor.ts` and the services that it starts hand and say to each other. */

/** The argument that tells `server.ts` that it has a supervisor. */
export const SUPERVISED = '--supervised';

/** The port's socket among the files that a service is started with. */
export const SOCKET_FD = 4;

/** The files that a service is started with, by their numbers: 3 is the channel for the messages below. */
export function giveSocket(fd: number) {
  return ['inherit', 'inherit', 'inherit', 'ipc', fd] as const;
}

/** `ready`: it listens and can answer. `idle`: it does no work in the background any more. */
export type FromService = 'ready' | 'idle';

/** `work`: begin with mails, labels and the like, because nobody else does them now. `leave`: a successor is ready. */
export type FromSupervisor = 'work' | 'leave';

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
