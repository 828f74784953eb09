import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../backup/backup-files.ts';
import { type CheckResult, conclude } from './check-result.ts';

const HOUR_MS = 60 * 60 * 1000;
/** One a day, and a night for what went wrong. */
const OLDEST_BACKUP_HOURS = 36;
const OTHERS = 0o007;

/** Writes a file and takes it away: rights say little about a full or read-only disk. */
export function checkDataFolder(dataDir: string): CheckResult[] {
  const problems: string[] = [];
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(probe, 'x'.repeat(4096), { flag: 'wx' });
    const database = join(dataDir, 'farm.db');
    if (statSync(database, { throwIfNoEntry: false })) accessSync(database, constants.W_OK);
    if ((statSync(dataDir).mode & OTHERS) !== 0) {
      problems.push(
        `Everybody on this machine can read ${dataDir}, with people’s addresses in it: take the right away with chmod o-rwx.`,
      );
    }
  } catch (error) {
    problems.push(`The data folder cannot be written (${(error as Error).message}).`);
  } finally {
    if (existsSync(probe)) rmSync(probe);
  }
  return conclude('data folder', problems, `${dataDir} can be written.`);
}

/** A backup that is missing is how one learns of a failed one. */
export function checkBackups(backupDir: string, now: Date): CheckResult[] {
  const newest = listBackups(backupDir)[0]?.madeAt;
  if (newest === undefined) {
    return conclude(
      'backups',
      [
        `There is no backup in ${backupDir}: the running service makes one a day, \`npm run backup\` one now.`,
      ],
      '',
    );
  }
  const hours = Math.round((now.getTime() - newest.getTime()) / HOUR_MS);
  return conclude(
    'backups',
    hours > OLDEST_BACKUP_HOURS
      ? [`The newest backup is ${hours} hours old: look into the service’s log for why.`]
      : [],
    `The newest backup is ${hours} hours old.`,
  );
}
