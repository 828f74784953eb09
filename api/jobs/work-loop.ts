import { setImmediate as turn } from 'node:timers/promises';

export interface WorkLoop {
  /** Soon does all due work, and then polls for more. */
  wake(): void;
  /** Does all work that is due now, and resolves when it is done. */
  runOnce(): Promise<void>;
  /** Starts nothing more, and waits for the current work, which is aborted after the limit. */
  stop(): Promise<void>;
}

export interface WorkLoopOptions {
  /** Does one piece of due work. @returns false if there is none */
  readonly doNext: (stopping: AbortSignal) => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** Where several services share a database: whether this one holds the lease for work. */
  readonly hasWorkLease?: (() => boolean) | undefined;
  readonly pollMs: number;
  /** How long the current piece of work may take when stopping. */
  readonly stopLimitMs: number;
}

/** Works through a queue in the database, one item at a time. */
export function createWorkLoop({
  doNext,
  onFailure,
  hasWorkLease = () => true,
  pollMs,
  stopLimitMs,
}: WorkLoopOptions): WorkLoop {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWantedAgain = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function doAll(): Promise<void> {
    try {
      do {
        isWantedAgain = false;
        // A database in a file answers at once, so that without a turn between two nobody else would be answered.
        while (!isStopped && hasWorkLease() && (await doNext(stopping.signal))) await turn();
      } while (isWantedAgain && !isStopped);
    } finally {
      // At once: a later call must start a new run, not join the finished one.
      running = undefined;
    }
  }

  function runOnce(): Promise<void> {
    isWantedAgain = true;
    running ??= doAll();
    return running;
  }

  function wake(): void {
    if (isStopped) return;
    clearTimeout(timer);
    void runOnce()
      .catch(onFailure)
      .finally(() => {
        clearTimeout(timer);
        if (!isStopped) timer = setTimeout(wake, pollMs).unref();
      });
  }

  async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(timer);
    const deadline = setTimeout(() => stopping.abort(), stopLimitMs);
    await running?.catch(() => undefined);
    clearTimeout(deadline);
  }

  return { wake, runOnce, stop };
}

/** Milliseconds until the next attempt: doubled with each attempt, up to the longest. */
export function backOff(attempts: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), longestMs);
}
