import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, link, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';

const ROOT = resolve(import.meta.dirname, '../..');

/** A terminal that somebody has just opened: no setting of the project, and the machine's own Node and npm. */
const TERMINAL = {
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ROOT))
    .join(delimiter),
  HOME: process.env.HOME,
  // npm has every package since this project was installed.
  npm_config_prefer_offline: 'true',
};

export interface Ended {
  readonly code: number;
  /** Both streams. */
  readonly output: string;
}

export interface Started {
  /** The first address that it has printed, `http://localhost:54321`. */
  readonly url: string;
  /** Ends it as Ctrl+C does. */
  stop(): Promise<void>;
}

/**
 * The project as it is in git, in a folder of its own, with the packages of this one: on their disk, where they are linked
 * within a moment. In memory, 700 MB would be copied.
 */
export async function cloneProject(): Promise<string> {
  // Ignored by git, but not by Vite, which watches no file in `test-results`.
  const folder = await mkdtemp(join(ROOT, 'dist.clone-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const there = files.filter((each) => each !== '' && existsSync(join(ROOT, each)));
  await Promise.all([
    // With its age: an older lockfile than the packages says that they are installed.
    ...there.map((file) => cp(join(ROOT, file), join(folder, file), { preserveTimestamps: true })),
    linkFolder(join(ROOT, 'node_modules'), join(folder, 'node_modules')),
  ]);
  const run = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  run('init', '--quiet');
  run('add', '--all');
  const person = ['-c', 'user.name=Farm', '-c', 'user.email=farm@example.com'];
  run(...person, 'commit', '--quiet', '--no-gpg-sign', '--message', 'Everything');
  return folder;
}

/** The same files in another folder, without what tools keep there. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = join(from, entry.name);
      const target = join(to, entry.name);
      if (entry.isDirectory()) {
        if (!/^\.(cache|vite|astro)$/.test(entry.name)) await linkFolder(source, target);
      } else if (entry.isFile()) await link(source, target).catch(() => cp(source, target));
      else await cp(source, target, { verbatimSymlinks: true });
    }),
  );
}

/** What a failed test has left running ends with it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) signal(child, 'SIGKILL');
});

/** The scripts of package.json that were typed. */
export const typed = new Set<string>();

/** Types a line such as `npm run backup` in a folder, and waits for its end. */
export async function type(folder: string, line: string, env: Record<string, string> = {}): Promise<Ended> {
  const child = open(folder, line, env);
  const output = collect(child);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

/** Types a line that starts a server, and waits for its address. */
export async function start(
  folder: string,
  line: string,
  env: Record<string, string> = {},
): Promise<Started> {
  const child = open(folder, line, env);
  const output = collect(child);
  const ended = once(child, 'close');
  for (;;) {
    const url = /http:\/\/localhost:\d+/.exec(output())?.[0];
    if (url !== undefined) {
      const stop = async () => {
        if (running.has(child)) signal(child, 'SIGINT');
        await ended;
      };
      return { url, stop };
    }
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(`${line} ended before it served:\n${output()}`);
  }
}

function open(
  folder: string,
  line: string,
  env: Record<string, string>,
): ChildProcessByStdio<null, Readable, Readable> {
  const [program = '', ...args] = line.split(' ');
  const script = args[0] === 'run' ? args[1] : args[0];
  if (program === 'npm' && script !== undefined) typed.add(script);
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...TERMINAL, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it: npm, the starter and the program are ended together.
    detached: true,
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, name);
}

function collect(child: ChildProcessByStdio<null, Readable, Readable>): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return () => output;
}
