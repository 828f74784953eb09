import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How many backups are kept. */
export const KEPT_BACKUPS = 14;
const UNFINISHED = '.unfinished';
/** Nobody works on a backup for so long: it was left by a process that died. */
const GIVEN_UP_MS = 60 * 60 * 1000;

const DATABASE = /^farm-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;

export interface Backup {
  /** Of the copied database. */
  readonly file: string;
  /** The copied secret of the buyers' links, which stands beside it. */
  readonly secretFile: string;
  readonly madeAt: Date;
}

/** The files of a backup. Their names hold its instant in UTC, and sort by it. */
export function nameBackup(folder: string, madeAt: Date): Backup {
  const file = join(folder, `farm-${madeAt.toISOString().replaceAll(':', '-')}.db`);
  return { file, secretFile: secretBeside(file), madeAt };
}

/** Where the secret of a backup stands: beside its database, under the same name. */
export function secretBeside(file: string): string {
  return file.replace(/(\.db)?$/, '.order-link-secret');
}

/** The finished backups of a folder, newest first; none where there is no such folder. */
export function listBackups(folder: string): Backup[] {
  const found = listNames(folder).flatMap((name) => {
    const [, hour, minute, second] = DATABASE.exec(name) ?? [];
    return hour === undefined ? [] : [nameBackup(folder, new Date(`${hour}:${minute}:${second}`))];
  });
  return found.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** A name that no list takes for a backup. */
export function unfinishedName(file: string): string {
  return `${file}.${process.pid}${UNFINISHED}`;
}

/** Removes all but the newest backups, and what was never finished. */
export function removeOldBackups(folder: string, now: Date): void {
  for (const { file, secretFile } of listBackups(folder).slice(KEPT_BACKUPS)) {
    rmSync(file, { force: true });
    rmSync(secretFile, { force: true });
  }
  for (const name of listNames(folder).filter((each) => each.includes(UNFINISHED))) {
    const path = join(folder, name);
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - changedMs > GIVEN_UP_MS) rmSync(path, { force: true });
  }
}

/** Has the disk write down a file, or the names in a folder. */
export function flushToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
