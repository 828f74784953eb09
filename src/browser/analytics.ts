import { LONGEST_WORDS, type TrackedEvent } from '#domain/analytics.ts';

/**
 * Counts something that a visitor has done, such as a search; `count-visits.ts` sends it, or does not where the visitor
 * has said so. Nothing personal may be in it. Words are trimmed and cut to what the service takes.
 */
export function trackEvent({ kind, category, label, value }: TrackedEvent): void {
  window.trackEvent?.({
    kind,
    category: trim(category),
    label: trim(label),
    value: typeof value === 'string' ? trim(value) : value,
  });
}

/** Empty words are left out. */
function trim(words: string | undefined): string | undefined {
  return words?.trim().slice(0, LONGEST_WORDS).trim() || undefined;
}
