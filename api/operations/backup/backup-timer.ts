import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { countOf } from '#domain/count.ts';
import { type Background, createJob, type Job, type ReportRun } from '../../jobs/job.ts';
import { listBackups } from './backup-files.ts';
import type { BackupFolders, FinishedBackup } from './make-backup.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Soon, but after the work of a start. */
const FIRST_LOOK_MS = 10_000;
const LOOK_EVERY_MS = 15 * 60 * 1000;

interface BackupTimerOptions extends Pick<Background, 'clock' | 'log' | 'isClockRight'> {
  readonly folders: BackupFolders;
  /** Puts into the data folder what a backup is to have besides. */
  readonly prepare?: (() => Promise<void>) | undefined;
  readonly reportRun?: ReportRun | undefined;
}

/**
 * Makes a backup whenever the newest of its own is a day old, in a thread of its own, so that no visitor waits for the
 * disk. Stopping ends a running backup, which leaves nothing that looks like one.
 */
export function createBackupTimer(options: BackupTimerOptions): Job {
  const { prepare, clock, log, reportRun, isClockRight } = options;
  const { dataDir, backupDir } = options.folders;
  const run = async (stopping: AbortSignal) => {
    try {
      const now = clock();
      const newest = listBackups(backupDir).find(({ isByHand }) => !isByHand)?.madeAt ?? new Date(0);
      const ageMs = now.getTime() - newest.getTime();
      // By an earlier process. One from the future comes from a wrong clock, and must not replace the next ones.
      if (ageMs >= 0 && ageMs < DAY_MS) return await reportRun?.({ ok: true, at: newest });
      await prepare?.().catch((error) => log('the backup lacks the content of today', error));
      stopping.throwIfAborted();
      const worker = new Worker(new URL('./make-backup.ts', import.meta.url), {
        workerData: { folders: { dataDir, backupDir }, now, mayErase: (await isClockRight?.()) !== false },
      });
      stopping.addEventListener('abort', () => void worker.terminate());
      const [{ counts }] = (await once(worker, 'message', { signal: stopping })) as [FinishedBackup];
      log(`backup made, with ${countOf(counts.orders, 'order')} and ${countOf(counts.messages, 'message')}`);
      await reportRun?.({ ok: true });
    } catch (error) {
      if (stopping.aborted) return;
      log('the backup failed; trying again later', error);
      await reportRun?.({ ok: false, reason: (error as Error).message });
    }
  };
  const onFailure = (error: unknown) => log('the outcome of the backup could not be stored', error);
  return createJob({
    run,
    onFailure,
    firstMs: FIRST_LOOK_MS,
    intervalMs: LOOK_EVERY_MS,
    stopLimitMs: 0,
  });
}
