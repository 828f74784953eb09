import { readFileSync } from 'node:fs';

/** What a process holds in memory, in whole megabytes; 0 where the system does not say (only Linux does). */
export function readResidentMegabytes(pid: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
