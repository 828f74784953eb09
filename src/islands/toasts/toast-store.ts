/** A notification (section 8): a title and usually a message. */
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant: 'default' | 'destructive';
  /** Whether it stays until somebody closes it or something else happens. Others last for section 9's 5000 ms. */
  readonly stays?: boolean;
  /** Whether it takes the focus. */
  readonly takesFocus?: boolean;
  readonly open: boolean;
}

export type NewToast = Omit<Toast, 'id' | 'variant' | 'open'> & { readonly variant?: Toast['variant'] };

/** Section 9: at most one toast at a time, and a dismissed one is removed after 1,000,000 ms. */
const TOAST_LIMIT = 1;
const TOAST_REMOVE_DELAY_MS = 1_000_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a notification and replaces the current one. */
export function showToast(toast: NewToast): void {
  lastId += 1;
  set([{ variant: 'default' as const, ...toast, id: lastId, open: true }, ...toasts].slice(0, TOAST_LIMIT));
}

/** Closes the notification that is open, because what it says is over. */
export function dismissToasts(): void {
  for (const { id } of toasts) dismissToast(id);
}

/** Closes a notification. It stays in the list, closed, until the removal delay is over. */
export function dismissToast(id: number): void {
  set(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS);
}

/** For `useSyncExternalStore`. */
export function readToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
