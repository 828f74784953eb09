/**
 * The one way to local and session storage. Some browsers keep them closed, and a full one takes nothing more: then
 * nothing is kept, nothing fails, and who must know is told. Two scripts that stand in the pages' HTML do without it,
 * because a shared module would be one more file to wait for.
 */
type Area = 'localStorage' | 'sessionStorage';

/** The text under a key: null where there is none, undefined where the browser keeps its storage closed. */
export function readText(area: Area, key: string): string | null | undefined {
  try {
    return window[area].getItem(key);
  } catch {
    return undefined;
  }
}

/** Keeps a text, or forgets it when given null. @returns whether the browser has let us */
export function writeText(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The object that is kept as JSON; null for anything else. The caller names its shape, as it has written it. */
export function readObject<T extends object>(area: Area, key: string): T | null {
  try {
    const value: unknown = JSON.parse(readText(area, key) ?? '');
    return typeof value === 'object' ? (value as T | null) : null;
  } catch {
    return null;
  }
}

/** As `writeText`, for an object. */
export function writeObject(area: Area, key: string, value: object | null): boolean {
  return writeText(area, key, value && JSON.stringify(value));
}
