export interface WorkLoop {
  /** Does what is due, soon; looks again now and then from then on. */
  wake(): void;
  /** Does everything that is due now, and resolves when that is done. */
  runOnce(): Promise<void>;
  /** Begins nothing more, and waits for what is under way; after a while it is told to break off. */
  stop(): Promise<void>;
}

export interface WorkLoopOptions {
  /** Does one piece of what is due. @returns false when nothing is */
  readonly doNext: (stopping: AbortSignal) => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  readonly pollMs: number;
  /** How long the piece under way may take to finish when stopping. */
  readonly stopLimitMs: number;
}

/** Works off a queue in the database, one piece after another and in one hand. */
export function createWorkLoop({ doNext, onFailure, pollMs, stopLimitMs }: WorkLoopOptions): WorkLoop {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWantedAgain = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function doAll(): Promise<void> {
    try {
      do {
        isWantedAgain = false;
        while (!isStopped && (await doNext(stopping.signal)));
      } while (isWantedAgain && !isStopped);
    } finally {
      // At once: a call that comes a moment later must begin anew, not join what has ended.
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

/** Milliseconds until the next attempt: doubling with each one that has been made, up to the longest. */
export function backOff(attempts: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), longestMs);
}
