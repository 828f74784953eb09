import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithTests } from './end-with-tests.ts';
import { findFreePort } from './free-port.ts';

const DEBIAN = '/usr/lib/postgresql';

/** The programs of Postgres, as Debian installs them: the newest version. Undefined if there are none. */
export function findPostgres(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

export interface PostgresServer {
  /** Makes an empty database. @returns its URL */
  createDatabase(name: string): Promise<string>;
  /** Writes everything in a database into a file, as SQL. */
  dump(name: string, file: string): void;
  /** Stops the server, and starts it again afterwards. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** A server of its own on a free loopback port, with its data in a new folder that goes with it. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  // Postgres refuses to be run by root.
  const user = process.getuid?.() === 0 ? findUser() : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const run = (program: string, ...parameters: string[]) =>
    // A database as text is more than the usual megabyte.
    execFileSync(join(bin, program), parameters, {
      ...user,
      cwd: folder,
      stdio: 'pipe',
      maxBuffer: Infinity,
    });
  // Sorted as a language is, where a column does not say otherwise.
  const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-GB'];
  run('initdb', '-D', data, '-U', 'farm', '-A', 'trust', '-E', 'UTF8', ...locale, '--no-sync');
  const port = await findFreePort();
  const place = [`unix_socket_directories=${folder}`, 'listen_addresses=127.0.0.1', 'max_connections=300'];
  const settings = place.flatMap((each) => ['-c', each]);
  const answers = () =>
    spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0;
  const start = async () => {
    const started = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    endWithTests(started);
    while (!answers()) await sleep(50);
    return started;
  };
  let server = await start();
  const end = async () => {
    // Fast shutdown: connections that tests have left are ended.
    server.kill('SIGINT');
    await once(server, 'exit');
  };
  return {
    async restart(meanwhile) {
      await end();
      await meanwhile();
      server = await start();
    },
    async createDatabase(name) {
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'farm', name);
      return `postgres://farm@127.0.0.1:${port}/${name}`;
    },
    dump(name, file) {
      writeFileSync(file, run('pg_dump', '-h', '127.0.0.1', '-p', String(port), '-U', 'farm', name));
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

function findUser(): { uid: number; gid: number } {
  const read = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
