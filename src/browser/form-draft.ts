import { readObject, writeObject } from './storage.ts';

/** What somebody has begun to write, kept in this tab through a reload or a wrong turn. */

/** The entries that were kept; null when there are none, or none that can be read. */
export function readDraft(key: string): Readonly<Record<string, string>> | null {
  const kept = readObject('sessionStorage', key);
  if (kept === null) return null;
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** @param entries null to forget them */
export function keepDraft(key: string, entries: Readonly<Record<string, string>> | null): void {
  writeObject('sessionStorage', key, entries);
}
