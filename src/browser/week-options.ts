import type { WeekAvailability } from '#domain/delivery/weeks.ts';
import { callApiForJson } from './api-client.ts';

/** Returns the weeks on offer, and how many boxes each has left. */
export const OFFERED_WEEKS_URL = '/api/branch-boxes/weeks';

/**
 * What can be had now. The service knows it better than the page, which was built earlier. Without a response nothing is
 * marked in a form, and the service refuses the week later. A chosen week stays chosen: it is never replaced silently.
 */
export async function readAvailability(): Promise<readonly WeekAvailability[]> {
  const answer = await callApiForJson<{ weeks: WeekAvailability[] }>({
    method: 'GET',
    url: OFFERED_WEEKS_URL,
  }).catch(() => undefined);
  return answer?.weeks ?? [];
}

/** What to say beside a week in a form; nothing if there is no end to its boxes. */
export function describeAvailability({ state, boxesLeft }: WeekAvailability): string {
  if (state === 'full') return 'sold out';
  if (state === 'closed') return 'closed';
  return boxesLeft === null ? '' : `${boxesLeft} left`;
}
