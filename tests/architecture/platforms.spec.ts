import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { NODE_PACKAGES } from '#commands';
import type { LockedPackages } from '../../src/build/bundle.ts';
import { findMissing, PLATFORMS } from './platforms.ts';

const { packages }: { packages: LockedPackages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

for (const platform of PLATFORMS) {
  test(`the lockfile has every program for ${platform.os} ${platform.cpu}, with its hash`, () => {
    expect(findMissing(packages, platform)).toEqual([]);
  });
}

test('finds a program that the lockfile lacks for one platform', () => {
  const lacking = Object.entries(packages).filter(
    ([path]) => !path.includes('compiler-binding-darwin-arm64'),
  );
  expect(findMissing(Object.fromEntries(lacking), { os: 'darwin', cpu: 'arm64' })).toEqual([
    'node_modules/@astrojs/compiler-binding: @astrojs/compiler-binding-darwin-arm64 is not locked',
    'node_modules/@astrojs/compiler-binding: nothing for darwin arm64',
  ]);
});

test('finds a program without a hash', () => {
  const path = 'node_modules/@biomejs/cli-win32-x64';
  const { integrity: _, ...unhashed } = packages[path] ?? { version: '' };
  expect(findMissing({ ...packages, [path]: unhashed }, { os: 'win32', cpu: 'x64' })).toEqual([
    'node_modules/@biomejs/biome: nothing for win32 x64',
  ]);
});

test('the commands know the Node of every platform, all of one version', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const { os, cpu } of PLATFORMS) {
    const name = NODE_PACKAGES[`${os}-${cpu}` as keyof typeof NODE_PACKAGES];
    expect(Object.keys(optionalDependencies), `${os} ${cpu}`).toContain(name);
    expect(packages[`node_modules/${name}`]).toMatchObject({ os, cpu });
  }
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
});
