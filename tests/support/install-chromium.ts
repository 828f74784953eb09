import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';

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

/** Tries each way in turn until Chromium is there. @returns what the failed attempts printed */
function installChromium(): string[] {
  const failures: string[] = [];
  const attempt = (command: string, args: string[]) => {
    const { isOk, output } = run(command, args);
    if (!isOk) failures.push(output);
  };
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('Chromium is missing: installing Debian’s package (a minute or two)…');
    attempt('apt-get', [...APT_OPTIONS, 'update']);
    const packages = ['chromium', 'fonts-liberation'];
    attempt('apt-get', [...APT_OPTIONS, 'install', '-y', '--no-install-recommends', ...packages]);
  }
  if (!findChromium()) {
    console.log('Chromium is missing: downloading the one that Playwright offers…');
    attempt(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  }
  return failures;
}

function main(): void {
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
