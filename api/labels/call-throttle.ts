import { setTimeout as wait } from 'node:timers/promises';

/** Resolves when the next call may be made. */
export type CallThrottle = (stopping: AbortSignal) => Promise<void>;

export interface GateTime {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  readonly sleep: (ms: number, stopping: AbortSignal) => Promise<void>;
}

const REAL_TIME: GateTime = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal, ref: false }),
};

/**
 * Allows one call per interval. The first waits a whole interval, because the previous process may just have made a
 * call.
 */
export function createCallThrottle(intervalMs: number, { now, sleep }: GateTime = REAL_TIME): CallThrottle {
  let last = now();
  return async (stopping) => {
    const ms = last + intervalMs - now();
    if (ms > 0) await sleep(ms, stopping);
    last = now();
  };
}
