import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { copyFile, readdir, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command, PROGRAMS, parseCommandLine, SCRIPTS } from '#commands';
import { endWithTests } from '../support/end-with-tests.ts';
import { test as base, expect } from '../support/folder.ts';
import { COMPILE_CACHE } from '../support/run-command.ts';
import { writeFiles } from '../support/small-site.ts';

/** A project with one local package, whose programs only report that they ran; `tests/ways` starts the real ones. */
const PROJECT = {
  'package.json': JSON.stringify({
    name: 'small',
    type: 'module',
    scripts: Object.fromEntries(
      ['start', 'bundle', 'content:publish', 'content:undo'].map((name) => [name, `node run.js ${name}`]),
    ),
    dependencies: { part: 'file:part' },
  }),
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
  'src/content/check.ts': '',
  'src/content/season.ts':
    'console.log("moved", process.argv.slice(2).join(), process.versions.node); process.exitCode = 3;',
  'src/build/build-site.ts': 'console.log("built"); process.exitCode = 1;',
  'api/server.ts':
    'setTimeout(() => {}, 60_000); process.on("SIGTERM", () => { console.log("stopped"); process.exit(0); }); console.log("listening");',
};

const test = base.extend<{ dir: string }>({
  dir: async ({ folder: dir }, use) => {
    await writeFiles(dir, PROJECT);
    for (const file of ['run.js', 'src/commands.mjs']) await copyFile(file, join(dir, file));
    await use(dir);
  },
});

test('every script starts through the starter, so that no shell is involved', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, line] of Object.entries(scripts)) expect(line).toBe(`node run.js ${name}`);
});

test('the starter knows every script', async ({ dir }) => {
  const { code, output } = await end(start(dir, 'no-such'));
  expect(code).toBe(2);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(output()).toContain(`There are: ${Object.keys(scripts).join(', ')}.`);
});

