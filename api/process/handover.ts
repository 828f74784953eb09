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
