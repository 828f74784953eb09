import './process/private-umask.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { EXIT, readCommandLine } from '#commands';
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
/** A service that has run this long has started successfully. */
const STEADY_MS = 60_000;

/**
 * Holds the port, and runs the service in a process of its own. SIGHUP starts another, and the current one leaves when
 * that is ready. The supervisor keeps the socket: while no process accepts connections, they wait in its queue.
 */
async function supervise(): Promise<void> {
  readCommandLine('supervisor');
  const { port, host, logLevel } = readConfig();
  const { log } = createLog(logLevel);
  // As called, without resolving links: through a link to the newest release, each start runs that release.
  const folder = dirname(process.argv[1] ?? '');
  const socket = await bindPort(port, host);

  const services = new Set<ChildProcess>();
  /** Not ready yet. */
  let starting: ChildProcess | undefined;
  /** Accepts the connections. */
  let serving: ChildProcess | undefined;
  /** Does the background work, such as sending mails. Only one process does, so that nothing happens twice. */
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
      // As called, for the same reason.
      execPath: process.argv0,
      stdio: [...giveSocket(socket.fd())],
    });
    starting = service;
    services.add(service);
    service.on('message', (message: FromService) => (message === 'ready' ? succeed(service) : rest(service)));
    service.once('exit', (code, signal) => end(service, `it ended with ${signal ?? `code ${code}`}`));
    // If the process could not be started, there is no exit event.
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
      log('the service crashed and is restarted', problem);
      if (starting === undefined) startAgain();
    } else if (service === starting) {
      starting = undefined;
      if (serving !== undefined) log('the new process did not start; the current one stays', problem);
      else if (hasServed) log('the service did not start; trying again', problem);
      else process.exit(EXIT.failed);
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

/** Ignores failures, because a process that has just ended also emits its exit. */
function tell(service: ChildProcess | undefined, message: FromSupervisor): void {
  service?.send(message, () => undefined);
}

await supervise().catch((error: Error) => {
  console.error(error.message);
  process.exit(EXIT.failed);
});