test('a command installs what is missing, runs on its Node, and exits like its program', async ({ dir }) => {
  const first = await end(start(dir, 'content:season', '2026', '--yes'));
  expect(first.output()).toContain('Installing 2 packages');
  expect(first.output()).toContain(`moved 2026,--yes ${process.versions.node}`);
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

test('all tests wait for both sites, which are built at the same time, and run on no half of them', async ({
  dir,
}) => {
  const build = (other: string, code = 0) =>
    `import { existsSync, writeFileSync } from "node:fs"; writeFileSync(import.meta.filename + ".done", "");
    const wait = setInterval(() => { if (!existsSync("tests/support/build-${other}-site.ts.done")) return;
      clearInterval(wait); process.exitCode = ${code}; }, 10);`;
  await writeFiles(dir, {
    'tests/support/install-programs.ts': '',
    'tests/support/build-test-site.ts': build('extended', 6),
    'tests/support/build-extended-site.ts': build('test'),
  });
  const { code, output } = await end(start(dir, 'test'));
  expect([code, output()]).toEqual([6, expect.not.stringContaining('Testing')]);
});

test('what is not understood, or only asked about, is answered before anything is installed or built', async ({
  dir,
}) => {
  const files = await readdir(dir, { recursive: true });
  for (const [args, code, words] of [
    ['bundle --editr', 2, "Unknown option '--editr'. Nothing was done.\n\nPacks"],
    ['start now', 2, '“now” is not understood. Nothing was done.\n\nInstalls'],
    ['static-host', 2, 'Missing: an address such as https://shop.example.com. Nothing was done.'],
    ['restore a b', 2, '“b” is not understood'],
    ['content:undo --number x', 2, '“x” is not a whole number'],
    ['bundle --help', 0, '--platform PLATFORM'],
    ['test --help', 0, 'goes to playwright test'],
  ] as const) {
    const { code: found, output } = await end(start(dir, ...args.split(' ')));
    expect([args, found]).toEqual([args, code]);
    expect(output()).toContain(words);
  }
  expect(await readdir(dir, { recursive: true })).toEqual(files);
});

test('what another tool than npm starts says in words what to type', async ({ dir }) => {
  for (const tool of ['pnpm', 'yarn', 'bun']) {
    const child = run(process.execPath, ['run.js', 'start'], dir, {
      npm_config_user_agent: `${tool}/4.1.0 npm/? node/v26`,
    });
    const { code, output } = await end(child);
    expect([code, output()]).toEqual([2, expect.stringMatching(`for npm.*${tool}.*Type npm start`)]);
  }
});

test('a signal during the build starts no service', async ({ dir }) => {
  await writeFiles(dir, {
    'src/build/build-site.ts': 'console.log("building"); setTimeout(() => {}, 60_000);',
  });
  const child = start(dir, 'start');
  const ended = end(child);
  await expect.poll(() => outputs.get(child)).toContain('building');
  child.kill('SIGTERM');
  const { code, output } = await ended;
  expect(output()).not.toContain('listening');
  expect(code).toBe(143);
});

test('ending npm ends the service, although npm’s shell passes no signal on', async ({ dir }) => {
  const child = run('npm', ['start'], dir);
  await expect.poll(() => outputs.get(child)).toContain('listening');
  child.kill('SIGTERM');
  await expect.poll(() => outputs.get(child)).toContain('stopped');
});

test('a flag that npm kept for itself is not lost without a word', async ({ dir }) => {
  for (const [name, typed, meant] of [
    ['content:publish', '--preview', '--preview'],
    ['bundle', '--platform=linux-arm64', '--platform linux-arm64'],
    ['content:undo', '--number=12', '--number 12'],
  ] as const) {
    const { code, output } = await end(run('npm', ['run', name, typed], dir));
    expect(code).toBe(2);
    expect(output()).toContain(`for itself. Type npm run ${name} -- ${meant}`);
  }
});

test('every program reads its line by its name; what it does not know is refused and explained, and nothing done', async ({
  folder: empty,
}) => {
  const all = Object.entries<Command>({ ...SCRIPTS, ...PROGRAMS });
  for (const [name, { program }] of all.filter(([, { program }]) => program))
    expect
      .soft(readFileSync(program ?? '', 'utf8'), name)
      .toMatch(new RegExp(`(runProgram|readCommandLine)\\(\\s*'${name}'`));
  const keys = ['DATA_DIR', 'DIST_DIR', 'CONTENT_DIR', 'BACKUP_DIR'];
  const env = { ...COMPILE_CACHE, ...Object.fromEntries(keys.map((key) => [key, join(empty, key)])) };
  const ask = (program: string, flag: string) =>
    end(run(process.execPath, [resolve(program), flag], empty, env));
  // They read it in the same way, so what two are asked for is enough.
  for (const { says, program, flags } of [SCRIPTS['content:undo'], SCRIPTS.build]) {
    const { code, output } = await ask(program, '--nonsense');
    // Nothing else is printed before it or after it.
    const [, explained = ''] =
      /^Unknown option '--nonsense'. Nothing was done.\n\n(.*)$/s.exec(output()) ?? [];
    expect([code, explained]).toEqual([2, expect.stringMatching(/^[^\n]+\n\n.*Example: /s)]);
    expect(explained.startsWith(says)).toBe(true);
    for (const flag of Object.keys(flags)) expect(explained).toContain(`\n  --${flag}`);
    const help = await ask(program, '--help');
    expect([help.code, help.output()]).toEqual([0, explained]);
  }
  expect(await readdir(empty)).toEqual([]);
});

test('every command line in a document is understood', () => {
  const documents = globSync(['*.md', '{api,content,src,tests}/**/*.md']);
  const lines = documents.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  let count = 0;
  for (const line of lines) {
    const spans = [...line.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
    const typed = spans.flatMap((span) => {
      const [, name = '', rest = ''] = /^npm (?:run )?(?:--silent )?([\w:-]+)(?: -- (.*))?$/.exec(span) ?? [];
      return Object.hasOwn(SCRIPTS, name) ? [{ name: name as keyof typeof SCRIPTS, rest }] : [];
    });
    for (const { name, rest } of typed) {
      const { words = [] } = SCRIPTS[name] as Command;
      const args = rest.replace(/ >.*/, '').replace('EMAIL', 'a@example.com').split(' ').filter(Boolean);
      // Where a document only names the command.
      if (args.length === 0 && words.length > 0) continue;
      expect(() => parseCommandLine(name, args), line).not.toThrow();
      count++;
    }
    const known = typed.flatMap(({ name }) => Object.keys((SCRIPTS[name] as Command).flags ?? {}));
    if (typed.some(({ name }) => 'passesTo' in SCRIPTS[name]) || typed.length === 0) continue;
    for (const [, flag] of spans.join(' ').matchAll(/(?:^| )--([a-z][a-z-]*)/g)) {
      expect([...known, 'help', 'silent'], line).toContain(flag);
    }
  }
  expect(count).toBeGreaterThan(40);
});

const outputs = new WeakMap<ChildProcess, string>();

function start(dir: string, ...args: string[]): ChildProcess {
  return run(process.execPath, ['run.js', ...args], dir);
}

function run(program: string, args: string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  const child = endWithTests(
    spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const keep = (chunk: Buffer) => outputs.set(child, (outputs.get(child) ?? '') + chunk);
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return child;
}

async function end(child: ChildProcess): Promise<{ code: number | null; output: () => string }> {
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: () => outputs.get(child) ?? '' };
}
