import { setTimeout as sleep } from 'node:timers/promises';

export interface TimedJob {
  /** Runs at once, and then on the timer. */
  start(): void;
  /** A second call during a run waits for the same run. */
  runOnce(): Promise<void>;
  /** Ends the timer and tells a run that is under way to break off; waits for it as long as it is said to. */
  stop(): Promise<void>;
}

export interface TimedJobOptions {
  readonly run: (stopping: AbortSignal) => Promise<void>;
  /** A run that the timer has begun and that failed. */
  readonly onFailure: (error: unknown) => void;
  readonly intervalMs: number;
  /** How long `stop` waits for a run; for as long as it takes unless told otherwise. */
  readonly stopLimitMs?: number;
}

/** Does the same again and again, never twice at a time. */
export function createTimedJob({ run, onFailure, intervalMs, stopLimitMs }: TimedJobOptions): TimedJob {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const stopping = new AbortController();

  const runOnce = (): Promise<void> => {
    running ??= run(stopping.signal).finally(() => {
      running = undefined;
    });
    return running;
  };
  const runOnTimer = () => void runOnce().catch(onFailure);

  return {
    runOnce,
    start() {
      runOnTimer();
      timer = setInterval(runOnTimer, intervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      const limit = stopLimitMs === undefined ? [] : [sleep(stopLimitMs, undefined, { ref: false })];
      await Promise.race([running, ...limit]).catch(() => undefined);
    },
  };
}

/** How a run of a job has ended. */
export type RunOutcome =
  | {
      readonly ok: true;
      /** Where what was made is older than the run that has found it. */
      readonly at?: Date;
      /** False where there was nothing to do: no failure is over by that. */
      readonly isProof?: boolean;
    }
  /** The reason is for the farm and the log: without personal data. */
  | { readonly ok: false; readonly reason: string };

/** To be called after each run of a job that came to an end. Never fails. */
export type ReportRun = (outcome: RunOutcome) => Promise<void>;
