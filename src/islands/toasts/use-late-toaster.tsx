import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
// Imported here as well, so that the page includes the styles and they do not wait for the script.
import './toasts.css';

/** How long a message may wait for the Toaster, once there is one. */
const WAIT_MS = 1000;

/**
 * The Toaster for islands that seldom need it. `loadToaster` loads its 12 kB script, and then it shows any current
 * toast. It resolves to whether the script has loaded within a second. On a bad connection it may not, and the island
 * must show the message itself.
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
