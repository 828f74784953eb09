import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithTests } from './end-with-tests.ts';
import { copyProject } from './test-site.ts';

export interface Finished {
  code: number;
  /** Both streams, in the order in which they were written. */
  output: string;
}

/** The whole project in a temporary folder, with the tests' content or another, for tests that edit it and run its programs; `tests/ways` types the commands. */
export class ProjectCopy {
  readonly dir: string;
  readonly #env: Record<string, string>;

  private constructor(dir: string, env: Record<string, string>) {
    this.dir = dir;
    this.#env = env;
  }

  /** @param env settings of all its commands */
  static async create(content?: string, env: Record<string, string> = {}): Promise<ProjectCopy> {
    const dir = await mkdtemp(join(tmpdir(), 'project-'));
    await copyProject(dir, content);
    return new ProjectCopy(dir, env);
  }

  /** Replaces a text in one file. Throws an Error when the file does not have it. */
  async replace(file: string, before: string, after: string): Promise<void> {
    const source = await readFile(join(this.dir, file), 'utf8');
    if (!source.includes(before)) throw new Error(`${file} does not hold: ${before}`);
    await writeFile(join(this.dir, file), source.replace(before, after));
  }

  read(file: string): Promise<string> {
    return readFile(join(this.dir, file), 'utf8');
  }

  /** Runs one of the project's own scripts to its end. */
  run(...args: string[]): Promise<Finished> {
    return new Promise((done) => {
      const env = { ...process.env, ...this.#env };
      execFile(process.execPath, args, { cwd: this.dir, env }, (error, stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
      });
    });
  }

  /** Starts a script that keeps running, and waits for it to print an address. */
  async start(
    args: string[],
    env: Record<string, string>,
  ): Promise<{ url: string; stop: () => Promise<void> }> {
    const child = spawn(process.execPath, args, {
      cwd: this.dir,
      env: { ...process.env, ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithTests(child);
    const url = await firstAddress(child);
    const stop = async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    };
    return { url, stop };
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}

function firstAddress(child: ChildProcess): Promise<string> {
  return new Promise((found, fail) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (address !== undefined) found(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => fail(new Error(`It ended before it listened: ${output}`)));
  });
}
