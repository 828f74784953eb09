/**
 * Whether the session has ended while somebody worked, for the whole page. Reads wait until they have signed in again,
 * so that nothing on the page changes meanwhile.
 */

let isEnded = false;
const waiting = new Set<() => void>();
const listeners = new Set<() => void>();

export function hasSessionEnded(): boolean {
  return isEnded;
}

/** Called when a response says so. The page then asks for the password. */
export function markSessionEnded(): void {
  change(true);
}

/** Called after signing in again, or when everything is cleared. Reads that wait are made again. */
export function markSessionStarted(): void {
  change(false);
  for (const proceed of waiting) proceed();
  waiting.clear();
}

/** Waits until somebody has signed in again, or the read is no longer wanted. */
export function waitForSignIn(signal: AbortSignal): Promise<void> {
  markSessionEnded();
  return new Promise((resolve) => {
    waiting.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** @returns a function that ends it */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: boolean): void {
  if (isEnded === next) return;
  isEnded = next;
  for (const listener of listeners) listener();
}
