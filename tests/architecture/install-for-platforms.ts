import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT, readCommandLine } from '#commands';
import { layOutEditor } from '../../src/build/bundle.ts';
import { PLATFORMS, type Platform } from './platforms.ts';

// It takes a few minutes and needs the registry, so `npm test` does not run it; platforms.spec.ts only reads the lockfile.

readCommandLine('platforms');

/** The programs that a build, a start and the check need, one from each package. */
function listPrograms({ os, cpu }: Platform): Record<string, RegExp> {
  return {
    Node: new RegExp(`^node-(bin-)?${os === 'win32' ? 'win' : os}-${cpu}$`),
    'Astro’s compiler': new RegExp(`^@astrojs/compiler-binding-${os}-${cpu}`),
    Rolldown: new RegExp(`^@rolldown/binding-${os}-${cpu}`),
    sharp: new RegExp(`^@img/sharp-${os}-${cpu}$`),
    'Lightning CSS': new RegExp(`^lightningcss-${os}-${cpu}`),
    Biome: new RegExp(`^@biomejs/cli-${os}-${cpu}`),
  };
}

for (const platform of PLATFORMS) {
  const folder = mkdtempSync(join(tmpdir(), 'platform-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(file, join(folder, file));
    const { os, cpu } = platform;
    const args = ['ci', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc', '--loglevel=error'];
    execFileSync('npm', args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    const installed = listInstalled(join(folder, 'node_modules'));
    const missing = Object.entries(listPrograms(platform))
      .filter(([, pattern]) => !installed.some((name) => pattern.test(name)))
      .map(([name]) => name);
    const sqlite = join(folder, `node_modules/better-sqlite3/prebuilds/${os}-${cpu}.node`);
    if (!existsSync(sqlite)) missing.push('SQLite');
    if (missing.length > 0) process.exitCode = EXIT.failed;
    console.log(
      `${os} ${cpu}: ${missing.length === 0 ? 'everything is there' : `missing: ${missing.join(', ')}`}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// What `npm run bundle -- --editor` packs for this platform builds a site elsewhere.
const folder = mkdtempSync(join(tmpdir(), 'editor-'));
try {
  const release = join(folder, 'release');
  await layOutEditor(process.cwd(), release, `${process.platform}-${process.arch}`);
  const env = { ...process.env, DIST_DIR: join(folder, 'site') };
  execFileSync(process.execPath, ['src/build/build-site.ts'], { cwd: release, env, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The names of the packages at the top of a node_modules folder, scoped ones as `@scope/name`. */
function listInstalled(folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : name,
  );
}
