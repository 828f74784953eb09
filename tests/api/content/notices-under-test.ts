import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type IsoDay, londonDay } from '../../../src/domain/dates.ts';
import { test as base, expect } from '../../support/folder.ts';
import type { SmallSite } from '../../support/small-site.ts';
import { TEST_CONTENT, TEST_DIST } from '../../support/test-site.ts';
import { Browser } from '../admin/admin-under-test.ts';
import { type AppUnderTest, openApp } from '../app-under-test.ts';

/** The service with the tests' built site, and a copy of its content. */
export interface NoticesUnderTest {
  readonly app: AppUnderTest;
  /** Signed in as the owner. */
  readonly owner: Browser;
  readonly contentDir: string;
  /** What somebody does with an editor of their own. */
  writeNotices(text: string): Promise<void>;
  /** A page as it is served. */
  page(path: string): Promise<string>;
}

let pages: Promise<string> | undefined;

/**
 * The pages of the tests' site alone, for all tests of a worker: compressing forty of them again takes most of the time
 * of a notice. @returns their folder
 */
function copyPages(): Promise<string> {
  pages ??= mkdtemp(join(tmpdir(), 'pages-')).then(async (folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const site = JSON.parse(await readFile(join(TEST_DIST, 'build.json'), 'utf8'));
    site.files = site.files.filter(({ path }: { path: string }) => /\.(html|json)$|^sw\.js$/.test(path));
    for (const { path } of site.files) await cp(join(TEST_DIST, path), join(folder, path));
    await writeFile(join(folder, 'build.json'), JSON.stringify(site));
    return folder;
  });
  return pages;
}

/** `isCompressed`: on the whole site. */
export const test = base.extend<{ notices: NoticesUnderTest; isCompressed: boolean }>({
  isCompressed: [false, { option: true }],
  notices: async ({ folder, isCompressed }, use) => {
    const contentDir = join(folder, 'content');
    await cp(TEST_CONTENT, contentDir, { recursive: true });
    const app = await openApp({ outDir: isCompressed ? TEST_DIST : await copyPages() } as SmallSite, {
      contentDir,
    });
    const owner = new Browser(app.app, { Origin: 'http://localhost' });
    await owner.signIn();
    await use({
      app,
      owner,
      contentDir,
      async writeNotices(text) {
        // In another file first: with a file that is written in place, a check can come before it is whole.
        await writeFile(join(folder, 'next'), text);
        await rename(join(folder, 'next'), join(contentDir, 'notices.json'));
      },
      page: async (path) => (await app.get(path)).text(),
    });
    await app.close();
  },
});

/** A form as a browser without script sends it. */
export async function post(browser: Browser, path: string, entries: Record<string, string> = {}) {
  const answer = await browser.send('POST', path, new URLSearchParams(entries));
  const location = answer.headers.get('Location') ?? '';
  const shown = location === '' ? answer : await browser.send('GET', location);
  const html = await shown.text();
  return { status: answer.status, location, html, text: textOf(html) };
}

export function textOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

/** A day from today, in London. */
export function day(days = 0): IsoDay {
  return addDays(londonDay(new Date()), days);
}

export function makeNotice(words: { id?: string; text?: string; from?: string; to?: string }): object {
  return { id: 'snow', text: 'Closed today: snow.', from: day(), to: day(), ...words };
}

export { expect };
