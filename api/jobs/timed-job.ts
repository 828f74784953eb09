import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Log } from '../http/log.ts';

/** What every scheduled job works with. */
export interface Background {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly log: Log;
  /** Whether this service does the work, where several share a database. If missing, it does. */
  readonly hasWorkLease?: (() => boolean) | undefined;
  /** Whether the clock can be trusted with what is old. If missing, it is. */
  readonly isClockRight?: (() => Promise<boolean>) | undefined;
}

export interface TimedJob {
  /** Runs at once, or after `firstMs`, and then at the interval. */
  start(): void;
  /** A second call during a run waits for the same run. */
  runOnce(): Promise<void>;
  /** Stops the timer, aborts the current run, and waits for it up to `stopLimitMs`. */
  stop(): Promise<void>;
}

export interface TimedJobOptions {
  readonly run: (stopping: AbortSignal) => Promise<void>;
  /** For runs started by the timer. */
  readonly onFailure: (error: unknown) => void;
  /** As for a work loop; also for runs started by the timer. */
  readonly hasWorkLease?: (() => boolean) | undefined;
  readonly firstMs?: number;
  readonly intervalMs: number;
  /** How long `stop` waits for a run. By default, until it ends. */
  readonly stopLimitMs?: number;
}

/** Repeats a job, never two runs at a time. */
export function createTimedJob({
  run,
  onFailure,
  hasWorkLease = () => true,
  firstMs,
  intervalMs,
  stopLimitMs,
}: TimedJobOptions): TimedJob {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();

  const runOnce = (): Promise<void> => {
    running ??= run(stopping.signal).finally(() => {
      running = undefined;
    });
    return running;
  };
  const runOnTimer = () => {
    if (hasWorkLease()) void runOnce().catch(onFailure);
  };

  return {
    runOnce,
    start() {
      const startTimer = () => {
        runOnTimer();
        timer = setInterval(runOnTimer, intervalMs).unref();
      };
      if (firstMs === undefined) startTimer();
      else timer = setTimeout(startTimer, firstMs).unref();
    },
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      const limit = stopLimitMs === undefined ? [] : [sleep(stopLimitMs, undefined, { ref: false })];
      await Promise.race([running, ...limit]).catch(() => undefined);
    },
  };
}

/** The outcome of a job's run. */
export type RunOutcome =
  | {
      readonly ok: true;
      /** When it really succeeded, if that was before this run. */
      readonly at?: Date;
      /** False if there was nothing to do, which does not end a failure. */
      readonly isProof?: boolean;
    }
  /** The reason is for the farm and the log: no personal data. */
  | { readonly ok: false; readonly reason: string };

/** Reports each finished run of a job. Never throws. */
export type ReportRun = (outcome: RunOutcome) => Promise<void>;
