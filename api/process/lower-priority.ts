import { setPriority } from 'node:os';

const LOW_PRIORITY = 10;

/** Visitors and buyers go first. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // A hardened service may not, or the process has ended.
  }
}
