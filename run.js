// Behind every npm script. It needs nothing but Node 20: it installs what is missing, then runs the command's steps on
// the project's own Node (26), the one that node_modules brings. No shell, so it is the same on Linux, macOS and Windows.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describeOldNode, EXIT, NODE_PACKAGES, readCommandLine, SCRIPTS } from './src/commands.mjs';

const KNIP = 'node_modules/knip/bin/knip.js';
const ASTRO = 'node_modules/astro/bin/astro.mjs';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';

const BUILD = { says: 'Building the site', run: ['src/build/build-site.ts', '--if-changed'] };
const TEST_SITE = { says: 'Building the tests’ site', run: ['tests/support/build-test-site.ts'] };
const EXTENDED_SITE = {
  says: 'Building the site with what a farm may add',
  run: ['tests/support/build-extended-site.ts'],
};
const CHROMIUM = { says: 'Looking for Chromium', run: ['tests/support/install-programs.ts'] };

/** What `test:quick` runs: the rules, the content, and of the service what holds money, orders, payments and mails. */
const QUICK_TESTS = ['unit', 'content', 'api/orders', 'api/payments', 'api/mail'].map(
  (name) => `tests/${name}/`,
);

/**
 * The steps of each command before its program in `src/commands.mjs`, and all steps of those that start another's tool.
 * What is typed after the command's name goes to its last step. A step with `isBeside` runs while the next ones do,
 * until one that `waits`.
 */
const STEPS = {
  start: [{ ...BUILD, mayFail: true }],
  dev: [{ run: [ASTRO, 'dev'] }],
  check: [{ run: [BIOME, 'check', '--error-on-warnings', '.'] }, { run: [KNIP] }, { run: [ASTRO, 'check'] }],
  format: [{ run: [BIOME, 'check', '--write', '.'] }],
  test: [
    CHROMIUM,
    { ...TEST_SITE, isBeside: true },
    EXTENDED_SITE,
    { says: 'Testing', run: [PLAYWRIGHT, 'test'], waits: true },
  ],
  'test:quick': [
    { says: 'Checking types', run: [ASTRO, 'check'], isBeside: true },
    { says: 'Checking format and lint', run: [BIOME, 'check', '--error-on-warnings', '.'] },
    { says: 'Testing', run: [PLAYWRIGHT, 'test', ...QUICK_TESTS] },
  ],
  screenshots: [
    CHROMIUM,
    BUILD,
    TEST_SITE,
    { run: [PLAYWRIGHT, 'test', '--project', 'screenshots'], env: { SCREENSHOTS: '1' } },
  ],
  'pictures:update': [
    CHROMIUM,
    TEST_SITE,
    { run: [PLAYWRIGHT, 'test', 'browser/pictures.spec.ts', '--update-snapshots'] },
  ],
  bench: [CHROMIUM, BUILD],
  chaos: [TEST_SITE],
  bundle: [BUILD],
  platforms: [BUILD],
  'static-host': [BUILD],
};

const LOCKFILE = 'package-lock.json';
/** npm writes it when an installation is complete. */
const INSTALLED = 'node_modules/.package-lock.json';

process.chdir(import.meta.dirname);
const [name = '', ...args] = process.argv.slice(2);
// npm_config_user_agent begins with the name of what has read package.json.
const [, other] = /^(pnpm|yarn|bun)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
if (other)
  stop(
    `This project is for npm, whose lockfile it has; ${other} does not read that. Type npm start.`,
    EXIT.notUnderstood,
  );
const steps = findSteps();
const running = new Set();
/** The signal that ends this command. */
let ending;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
// npm sends a signal to its shell, which does not pass it on. A process whose parent has ended gets another one.
const { ppid } = process;
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid === ppid || ending || end('SIGTERM'), 250).unref();
if (isInstallationOld()) await install();
const node = findNode();
Object.assign(process.env, {
  // Programs that ask for `node` by name get the same one.
  PATH: dirname(node) + delimiter + process.env.PATH,
  ASTRO_TELEMETRY_DISABLED: '1',
  ASTRO_DISABLE_UPDATE_CHECK: 'true',
  // Linux's allocator keeps memory for every thread: 20 MB of the service, and 60 of a build of ten thousand pages.
  MALLOC_ARENA_MAX: '2',
  // Node sets aside up to 64 MB for new values. With 16, the service takes as many orders and holds 30 MB less, and such
  // a build 60 MB less.
  NODE_OPTIONS: `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ''}`,
});
const beside = [];
for (const [index, { says, run, env, mayFail, isBeside, waits }] of steps.entries()) {
  if (waits && (await Promise.all(beside)).some((code) => code !== 0)) break;
  if (says) console.error(`[${index + 1}/${steps.length}] ${says} …`);
  const isLast = index === steps.length - 1;
  Object.assign(process.env, env);
  const finished = runToEnd(node, isLast ? [...run, ...args] : run);
  if (isBeside) {
    beside.push(finished);
    continue;
  }
  const code = await finished;
  if (ending || (code !== 0 && !mayFail)) {
    process.exitCode = code;
    break;
  }
}
for (const code of await Promise.all(beside)) process.exitCode ||= code;

