import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';
import { findPostgres } from './postgres-server.ts';

// Someone else's apt (unattended upgrades, an image's first boot) may hold the lock for a while.
const APT_OPTIONS = ['-q', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3'];

/** Runs a command quietly; on failure its output is returned so that the last message can show it. */
function run(command: string, args: string[]): { isOk: boolean; output: string } {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const output = result.error ? result.error.message : `${result.stdout}${result.stderr}`;
  return { isOk: result.status === 0, output: `$ ${command} ${args.join(' ')}\n${output}` };
}

function hasApt(): boolean {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
}

function aptInstall(...packages: string[]): string[][] {
  return [
    [...APT_OPTIONS, 'update'],
    [...APT_OPTIONS, 'install', '-y', '--no-install-recommends', ...packages],
  ];
}

/** The tests' pictures, lines and heights are of these fonts, and a Chromium that was there already may lack them. */
function installFonts(): void {
  if (!hasApt() || existsSync('/usr/share/fonts/truetype/liberation')) return;
  console.log('The fonts of the tests are missing: installing Debian’s package…');
  for (const args of aptInstall('fonts-liberation')) {
    const { isOk, output } = run('apt-get', args);
    if (!isOk) console.log(output);
  }
}

/** Without it, the run's last lines name the tests that were left out. */
function installPostgres(): void {
  if (!hasApt() || findPostgres()) return;
  console.log('Postgres is missing: installing Debian’s package…');
  for (const args of aptInstall('postgresql')) {
    const { isOk, output } = run('apt-get', args);
    if (!isOk) console.log(output);
  }
}

/** Tries each way in turn until Chromium is there. @returns what the failed attempts printed */
function installChromium(): string[] {
  const failures: string[] = [];
  const attempt = (command: string, args: string[]) => {
    const { isOk, output } = run(command, args);
    if (!isOk) failures.push(output);
  };
  if (hasApt()) {
    console.log('Chromium is missing: installing Debian’s package (a minute or two)…');
    for (const args of aptInstall('chromium')) attempt('apt-get', args);
  }
  if (!findChromium()) {
    console.log('Chromium is missing: downloading the one that Playwright offers…');
    attempt(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  }
  return failures;
}

function main(): void {
  installPostgres();
  installFonts();
  if (findChromium()) return;
  const failures = installChromium();
  const path = findChromium();
  if (path) {
    console.log(`Chromium: ${path}`);
    return;
  }
  console.error(failures.join('\n'));
  throw new Error(
    'The browser tests need Chromium and it could not be installed. Install it by hand ' +
      '(Debian: apt-get install chromium), or set CHROMIUM_PATH to one that you have.',
  );
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
