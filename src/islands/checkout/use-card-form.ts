import { useCallback, useEffect, useState } from 'react';
import { type Payments, SLOW_AFTER_MS } from './use-payments.ts';

export type CardFormStatus = 'loading' | 'slow' | 'failed' | 'ready';

/** The card form on its way: first its script, then the form itself, which can be slow and fail as well. */
export function useCardForm(payments: Payments) {
  const [element, setElement] = useState<CardFormStatus>('loading');
  const isScriptReady = payments.status === 'ready';

  useEffect(() => {
    if (!isScriptReady) return;
    const timer = setTimeout(
      () => setElement((before) => (before === 'loading' ? 'slow' : before)),
      SLOW_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [isScriptReady]);

  const status: CardFormStatus = isScriptReady ? element : payments.status;
  const onReady = useCallback(() => setElement('ready'), []);
  const onLoadError = useCallback(() => setElement('failed'), []);
  return { status, onReady, onLoadError };
}
