import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { findPackageFolders, findServicePackages, type LockedPackages } from '../../src/build/bundle.ts';
import { PLATFORMS } from '../architecture/platforms.ts';
import { readModules } from '../architecture/read-modules.ts';

// What goes into the archive, of the functions that choose it. `tests/ways` packs it with the command, and starts it.

const root = resolve(import.meta.dirname, '../..');
const { packages }: { packages: LockedPackages } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

test('the packages are those that the service imports, read by a parser of its own', async () => {
  const imported = readModules()
    .filter(({ path }) =>
      /^(api|src\/(domain|content\/(reader|checks|changes|report|season|edit)))\//.test(path),
    )
    .flatMap(({ imports }) => imports.filter(({ target, isTypeOnly }) => !target && !isTypeOnly))
    .filter(({ specifier }) => !specifier.startsWith('node:'))
    .map(({ specifier }) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0]);
  // Called in a thread aside, by its name.
  const needed = [...new Set([...imported, '@simplewebauthn/server'])]
    .filter((name) => name !== 'sharp')
    .sort();
  expect(await findServicePackages(root)).toEqual(needed);
});

test('no package of the bundle is for one platform alone, and SQLite has a program for each', async () => {
  const folders = findPackageFolders(packages, await findServicePackages(root));
  for (const folder of folders) expect([folder, packages[folder]?.os]).toEqual([folder, undefined]);
  for (const { os, cpu } of PLATFORMS) {
    const program = `node_modules/better-sqlite3/prebuilds/${os}-${cpu}.node`;
    expect([program, existsSync(join(root, program))]).toEqual([program, true]);
  }
});

test('a package’s own version of another package comes along', () => {
  const locked: LockedPackages = {
    'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0', c: '^1.0.0' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', dependencies: { c: '^1.0.0' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/c': { version: '1.0.0', dependencies: { a: '^1.0.0' } },
  };
  expect(findPackageFolders(locked, ['a'])).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
  expect(() => findPackageFolders(locked, ['d'])).toThrow('d is not in package-lock.json');
});
