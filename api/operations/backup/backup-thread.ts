import { parentPort, workerData } from 'node:worker_threads';
import { type BackupFolders, makeBackup } from './make-backup.ts';

/** What the thread is given. */
export interface BackupOrder {
  readonly folders: BackupFolders;
  readonly now: Date;
}

const { folders, now } = workerData as BackupOrder;
parentPort?.postMessage(makeBackup(folders, now));
