import type { WeekAvailability } from '#domain/delivery/weeks.ts';
import { callApiForJson } from './api-client.ts';

/** Returns the weeks on offer, and how many boxes each has left. */
export const OFFERED_WEEKS_URL = '/api/branch-boxes/weeks';

const NOTES = { full: 'sold out', closed: 'closed' } as const;

/**
 * Marks the weeks that can no longer be ordered. The service knows them better than the page, which was built earlier.
 * A chosen week stays chosen: it is never replaced silently. Without a response nothing is marked, and the service
 * refuses the week later.
 */
export async function markUnavailableWeeks(choice: HTMLSelectElement): Promise<void> {
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
