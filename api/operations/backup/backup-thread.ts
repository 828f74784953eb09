import { parentPort, workerData } from 'node:worker_threads';
import { type BackupFolders, makeBackup } from './make-backup.ts';

/** The thread's input. */
export interface BackupOrder {
  readonly folders: BackupFolders;
  readonly now: Date;
}

const { folders, now } = workerData as BackupOrder;
parentPort?.postMessage(makeBackup(folders, now));
