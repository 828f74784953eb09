import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endWithTests } from './end-with-tests.ts';
import { COMPILE_CACHE } from './run-command.ts';
import { TEST_DIST } from './test-site.ts';

const root = resolve(import.meta.dirname, '../..');
/** Generous: a busy machine must not look like a mistake. */
const START_LIMIT_MS = 60_000;

export interface SiteServer {
  /** `http://localhost:54321`, without a final slash. */
  url: string;
  process: ChildProcess;
  /** All that the service has printed so far, on both streams. */
  output: () => string;
  /** Asks the process to end, and waits for it. @returns its exit code */
  stop: () => Promise<number | null>;
}

/** A service process that ended before it listened, with what it printed. */
export class ServiceRefused extends Error {
  readonly exitCode: number | null;
  constructor(output: string, exitCode: number | null) {
    super(output);
    this.exitCode = exitCode;
  }
}

/**
 * Starts the real service as a process, on a free port of the loopback interface, with the tests' site and
 * an empty data folder that goes when it stops. `npm start`, with its own `dist` and `data`, is walked in `tests/ways`.
 * @param folder of the service, where it is not this project
 * @param socketFd of a port that it is given, as systemd does, in place of PORT
 * @throws ServiceRefused when it ends instead of listening
 */
export async function startSiteServer(
  env: Record<string, string> = {},
  startLimitMs = START_LIMIT_MS,
  folder = root,
  socketFd?: number,
): Promise<SiteServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-data-'));
  const [program, args, fds] =
    socketFd === undefined
      ? [process.execPath, ['api/server.ts'], []]
      : ['sh', ['-c', `LISTEN_PID=$$ exec '${process.execPath}' api/server.ts`], [socketFd]];
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...COMPILE_CACHE,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DIST_DIR: TEST_DIST,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...fds],
  });
  endWithTests(child);
  let output = '';
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await exited;
    await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  const url = await new Promise<string>((found, fail) => {
    const limit = setTimeout(() => fail(new Error(`The service did not start: ${output}`)), startLimitMs);
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /^http:\/\/localhost:\d+/m.exec(output)?.[0];
      if (address) found(address);
      if (address) clearTimeout(limit);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', (code) => {
      clearTimeout(limit);
      fail(new ServiceRefused(output, code));
    });
  }).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, process: child, output: () => output, stop };
}
