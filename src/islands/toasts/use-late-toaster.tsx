import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
// Here too, so that the styles are in the page, and do not wait for the script.
import './toasts.css';

/** How long a message may wait for the Toaster, once there is one. */
const WAIT_MS = 1000;

/**
 * The Toaster for an island that seldom needs it: its script, 12 kB of it, is asked for by `loadToaster`, and shows
 * a toast that is there already. `loadToaster` says whether the script has come, within a second; on a bad line it may
 * not, and then the island must say by itself what there is to say.
 */
export function useLateToaster(): {
  readonly toaster: ReactNode;
  readonly loadToaster: () => Promise<boolean>;
} {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const loadToaster = useCallback(() => {
    const isThere = import('./Toaster.tsx').then(
      (module) => {
        setToaster(() => module.Toaster);
        return true;
      },
      () => false,
    );
    const isLate = new Promise<boolean>((resolve) => setTimeout(resolve, WAIT_MS, false));
    return Promise.race([isThere, isLate]);
  }, []);
  return { toaster: Toaster && <Toaster />, loadToaster };
}
