import { useEffect, useRef, useState } from 'react';
import { trackEvent } from '../../browser/analytics.ts';

const TRACK_AFTER_MS = 1000;
/** How much of a term the service stores (domain/schemas/analytics-event.ts). */
const LONGEST_TERM = 100;

/** Reports each search (section 7) once, a second after the last key. */
export function useTrackedSearches(term: string): void {
  const settled = useSettled(term, TRACK_AFTER_MS);
  const tracked = useRef(new Set<string>());
  useEffect(() => {
    const value = settled.slice(0, LONGEST_TERM);
    if (value === '' || tracked.current.has(value.toLowerCase())) return;
    tracked.current.add(value.toLowerCase());
    trackEvent({ kind: 'search', category: 'faq', label: 'search', value });
  }, [settled]);
}

/** The text after it has stayed the same for a while, for work that should not follow every key. */
export function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return settled;
}
