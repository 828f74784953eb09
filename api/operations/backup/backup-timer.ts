import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../http/log.ts';
import type { ReportRun } from '../../jobs/timed-job.ts';
import { listBackups } from './backup-files.ts';
import type { BackupOrder } from './backup-thread.ts';
import type { BackupFolders, FinishedBackup } from './make-backup.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Soon, but not among what a start has to do anyway. */
const FIRST_LOOK_MS = 10_000;
const LOOK_EVERY_MS = 15 * 60 * 1000;

export interface BackupTimerOptions {
  readonly folders: BackupFolders;
  readonly clock: () => Date;
  readonly log: Log;
  readonly reportRun?: ReportRun | undefined;
  readonly firstLookMs?: number;
  readonly lookEveryMs?: number;
}

export interface BackupTimer {
  start(): void;
  /** Makes a backup when the newest is a day old. A second call while one is being made waits for the same. */
  runOnce(): Promise<void>;
  /** Ends the timer, and a backup that is under way: it leaves nothing that looks like one. */
  stop(): Promise<void>;
}

/** Makes a backup a day, in a thread of its own, so that no visitor waits for the disk. */
export function createBackupTimer(options: BackupTimerOptions): BackupTimer {
  const { clock, log, folders, reportRun } = options;
  const { dataDir, backupDir } = folders;
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const run = async () => {
    try {
      const now = clock();
      const newest = listBackups(backupDir)[0]?.madeAt ?? new Date(0);
      const ageMs = now.getTime() - newest.getTime();
      if (isStopped) return;
      // One from the future is of a clock that went wrong, and must not stand in for the next ones.
      if (ageMs >= 0 && ageMs < DAY_MS) {
        // Also one that `npm run backup` has made.
        await reportRun?.({ ok: true, at: newest });
        return;
      }
      const order: BackupOrder = { folders: { dataDir, backupDir }, now };
      worker = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData: order });
      const [{ counts }] = (await once(worker, 'message')) as [FinishedBackup];
      log(`a backup has been made, with ${counts.orders} orders and ${counts.messages} messages`);
      await reportRun?.({ ok: true });
    } catch (error) {
      if (isStopped) return;
      log('the backup failed, and is tried again later', error);
      await reportRun?.({ ok: false, reason: (error as Error).message });
    } finally {
      worker = undefined;
    }
  };
  const runOnce = () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    runOnce,
    start() {
      const later = (ms: number) => {
        timer = setTimeout(
          () => void runOnce().then(() => isStopped || later(options.lookEveryMs ?? LOOK_EVERY_MS)),
          ms,
        );
        timer.unref();
      };
      later(options.firstLookMs ?? FIRST_LOOK_MS);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // A thread that ends says neither message nor error, so nobody may wait for it.
      await worker?.terminate();
    },
  };
}
