import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';
import { type LockedPackages, locatePackage } from './locked-packages.ts';

/** The code that runs on a server. What it imports is the list of packages, so there is none to be kept by hand. */
const SERVICE_CODE = ['api', 'src/domain', 'src/forms'];
/** A package's name in `import … from 'hono/html'`, `export … from`, `import 'hono'` or `import('hono')`; not in `import type`. */
const IMPORT =
  /(?:^(?:import|export)\s(?!type\s)[^;]*?\sfrom\s|^import\s|\bimport\()'((?:@[\w.-]+\/)?[\w.-]+)/gm;

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
    .filter((name) => found.has(name))
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