/** The steps of the command that was typed, once it is known to be one. */
function findSteps() {
  const names = Object.keys(SCRIPTS).join(', ');
  if (name === '--help') {
    for (const [each, { says }] of Object.entries(SCRIPTS))
      console.log(`npm run ${each.padEnd(15)}  ${says}`);
    process.exit(EXIT.done);
  }
  if (!Object.hasOwn(SCRIPTS, name))
    stop(`There is no command "${name}". There are: ${names}.`, EXIT.notUnderstood);
  const { program, flags = {} } = SCRIPTS[name];
  readCommandLine(name, args);
  // npm keeps a flag that is typed without `--` before it, and only tells of it in a variable, as `true` or as its value.
  for (const flag of Object.keys(flags)) {
    const kept = process.env[`npm_config_${flag.replaceAll('-', '_')}`];
    if (!kept || kept === 'false' || args.some((arg) => arg.split('=')[0] === `--${flag}`)) continue;
    const typed = kept === 'true' ? `--${flag}` : `--${flag} ${kept}`;
    stop(`npm has kept --${flag} for itself. Type npm run ${name} -- ${typed}`, EXIT.notUnderstood);
  }
  return [...(STEPS[name] ?? []), ...(program ? [{ run: [program] }] : [])];
}

function isInstallationOld() {
  return !existsSync(INSTALLED) || statSync(INSTALLED).mtimeMs < statSync(LOCKFILE).mtimeMs;
}

/** Installs what the lockfile names, and says every ten seconds how far it is. */
async function install() {
  const { packages } = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
  const wanted = Object.keys(packages).filter((path) => path !== '' && !packages[path].optional);
  console.error(`Installing ${wanted.length} packages; the first time, this takes a minute or two …`);
  const progress = setInterval(() => {
    const done = wanted.filter((path) => existsSync(join(path, 'package.json'))).length;
    console.error(`  ${done} of ${wanted.length}`);
  }, 10_000);
  // npm sets npm_execpath for its scripts. Without it, `npm` is a script of the shell on Windows.
  const { npm_execpath: npm } = process.env;
  const code = npm
    ? await runToEnd(process.execPath, [npm, 'ci', '--loglevel=error'])
    : await runToEnd('npm', ['ci', '--loglevel=error'], { shell: process.platform === 'win32' });
  clearInterval(progress);
  if (code !== 0) stop('The packages could not be installed. The lines above say why.');
  // After an update that changed no package, npm leaves its own file as old as it was.
  utimesSync(INSTALLED, new Date(), new Date());
}

/** The Node that runs the project: the installed one, or this one where there is none for the machine. */
function findNode() {
  const platform = `${process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const own =
    NODE_PACKAGES[platform] && join(import.meta.dirname, 'node_modules', NODE_PACKAGES[platform], file);
  // It may be there and not start: on Alpine it wants another C library, on a bare Debian libatomic1.
  const trial = own && spawnSync(own, ['--version'], { encoding: 'utf8' });
  if (trial?.status === 0) return own;
  const old = describeOldNode();
  if (old === undefined) return process.execPath;
  const problem = trial
    ? `The project’s Node does not start on this machine (${(trial.stderr ?? trial.error.message).trim()})`
    : `The project brings no Node for this machine (${platform})`;
  stop(`${problem}, and ${old}`);
}

/** Runs a program with this one's streams. @returns its exit code */
function runToEnd(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    running.add(child);
    child.once('error', (error) => stop(`${program} does not start: ${error.message}`));
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Ends what runs, and starts nothing more. */
function end(signal) {
  ending = signal;
  for (const child of running) child.kill(signal);
}

function stop(message, code = EXIT.failed) {
  console.error(message);
  process.exit(code);
}
