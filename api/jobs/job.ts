import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Log } from '../http/log.ts';

/** What every job works with. */
export interface Background {
  readonly db: Kysely<Database>;
  readonly clock: () => Date;
  readonly log: Log;
  /** Whether this service does the work, where several share a database. If missing, it does. */
  readonly hasWorkLease?: (() => boolean) | undefined;
  /** Whether the clock can be trusted with what is old. If missing, it is. */
  readonly isClockRight?: (() => Promise<boolean>) | undefined;
}

/** Work that is done again and again, never two runs at a time. */
export interface Job {
  /** Runs at once, or after `firstMs`, and then at the interval. */
  start(): void;
  /** Runs at once, and from then on at the interval. */
  wake(): void;
  /** A call during a run waits for another after it, because the run may have missed what the call is about. */
  runOnce(): Promise<void>;
  /** Starts nothing more, and waits for the current run: it is aborted after `graceMs`, and left after `stopLimitMs`. */
  stop(): Promise<void>;
}

export interface JobOptions {
  readonly run: (stopping: AbortSignal, mayGoOn: () => boolean) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** Where several services share a database: whether this one holds the lease for work. */
  readonly hasWorkLease?: (() => boolean) | undefined;
  readonly firstMs?: number;
  readonly intervalMs: number;
  /** By default, a run is aborted at once. */
  readonly graceMs?: number;
  /** By default, a run is waited for until it ends. */
  readonly stopLimitMs?: number;
}

export function createJob({
  run,
  onFailure,
  hasWorkLease = () => true,
  firstMs,
  intervalMs,
  graceMs = 0,
  stopLimitMs,
}: JobOptions): Job {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWantedAgain = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const mayGoOn = () => !isStopped && hasWorkLease();

  async function runAll(): Promise<void> {
    try {
      do {
        isWantedAgain = false;
        await run(stopping.signal, mayGoOn);
      } while (isWantedAgain && !isStopped);
    } finally {
      // At once: a later call must start a new run, not join the finished one.
      running = undefined;
    }
  }

  function runOnce(): Promise<void> {
    isWantedAgain = true;
    running ??= runAll();
    return running;
  }

  async function wake(): Promise<void> {
    clearTimeout(timer);
    if (mayGoOn()) await runOnce().catch(onFailure);
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(wake, intervalMs).unref();
  }

  return {
    runOnce,
    wake: () => void wake(),
    start() {
      if (firstMs === undefined) void wake();
      else timer = setTimeout(wake, firstMs).unref();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      if (graceMs === 0) stopping.abort();
      const grace = setTimeout(() => stopping.abort(), graceMs);
      const limit = stopLimitMs === undefined ? [] : [sleep(stopLimitMs, undefined, { ref: false })];
      await Promise.race([running, ...limit]).catch(() => undefined);
      clearTimeout(grace);
    },
  };
}

/** Works through a queue in the database, one item at a time. @param doNext returns false if nothing is due */
export async function workOff(doNext: () => Promise<boolean>, mayGoOn: () => boolean): Promise<void> {
  // A database in a file answers at once, so that without a turn between two nobody else would be answered.
  while (mayGoOn() && (await doNext())) await turn();
}

/** Milliseconds until the next attempt: doubled with each attempt, up to the longest. */
export function backOff(attempts: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), longestMs);
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
