import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { writeFiles } from '../support/small-site.ts';

/** A project with one local package, whose programs only report that they ran. */
const PROJECT = {
  'package.json': '{ "name": "small", "type": "module", "dependencies": { "part": "file:part" } }',
  'package-lock.json': JSON.stringify({
    name: 'small',
    lockfileVersion: 3,
    packages: {
      '': { name: 'small', dependencies: { part: 'file:part' } },
      'node_modules/part': { resolved: 'part', link: true },
      part: { version: '1.0.0' },
    },
  }),
  'part/package.json': '{ "name": "part", "version": "1.0.0" }',
  'src/content/check.ts':
    'console.log("checked", process.argv.slice(2).join(), process.versions.node); process.exitCode = 3;',
  'src/build/build-site.ts': 'console.log("built"); process.exitCode = 1;',
  'api/server.ts':
    'setInterval(() => {}, 1000); process.on("SIGTERM", () => { console.log("stopped"); process.exit(0); }); console.log("listening");',
};

const test = base.extend<{ dir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
  dir: async ({}, use) => {
    const dir = await mkdtemp(join(tmpdir(), 'starter-'));
    await writeFiles(dir, PROJECT);
    await copyFile('run.js', join(dir, 'run.js'));
    await use(dir);
    await rm(dir, { recursive: true, force: true });
  },
});

test('every script starts through the starter, so that no shell is involved', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, line] of Object.entries(scripts)) expect(line).toBe(`node run.js ${name}`);
});

test('the starter knows every script', async ({ dir }) => {
  const { code, output } = await end(start(dir, 'no-such'));
  expect(code).toBe(1);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(output()).toContain(`There are: ${Object.keys(scripts).join(', ')}.`);
});

test('a command installs what is missing, runs on its Node, and exits like its program', async ({ dir }) => {
  const first = await end(start(dir, 'content:check', 'a', 'b'));
  expect(first.output()).toContain('Installing 2 packages');
  expect(first.output()).toContain(`checked a,b ${process.versions.node}`);
  expect(first.code).toBe(3);

  const again = await end(start(dir, 'content:check'));
  expect(again.output()).not.toContain('Installing');

  const later = new Date(Date.now() + 60_000);
  await utimes(join(dir, 'package-lock.json'), later, later);
  expect((await end(start(dir, 'content:check'))).output()).toContain('Installing');
});

test('start serves the last site if the build fails, and passes signals on', async ({ dir }) => {
  const child = start(dir, 'start');
  const ended = end(child);
  await expect.poll(() => outputs.get(child)).toContain('listening');
  child.kill('SIGTERM');
  const { code, output } = await ended;
  expect(output()).toMatch(/built\nlistening\nstopped/);
  expect(code).toBe(0);
});

test('the quick tests run during the type check, and a type error fails the command', async ({ dir }) => {
  await end(start(dir, 'content:check'));
  await writeFiles(join(dir, 'node_modules'), {
    'astro/bin/astro.mjs':
      'import { existsSync } from "node:fs"; const wait = setInterval(() => { if (existsSync("tested")) { clearInterval(wait); process.exitCode = 4; } }, 10);',
    '@biomejs/biome/bin/biome': '',
    '@playwright/test/cli.js': 'require("node:fs").writeFileSync("tested", "");',
  });
  expect((await end(start(dir, 'test:quick'))).code).toBe(4);
  await writeFiles(join(dir, 'node_modules'), {
    'astro/bin/astro.mjs': '',
    '@playwright/test/cli.js': 'process.exitCode = 5;',
  });
  expect((await end(start(dir, 'test:quick'))).code).toBe(5);
});

const outputs = new WeakMap<ChildProcess, string>();

function start(dir: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['run.js', ...args], { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  const keep = (chunk: Buffer) => outputs.set(child, (outputs.get(child) ?? '') + chunk);
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return child;
}

async function end(child: ChildProcess): Promise<{ code: number | null; output: () => string }> {
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: () => outputs.get(child) ?? '' };
}
