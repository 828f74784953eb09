import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { countOf } from '#domain/count.ts';
import type { Log } from '../../http/log.ts';
import type { ReportRun } from '../../jobs/timed-job.ts';
import { listBackups } from './backup-files.ts';
import type { BackupOrder } from './backup-thread.ts';
import type { BackupFolders, FinishedBackup } from './make-backup.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Soon, but after the work of a start. */
const FIRST_LOOK_MS = 10_000;
const LOOK_EVERY_MS = 15 * 60 * 1000;

export interface BackupTimerOptions {
  readonly folders: BackupFolders;
  /** Puts into the database what a backup is to have besides. */
  readonly prepare?: (() => Promise<void>) | undefined;
  readonly clock: () => Date;
  readonly log: Log;
  readonly reportRun?: ReportRun | undefined;
  readonly firstLookMs?: number;
  readonly lookEveryMs?: number;
}

export interface BackupTimer {
  start(): void;
  /** Makes a backup if the newest of its own is a day old. Concurrent calls share one run. */
  runOnce(): Promise<void>;
  /** Stops the timer, and aborts a running backup, which leaves nothing that looks like one. */
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
      const newest = listBackups(backupDir).find(({ isByHand }) => !isByHand)?.madeAt ?? new Date(0);
      const ageMs = now.getTime() - newest.getTime();
      if (isStopped) return;
      // A backup from the future comes from a wrong clock, and must not replace the next ones.
      if (ageMs >= 0 && ageMs < DAY_MS) {
        // By an earlier process.
        await reportRun?.({ ok: true, at: newest });
        return;
      }
      await options.prepare?.().catch((error) => log('the backup lacks the content of today', error));
      const order: BackupOrder = { folders: { dataDir, backupDir }, now };
      worker = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData: order });
      const [{ counts }] = (await once(worker, 'message')) as [FinishedBackup];
      log(`backup made, with ${countOf(counts.orders, 'order')} and ${countOf(counts.messages, 'message')}`);
      await reportRun?.({ ok: true });
    } catch (error) {
      if (isStopped) return;
      log('the backup failed; trying again later', error);
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
      // A terminated thread sends neither a message nor an error, so do not wait for it.
      await worker?.terminate();
    },
  };
}
