import { readFileSync } from 'node:fs';

/** What a process holds in memory, in whole megabytes; 0 where the system does not say (only Linux does). */
export function readResidentMegabytes(pid: number | undefined): number {
  return readMegabytes(pid, 'VmRSS');
}

/** The same without files, such as Node's program, which all processes share. */
export function readOwnMegabytes(pid: number | undefined): number {
  return readMegabytes(pid, 'RssAnon');
}

function readMegabytes(pid: number | undefined, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
