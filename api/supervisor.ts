import './process/private-umask.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { readConfig } from './config.ts';
import { createLog } from './http/log.ts';
import { backOff } from './jobs/work-loop.ts';
import {
  bindPort,
  type FromService,
  type FromSupervisor,
  giveSocket,
  SUPERVISED,
} from './process/handover.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A service that has run for so long has not failed at its start. */
const STEADY_MS = 60_000;

/**
 * Holds the port, and runs the service as a process of its own. SIGHUP starts another one, and the present one goes
 * when that is ready. The socket stays the supervisor's: while no process takes connections, they wait in its queue.
 */
async function supervise(): Promise<void> {
  const { port, host, logLevel } = readConfig();
  const { log } = createLog(logLevel);
  // As it was called, not the real path: through a link to the newest release, each start finds that.
  const folder = dirname(process.argv[1] ?? '');
  const socket = await bindPort(port, host);

  const services = new Set<ChildProcess>();
  /** Not ready yet. */
  let starting: ChildProcess | undefined;
  /** Takes the connections. */
  let serving: ChildProcess | undefined;
  /** Sends mails and the like: one process only, so that nothing is done twice. */
  let working: ChildProcess | undefined;
  let hasServed = false;
  let startedAt = 0;
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;

  function start(): void {
    if (isStopping) return;
    clearTimeout(restart);
    starting?.kill();
    startedAt = performance.now();
    const service = fork(join(folder, 'server.ts'), [SUPERVISED], {
      cwd: dirname(folder),
      // As it was called, for the same reason.
      execPath: process.argv0,
      stdio: [...giveSocket(socket.fd())],
    });
    starting = service;
    services.add(service);
    service.on('message', (message: FromService) => (message === 'ready' ? succeed(service) : rest(service)));
    service.once('exit', (code, signal) => end(service, `it ended with ${signal ?? `code ${code}`}`));
    // Without a process there is no exit: its folder or program is not there.
    service.on('error', ({ message }) => service.pid === undefined && end(service, message));
  }

  function succeed(service: ChildProcess): void {
    if (service !== starting) return;
    log(`process ${service.pid} serves`);
    tell(serving, 'leave');
    [starting, serving, hasServed] = [undefined, service, true];
    shareWork();
  }

  function rest(service: ChildProcess): void {
    if (service === working) working = undefined;
    shareWork();
  }

  function shareWork(): void {
    if (working !== undefined || isStopping) return;
    working = serving;
    tell(working, 'work');
  }

  function end(service: ChildProcess, how: string): void {
    services.delete(service);
    if (isStopping) exitWhenAllHaveEnded();
    const problem = new Error(how);
    if (service === serving) {
      serving = undefined;
      log('the service broke down, and is started again', problem);
      if (starting === undefined) startAgain();
    } else if (service === starting) {
      starting = undefined;
      if (serving !== undefined) log('the new process did not start; the one before it stays', problem);
      else if (hasServed) log('the service did not start, which is tried again', problem);
      else process.exit(1);
      if (serving === undefined) startAgain();
    }
    rest(service);
  }

  function startAgain(): void {
    failures = performance.now() - startedAt > STEADY_MS ? 1 : failures + 1;
    restart = setTimeout(start, backOff(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
  }

  function stop(): void {
    isStopping = true;
    clearTimeout(restart);
    for (const service of services) service.kill();
    exitWhenAllHaveEnded();
  }

  function exitWhenAllHaveEnded(): void {
    if (services.size === 0) process.exit(0);
  }

  process.on('SIGHUP', start);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  start();
}

/** A process that has just ended is told nothing, and its exit says the rest. */
function tell(service: ChildProcess | undefined, message: FromSupervisor): void {
  service?.send(message, () => undefined);
}

await supervise().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
