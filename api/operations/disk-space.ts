import { statfs } from 'node:fs/promises';
import { databaseFile } from '../db/open-shop.ts';
import { readSize } from './metrics.ts';

const MB = 1024 * 1024;
const LOW = 500 * MB;
/** The nightly one is written before the oldest goes, and somebody may make one by hand. */
const BACKUPS = 3;
/** What is left for purchases that have begun: they are still to be written down. */
const LEAST = 50 * MB;

export interface DiskSpace {
  /** On the disk that has less of it, of the data and the backups. */
  readonly freeBytes: number;
  readonly isLow: boolean;
  readonly hasRoom: boolean;
}

/** Looks how much room is left, now. What cannot be asked counts as roomy: whoever writes will hear it. */
export async function readDiskSpace({
  dataDir,
  backupDir = dataDir,
}: {
  readonly dataDir: string;
  readonly backupDir?: string | undefined;
}): Promise<DiskSpace> {
  const data = await readFree(dataDir);
  const freeBytes = Math.min(data, await readFree(backupDir));
  const low = Math.max(LOW, BACKUPS * (await readSize(databaseFile(dataDir))));
  return { freeBytes, isLow: freeBytes < low, hasRoom: data >= LEAST };
}

async function readFree(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize;
}
