import { useEffect, useState } from 'react';

/** A text as it was when it last stayed the same for a while: for what must not follow every key. */
export function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return settled;
}
