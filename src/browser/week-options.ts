import type { WeekAvailability } from '#domain/delivery/weeks.ts';
import { callApiForJson } from './api-client.ts';

/** Where the service says which weeks there are, and how many boxes each has left. */
export const OFFERED_WEEKS_URL = '/api/branch-boxes/weeks';

const NOTES = { full: 'sold out', closed: 'closed' } as const;

/**
 * Marks the weeks of a choice that can no longer be ordered, as the service knows them now; the page knows them as
 * they were when it was built. What was chosen stays chosen: a week that is gone is never exchanged silently. Without
 * an answer nothing is marked, and the service says so when it is asked for the week.
 */
export async function markGoneWeeks(choice: HTMLSelectElement): Promise<void> {
  const answer = await callApiForJson<{ weeks: WeekAvailability[] }>({
    method: 'GET',
    url: OFFERED_WEEKS_URL,
  }).catch(() => undefined);
  for (const { id, state } of answer?.weeks ?? []) {
    const option = [...choice.options].find(({ value }) => value === id);
    if (!option || state === 'open') continue;
    option.disabled = true;
    option.text = `${option.text.replace(/ \(.*/, '')} (${NOTES[state]})`;
  }
}
