/**
 * The only access to local and session storage. Some browsers block it, and it may be full. Then nothing is kept,
 * nothing throws, and the caller is told. Two inline scripts do without this module, because sharing it would add a
 * file to load.
 */
type Area = 'localStorage' | 'sessionStorage';

/** Returns null if the key is missing, undefined if storage is unavailable. */
export function readText(area: Area, key: string): string | null | undefined {
  try {
    return window[area].getItem(key);
  } catch {
    return undefined;
  }
}

/**
 * Stores a text, or deletes it if null.
 * @returns whether the browser allowed it
 */
export function writeText(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the object stored as JSON, or null for anything else. The caller names its type, because it wrote it. */
export function readObject<T extends object>(area: Area, key: string): T | null {
  try {
    const value: unknown = JSON.parse(readText(area, key) ?? '');
    return typeof value === 'object' ? (value as T | null) : null;
  } catch {
    return null;
  }
}

/** Like `writeText`, for an object. */
export function writeObject(area: Area, key: string, value: object | null): boolean {
  return writeText(area, key, value && JSON.stringify(value));
}

/** What somebody was writing in this tab, through a reload or a wrong turn. Returns null if nothing readable is kept. */
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
