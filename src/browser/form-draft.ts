import { readObject, writeObject } from './storage.ts';

/** Keeps what somebody is writing, in this tab, through a reload or a wrong turn. */

/** Returns null if there is no readable draft. */
export function readDraft(key: string): Readonly<Record<string, string>> | null {
  const kept = readObject('sessionStorage', key);
  if (kept === null) return null;
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** @param entries null to delete them */
export function keepDraft(key: string, entries: Readonly<Record<string, string>> | null): void {
  writeObject('sessionStorage', key, entries);
}
