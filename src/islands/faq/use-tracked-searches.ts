import { useEffect, useRef } from 'react';
import { trackEvent } from '../../browser/analytics.ts';
import { useSettled } from './use-settled.ts';

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
