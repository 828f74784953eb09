/**
 * What somebody has begun to write, kept in this tab through a reload or a wrong turn. Where the browser keeps its
 * storage from us, nothing is kept, and nothing fails.
 */

/** The entries that were kept; null when there are none, or none that can be read. */
export function readDraft(key: string): Readonly<Record<string, string>> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return null;
  }
}

export function keepDraft(key: string, entries: Readonly<Record<string, string>>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(entries));
  } catch {
    // Closed or full: the entries are still in the form.
  }
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Where nothing can be kept, nothing is there.
  }
}
