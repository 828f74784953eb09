import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createLog } from '../../api/http/log.ts';
import type { SiteSource } from '../../api/service.ts';
import { openSiteStore } from '../../api/site/site-store.ts';
import { SANDBOX_PROVIDER } from '../../src/domain/payments/payment-provider.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The tests' own content: made up, and changed only with the tests. What an editor changes in content/ fails no test. */
export const TEST_CONTENT = join(ROOT, 'tests/fixtures/content');

/** A copy of the project with that content. `build-test-site.ts` keeps it as new as the project. */
export const TEST_PROJECT = join(ROOT, 'test-results/site');

/** The site that was built from it, which the services of tests serve. */
export const TEST_DIST = join(TEST_PROJECT, 'dist');

/** Another copy, with what the published site has not: `build-extended-site.ts`. */
export const EXTENDED_PROJECT = join(ROOT, 'test-results/extended-site');
export const EXTENDED_DIST = join(EXTENDED_PROJECT, 'dist');

const PARTS = [
  'api',
  'public',
  'src',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * Copies the project into a folder, with the tests' content or another, and this project's packages. What a build made
 * there stays.
 */
export async function copyProject(dir: string, content = TEST_CONTENT): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const part of PARTS) await replace(join(ROOT, part), join(dir, part));
  await replace(content, join(dir, 'content'));
  if (!(await readdir(dir)).includes('node_modules')) {
    await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'), 'junction');
  }
}

/** Builds a copy unless its site is as new as the copy. @returns the exit code */
export function buildIfChanged(dir: string): number {
  const { status } = spawnSync(process.execPath, ['src/build/build-site.ts', '--if-changed'], {
    cwd: dir,
    stdio: 'inherit',
  });
  return status ?? 1;
}

async function replace(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
}

/** For a service in the test's own process, where nobody reads a log. */
export const QUIET_LOG = createLog('silent');

let site: Promise<SiteSource> | undefined;

/** The tests' site, read once for all tests of a worker. */
export function readTestSite(): Promise<SiteSource> {
  site ??= openSiteStore(TEST_DIST, QUIET_LOG.log, SANDBOX_PROVIDER).then((store) => {
    const { snapshot, catalogue, farm } = store.current();
    return { getSnapshot: () => snapshot, getCatalogue: () => catalogue, getFarm: () => farm };
  });
  return site;
}
