import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { test as base, expect } from '../support/folder.ts';
import { TEST_CONTENT } from '../support/test-site.ts';

/** A copy of the tests' content that a test can break. */
export class ContentCopy {
  readonly dir: string;
  readonly #changed = new Set<string>();

  constructor(dir: string) {
    this.dir = dir;
  }

  /**
   * Replaces a text in one file, in which a space stands for any white space of JSON. Throws an Error if the file does not
   * contain it, so that no test changes nothing.
   */
  async replace(file: string, before: string, after: string): Promise<void> {
    const source = await this.read(file);
    const exact = before.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const pattern = new RegExp(file.endsWith('.json') ? exact.replaceAll(/ +/g, '\\s+') : exact);
    if (!pattern.test(source)) throw new Error(`content/${file} does not hold: ${before}`);
    await this.write(
      file,
      source.replace(pattern, () => after),
    );
  }

  read(file: string): Promise<string> {
    return readFile(join(this.dir, file), 'utf8');
  }

  async write(file: string, source: string | Uint8Array): Promise<void> {
    this.#changed.add(file);
    await mkdir(dirname(join(this.dir, file)), { recursive: true });
    await writeFile(join(this.dir, file), source);
  }

  async remove(file: string): Promise<void> {
    this.#changed.add(file);
    await rm(join(this.dir, file));
  }

  /** Takes back what was replaced, written and removed. */
  async restore(): Promise<void> {
    for (const file of this.#changed) {
      const [original, copy] = [join(TEST_CONTENT, file), join(this.dir, file)];
      await (existsSync(original) ? copyFile(original, copy) : rm(copy));
    }
    this.#changed.clear();
  }

  /** Runs `npm run content:check`, `content:report` or `content:season` on the copy, without a terminal. */
  run(command: 'check' | 'report' | 'season', ...args: string[]): Promise<{ code: number; output: string }> {
    return new Promise((done) => {
      execFile(
        process.execPath,
        [resolve(`src/content/${command}.ts`), ...args],
        // Not the farm's own, whatever the test changes.
        { env: { ...process.env, CONTENT_DIR: this.dir } },
        (error, stdout, stderr) =>
          done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  }
}

export const test = base.extend<{ content: ContentCopy }>({
  content: async ({ folder }, use) => {
    const dir = join(folder, 'content');
    await cp(TEST_CONTENT, dir, { recursive: true });
    await use(new ContentCopy(dir));
  },
});

export { expect };
