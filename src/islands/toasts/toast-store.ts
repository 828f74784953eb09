/** A notification (section 8): a title and usually a message. */
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  /** What to do next. */
  readonly next?: string | undefined;
  /** The farm's, as these texts have it, where it becomes a link. */
  readonly phone?: string | undefined;
  readonly variant: 'default' | 'destructive';
  /** Whether it stays until somebody closes it or something else happens. Others last for section 9's 5000 ms. */
  readonly stays?: boolean;
  /** Whether it takes the focus. */
  readonly takesFocus?: boolean;
  readonly open: boolean;
}

export type NewToast = Omit<Toast, 'id' | 'variant' | 'open'> & { readonly variant?: Toast['variant'] };

/** Section 9: a dismissed toast is removed after 1,000,000 ms. At most one is there at a time. */
const TOAST_REMOVE_DELAY_MS = 1_000_000;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a notification and replaces the current one. */
export function showToast(toast: NewToast): void {
  lastId += 1;
  set({ variant: 'default', ...toast, id: lastId, open: true });
}

/** Closes the notification that is open, if there is one. It stays, closed, until the removal delay is over. */
export function dismissToast(): void {
  if (current === null) return;
  const { id } = current;
  set({ ...current, open: false });
  setTimeout(() => current?.id === id && set(null), TOAST_REMOVE_DELAY_MS);
}

/** For `useSyncExternalStore`. */
export function readToast(): Toast | null {
  return current;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}
