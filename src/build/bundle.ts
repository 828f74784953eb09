import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Command, NODE_PACKAGES, OLDEST_NODE, runProgram, SCRIPTS, sayCommand } from '#commands';
import { listFiles } from './files.ts';

/** What package-lock.json says of a package. */
export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  /** For checks and tests only. */
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  /** One name or a list, as the package has it. */
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** By their folders from the project's root: `node_modules/pino`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * The folder that a dependency of the package at `path` is loaded from: its own, or the one beside it or further up.
 * @param path `''` for the project itself
 */
export function locatePackage(packages: LockedPackages, path: string, name: string): string | undefined {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const folder = `${from}${from && '/'}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (from === '') return undefined;
  }
}

/** The code that runs on a server. What it imports is the list of packages, so there is none to be kept by hand. */
const SERVICE_CODE = [
  'api',
  'src/domain',
  'src/forms',
  ...['reader', 'checks', 'changes', 'report', 'season', 'edit'].map((room) => `src/content/${room}`),
];
/** Loaded only where content is edited, and compiled for one platform. */
const EDITOR_PACKAGES = ['sharp'];
/** Commands for the project itself, whose programs come along with what builds the site. */
const PROJECT_COMMANDS = ['bundle', 'licences'];
const COMMON_PARTS = ['src/commands.mjs', 'dist', 'LICENSE', 'LICENCES.md'];
/** The command that sets a server up, which the archive has at its top. */
const INSTALLER = 'install.sh';
/** What builds the site on the server, so that its content can be edited there. */
const EDITOR_PARTS = [
  'api',
  'src',
  'public',
  'content',
  'astro.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/** A package's name in `import … from 'hono/html'`, `export … from`, `import 'hono'` or `import('hono')`; not in `import type`. */
const IMPORT =
  /(?:^(?:import|export)\s(?!type\s)[^;]*?\sfrom\s|^import\s|\bimport\()'((?:@[\w.-]+\/)?[\w.-]+)/gm;

export interface Bundle {
  /** The archive, absolute. It has one folder, with the archive's own name. */
  readonly file: string;
  readonly bytes: number;
  /** Why the archive has no Node of its own. */
  readonly withoutNode: string | undefined;
}

/**
 * Writes the service, the packages that it loads and the built site into one archive, `farm-20261122-180105.tar.gz`,
 * for Linux with its Node. Any machine with a Node of its own can unpack and run it too: SQLite is the only compiled
 * part, and its package has a program for every platform.
 * @param platform such as `linux-x64`
 * @param isEditor with everything that builds the site, so that its content can be edited there; only for that platform
 * @throws Error with one message when the site has not been built, or the packages are not those of the lockfile
 */
export async function writeBundle(
  root: string,
  outDir: string,
  now: Date,
  platform: string,
  isEditor = false,
): Promise<Bundle> {
  // The instant in UTC, so that the names of releases sort by age.
  const [day = '', time = ''] = now.toISOString().replaceAll(/[-:]/g, '').split(/[T.]/);
  const name = `farm-${day}-${time}`;
  const work = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    const folder = join(work, name);
    await (isEditor ? layOutEditor(root, folder, platform) : layOutBundle(root, folder));
    const withoutNode = await addNode(root, folder, platform).then(
      () => undefined,
      (error: Error) => error.message,
    );
    await cp(join(root, 'api/deploy', INSTALLER), join(folder, INSTALLER));
    await openToAll(folder);
    const archive = `${name}.tar.gz`;
    // Every system has a tar of its own. Names without folders, because Windows' takes `C:` for a machine.
    await promisify(execFile)('tar', ['-czf', archive, name], { cwd: work });
    const file = resolve(outDir, archive);
    await cp(join(work, archive), file);
    return { file, bytes: (await stat(file)).size, withoutNode };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * What the archive holds, as files in a folder.
 * @throws Error as `writeBundle` does
 */
async function layOutBundle(root: string, folder: string): Promise<void> {
  const names = await findServicePackages(root);
  await copyParts(root, folder, [...SERVICE_CODE, ...COMMON_PARTS]);
  await copyPackages(root, folder, names);
  await writeManifest(root, folder, names);
}

/**
 * Node as `bin/node`, from the package that npm has held against its SHA-512 in the lockfile: here, or now.
 * @throws Error when there is none for the platform, or it cannot be fetched
 */
async function addNode(root: string, folder: string, platform: string): Promise<void> {
  const name = platform.startsWith('linux-') && NODE_PACKAGES[platform as keyof typeof NODE_PACKAGES];
  if (!name) throw new Error(`Node is only packed for Linux, not for ${platform}`);
  const path = `node_modules/${name}`;
  let from = join(root, path);
  if (!existsSync(from)) {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    // npm leaves out what is for another machine than it is told, if that is optional, and takes what is for this one.
    const lone = { name: 'node', optionalDependencies: { [name]: packages[path].version } };
    const lock = { name: 'node', lockfileVersion: 3, packages: { '': lone, [path]: packages[path] } };
    const work = `${folder}.node`;
    await mkdir(work);
    writeFileSync(join(work, 'package.json'), JSON.stringify(lone));
    writeFileSync(join(work, 'package-lock.json'), JSON.stringify(lock));
    await installPackages(work, platform);
    from = join(work, path);
    if (!existsSync(from)) throw new Error(`The Node of ${name} could not be fetched`);
  }
  for (const file of ['bin/node', 'LICENSE'])
    await cp(join(from, file), join(folder, 'bin', basename(file)), { dereference: true });
}

async function installPackages(folder: string, platform: string): Promise<void> {
  const [os, cpu] = platform.split('-');
  const options = ['ci', '--omit=dev', `--os=${os}`, `--cpu=${cpu}`, '--ignore-scripts', '--loglevel=error'];
  await promisify(execFile)('npm', options, { cwd: folder, shell: process.platform === 'win32' });
}

/**
 * The same with what builds the site, for one platform.
 * @throws Error as `writeBundle` does
 */
export async function layOutEditor(root: string, folder: string, platform: string): Promise<void> {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await copyParts(root, folder, [...EDITOR_PARTS, ...COMMON_PARTS]);
  for (const file of ['package.json', '.npmrc']) await cp(join(root, file), join(folder, file));
  await installPackages(folder, platform);
  // Node is in `bin`, and nothing calls a command by its short name.
  const packages = join(folder, 'node_modules');
  for (const name of await readdir(packages)) {
    if (/^(node-(bin-)?(darwin|linux|win)|\.bin$)/.test(name))
      await rm(join(packages, name), { recursive: true });
  }
  await writeManifest(root, folder, Object.keys(dependencies));
}

async function copyParts(root: string, folder: string, parts: readonly string[]): Promise<void> {
  if (!existsSync(join(root, 'dist/build.json')))
    throw new Error(`There is no built site; run ${sayCommand('build')}.`);
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
}

/** From node_modules, where `npm ci` has held every package against its hash. */
async function copyPackages(root: string, folder: string, names: readonly string[]): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const path of findPackageFolders(packages, names)) {
    const from = join(root, path);
    const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
    if (version !== packages[path].version)
      throw new Error(`${path} is not what package-lock.json names; run npm ci.`);
    await cp(from, join(folder, path), {
      recursive: true,
      // Packages that are needed have a turn of their own.
      filter: (source) => source === from || !/[\\/]node_modules$|\.d\.[cm]?ts$|\.map$/.test(source),
    });
  }
}

/** A package.json of its own, whose commands run on the machine's Node and install nothing. */
async function writeManifest(root: string, folder: string, names: readonly string[]): Promise<void> {
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { description, license, type, imports, version } = project;
  const scripts = Object.entries<Command>(SCRIPTS).flatMap(([command, { program }]) =>
    program !== undefined && existsSync(join(folder, program)) && !PROJECT_COMMANDS.includes(command)
      ? [[command, `node --import ./src/commands.mjs ${program}`]]
      : [],
  );
  const manifest = {
    name: project.name,
    // With the release's own instant, which the first line of its log names.
    version: `${version}+${basename(folder).replace('farm-', '')}`,
    private: true,
    description,
    license,
    type,
    engines: { node: `>=${OLDEST_NODE}` },
    imports,
    scripts: Object.fromEntries(scripts),
    dependencies: Object.fromEntries(names.map((name) => [name, project.dependencies[name]])),
    // Not shipped; they say which Node the project is tested with.
    optionalDependencies: project.optionalDependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Node, what packages have compiled for the platform, and the two commands of a server. */
const PROGRAM = /(^|[\\/])bin[\\/][^.\\/]+$|install\.sh$|deploy[\\/]farm$/;

/** The service's user must be able to read it all, whatever the rights of the files here. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    await chmod(file, entry.isDirectory() || PROGRAM.test(relative(folder, file)) ? 0o755 : 0o644);
  }
}

/** The direct dependencies that the service loads, sorted. What it takes only types from is not among them. */
export async function findServicePackages(root: string): Promise<string[]> {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const found = new Set<string>();
  for (const folder of SERVICE_CODE) {
    for (const file of await listFiles(join(root, folder))) {
      if (!file.endsWith('.ts')) continue;
      const code = readFileSync(join(root, folder, file), 'utf8');
      for (const [, name = ''] of code.matchAll(IMPORT)) found.add(name);
    }
  }
  return Object.keys(dependencies)
    .filter((name) => found.has(name) && !EDITOR_PACKAGES.includes(name))
    .sort();
}

/**
 * The folders of these packages and of all that they need, as npm has laid them out.
 * @throws Error when the lockfile lacks one
 */
export function findPackageFolders(packages: LockedPackages, names: readonly string[]): string[] {
  const folders = new Set<string>();
  const add = (from: string, needed: readonly string[]) => {
    for (const name of needed) {
      const folder = locatePackage(packages, from, name);
      if (folder === undefined) throw new Error(`${name} is not in package-lock.json; run npm install.`);
      if (folders.has(folder)) continue;
      folders.add(folder);
      add(folder, Object.keys(packages[folder]?.dependencies ?? {}));
    }
  };
  add('', names);
  return [...folders].sort();
}

if (import.meta.main) {
  await runProgram('bundle', async ({ flags }) => {
    const root = resolve(import.meta.dirname, '../..');
    const platform = flags.platform ?? 'linux-x64';
    const bundle = await writeBundle(root, root, new Date(), platform, flags.editor);
    const { file, bytes, withoutNode } = bundle;
    const content = flags.editor ? ', where its content can be edited' : '';
    if (withoutNode)
      console.error(`${withoutNode}. The server needs Node ${OLDEST_NODE} or newer of its own.`);
    console.log(`${file}: ${(bytes / 1e6).toFixed(1)} MB, for ${platform}${content}.`);
  });
}
