import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { LockedPackage } from '../../src/build/bundle.ts';
import { writeLicences } from '../../src/build/licences.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lockfile = readFileSync('package-lock.json', 'utf8');
const locked = Object.entries<LockedPackage>(JSON.parse(lockfile).packages).filter(([path]) => path !== '');
const direct: Record<string, string> = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};

/** Licences that only require their text or, for the last ones, that changes of the package are shared. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'LGPL-3.0-or-later',
  'MPL-2.0',
];

/** Each part of a licence expression such as `MIT OR Apache-2.0`; all must be allowed. */
function findForbidden(expression: string | undefined): string[] {
  const parts = (expression ?? 'none named').split(/ AND | OR |[()]/).filter((part) => part !== '');
  return parts.filter((part) => !ALLOWED.includes(part));
}

test('DEPENDENCIES.md gives a reason for every direct dependency, and lists nothing else', () => {
  const rows = [...readFileSync('DEPENDENCIES.md', 'utf8').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(direct).sort());
  for (const [, name, reason = ''] of rows) expect(reason.length, name).toBeGreaterThan(3);
});

test('every direct dependency is pinned to one version', () => {
  for (const [name, version] of Object.entries(direct))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
});

test('the lockfile has every package from the registry, with its hash', () => {
  const { packages, lockfileVersion } = JSON.parse(lockfile);
  expect(lockfileVersion).toBe(3);
  expect(packages[''].dependencies).toEqual(manifest.dependencies);
  expect(packages[''].devDependencies).toEqual(manifest.devDependencies);
  expect(packages[''].optionalDependencies).toEqual(manifest.optionalDependencies);
  expect(locked.length).toBeGreaterThan(100);
  for (const [path, { integrity, resolved, link }] of locked) {
    expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
    // A package from elsewhere has its URL or folder in the lockfile; one from the registry does not (.npmrc).
    expect([resolved, link], path).toEqual([undefined, undefined]);
  }
});

test('install scripts are off', () => {
  const settings = readFileSync('.npmrc', 'utf8').split('\n');
  expect(settings).toContain('ignore-scripts=true');
  expect(settings).toContain('save-exact=true');
  // A new install script needs a review. esbuild's only moves its binary.
  const wanting = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(wanting.sort()).toEqual(['node_modules/esbuild']);
});

test('every package has an acceptable licence, and its own files say the same', () => {
  for (const [path, { license, version }] of locked) {
    expect(findForbidden(license), path).toEqual([]);
    const file = join(path, 'package.json');
    // Packages for other platforms are in the lockfile only.
    if (!existsSync(file)) continue;
    const installed = JSON.parse(readFileSync(file, 'utf8'));
    expect([path, installed.version, installed.license]).toEqual([path, version, license]);
  }
});

test('LICENCES.md lists the licences of the locked packages', () => {
  expect(readFileSync('LICENCES.md', 'utf8'), 'run `npm run licences`').toBe(writeLicences(lockfile));
});

for (const expression of ['GPL-3.0', 'MIT AND AGPL-3.0-only', '(MIT OR SSPL-1.0)', undefined, 'UNLICENSED']) {
  test(`refuses ${expression}`, () => expect(findForbidden(expression)).toHaveLength(1));
}
