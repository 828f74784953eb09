import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Database } from 'better-sqlite3';
import { hashBytes } from '../../content/files/content-folder.ts';

/** Of the data folder: what the editor keeps. The rest of `draft` is a copy of both and of the content. */
const KEPT = ['draft/drafts.json', 'draft/kept', 'versions'];

/**
 * Puts the editor's drafts and versions into a copy of the database, so that a backup is one file. What two versions have
 * in common is in it once.
 */
export function packContent(dataDir: string, copy: Database): void {
  copy.exec(`CREATE TABLE kept_bytes (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
    CREATE TABLE kept_files (path TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT`);
  const addBytes = copy.prepare('INSERT OR IGNORE INTO kept_bytes VALUES (?, ?)');
  const addFile = copy.prepare('INSERT INTO kept_files VALUES (?, ?)');
  const packAll = copy.transaction(() => {
    // In this order: what the list of drafts names is kept before it is listed.
    for (const path of KEPT.flatMap((each) => listFiles(dataDir, each))) {
      const bytes = ifThere(() => readFileSync(join(dataDir, path)));
      if (bytes === undefined) continue;
      const hash = hashBytes(bytes);
      addBytes.run(hash, bytes);
      addFile.run(path, hash);
    }
  });
  packAll();
}

/**
 * Takes the drafts and versions out of a backup's copy of the database.
 * @returns puts them into the data folder, once the rest is done; those that were there get another name with `suffix`
 */
export function unpackContent(copy: Database, dataDir: string): (suffix: string) => void {
  const unpacked = join(dataDir, '.restoring-content');
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true, mode: 0o700 });
  const files = copy.prepare<[], { path: string; bytes: Buffer }>(
    'SELECT path, bytes FROM kept_files JOIN kept_bytes USING (hash)',
  );
  for (const { path, bytes } of files.iterate()) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), bytes, { flush: true });
  }
  copy.exec('DROP TABLE kept_files; DROP TABLE kept_bytes; VACUUM');
  return (suffix) => {
    for (const name of ['draft', 'versions']) {
      ifThere(() => renameSync(join(dataDir, name), join(dataDir, name + suffix)));
      ifThere(() => renameSync(join(unpacked, name), join(dataDir, name)));
    }
    rmSync(unpacked, { recursive: true, force: true });
  };
}

/** Finished ones: the name of a version's folder that is being written begins with a dot. */
function listFiles(dataDir: string, path: string): string[] {
  if (path.endsWith('.json')) return [path];
  const names =
    ifThere(() => readdirSync(join(dataDir, path), { recursive: true, withFileTypes: true })) ?? [];
  return names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(dataDir.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((file) => !file.startsWith(`${path}/.`) && !file.endsWith('.unfinished'));
}

function ifThere<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
