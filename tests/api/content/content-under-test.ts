import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '../../support/folder.ts';
import { shareSmallSite } from '../../support/small-site.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { Browser } from '../admin/admin-under-test.ts';
import { type AppUnderTest, openApp } from '../app-under-test.ts';

/** In place of the build with Astro, which takes ten times as long; `tests/ways` publishes with it, from a phone. */
export const BUILD_PROGRAM = join(import.meta.dirname, 'build-stand-in.ts');

/** For a build, which is a process that all others go before. */
export const PATIENT = { timeout: 60_000 };

let built: Promise<string> | undefined;

/** The site of the tests' content, built once for all tests of a worker. @returns its folder */
function buildOnce(): Promise<string> {
  built ??= mkdtemp(join(tmpdir(), 'content-site-')).then(async (folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const env = { ...process.env, CONTENT_DIR: TEST_CONTENT, DIST_DIR: join(folder, 'dist') };
    await promisify(execFile)(process.execPath, [BUILD_PROGRAM], { env });
    return env.DIST_DIR;
  });
  return built;
}

/** The editor of the content, on a copy of the tests' content. */
export interface ContentUnderTest {
  readonly app: AppUnderTest;
  /** Signed in as the owner. */
  readonly owner: Browser;
  readonly contentDir: string;
  /** The words of a page, without its markup, and its markup. */
  read(path: string): Promise<{ status: number; html: string; text: string; location: string | null }>;
  /** Sends a form, and follows where it leads. */
  post(
    path: string,
    entries: Record<string, string> | [string, string][],
  ): Promise<{ status: number; html: string; text: string; location: string | null }>;
  readFile(file: string): Promise<string>;
  /** What somebody does with an editor of their own, beside ours. */
  writeFile(file: string, text: string): Promise<void>;
}

/** Playwright's `test` with the content editor, afresh for each test. */
export const test = base.extend<{ content: ContentUnderTest }>({
  content: async ({ folder }, use) => {
    const contentDir = join(folder, 'content');
    await cp(TEST_CONTENT, contentDir, { recursive: true });
    const distDir = join(folder, 'dist');
    await cp(await buildOnce(), distDir, { recursive: true });
    const app = await openApp(
      { ...(await shareSmallSite()), outDir: distDir },
      { contentDir, distDir, buildProgram: BUILD_PROGRAM },
    );
    const owner = new Browser(app.app, { Origin: 'http://localhost' });
    await owner.signIn();
    const read = async (path: string) => asReading(await owner.send('GET', path));
    await use({
      app,
      owner,
      contentDir,
      read,
      async post(path, entries) {
        const answer = await owner.send('POST', path, new URLSearchParams(entries));
        const location = answer.headers.get('Location');
        return location === null
          ? asReading(answer)
          : { ...(await read(location.replace(/#.*/, ''))), location };
      },
      readFile: (file) => readFile(join(contentDir, file), 'utf8'),
      writeFile: (file, text) => writeFile(join(contentDir, file), text),
    });
    await app.close();
  },
});

async function asReading(answer: Response) {
  const html = await answer.text();
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  return { status: answer.status, html, text, location: answer.headers.get('Location') };
}

export { expect };
