import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyProject } from '../support/test-site.ts';

export interface Finished {
  code: number;
  /** Both streams, in the order in which they were written. */
  output: string;
}

/** The whole project in a temporary folder, with the tests' content or another that runs its programs; `tests/ways` types the commands. */
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

  /** Runs one of the project's own scripts to its end. */
  run(...args: string[]): Promise<Finished> {
    return new Promise((done) => {
      const env = { ...process.env, ...this.#env };
      execFile(process.execPath, args, { cwd: this.dir, env }, (error, stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
      });
    });
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}
