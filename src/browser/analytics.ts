import { LONGEST_WORDS, type TrackedEvent } from '#domain/analytics.ts';

/**
 * Counts something that a visitor did, such as a search. `count-visits.ts` sends it, unless the visitor has opted out.
 * Pass nothing personal. Labels are trimmed and cut to the length that the service accepts.
 */
export function trackEvent({ kind, category, label, value }: TrackedEvent): void {
  window.trackEvent?.({
    kind,
    category: trim(category),
    label: trim(label),
    value: typeof value === 'string' ? trim(value) : value,
  });
}

function trim(words: string | undefined): string | undefined {
  return words?.trim().slice(0, LONGEST_WORDS).trim() || undefined;
}
