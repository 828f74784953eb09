import { describeAvailability, type WeekAvailability } from '#domain/delivery/weeks.ts';
import { callApiForJson } from './api-client.ts';

/** Returns the weeks on offer, and how many boxes each has left. */
export const OFFERED_WEEKS_URL = '/api/branch-boxes/weeks';

/**
 * Marks the weeks that can no longer be ordered. The service knows them better than the page, which was built earlier.
 * A chosen week stays chosen: it is never replaced silently. Without a response nothing is marked, and the service
 * refuses the week later.
 */
export async function markUnavailableWeeks(choice: HTMLSelectElement): Promise<void> {
  for (const week of await readAvailability()) {
    const option = [...choice.options].find(({ value }) => value === week.id);
    if (!option || week.state === 'open') continue;
    option.disabled = true;
    option.text = `${option.text.replace(/ \(.*/, '')} (${describeAvailability(week)})`;
  }
}

/**
 * The same for a group of radio buttons, which also have room to say how many boxes are left.
 * @param controlId the id that links to the group lead to: the first week that can be had takes it over
 */
export async function markWeeks(form: HTMLFormElement, controlId: string): Promise<void> {
  const radios = [...form.querySelectorAll<HTMLInputElement>('[name="deliveryWeek"]')];
  for (const week of await readAvailability()) {
    const radio = radios.find(({ value }) => value === week.id);
    const left = radio?.closest('label')?.querySelector('.left');
    if (!radio || !left) continue;
    left.textContent = describeAvailability(week);
    radio.disabled = week.state !== 'open';
  }
  const first = radios.find(({ disabled }) => !disabled);
  if (!first) return;
  for (const radio of radios) radio.removeAttribute('id');
  first.id = controlId;
}

async function readAvailability(): Promise<readonly WeekAvailability[]> {
  const answer = await callApiForJson<{ weeks: WeekAvailability[] }>({
    method: 'GET',
    url: OFFERED_WEEKS_URL,
    wants: ['weeks'],
  }).catch(() => undefined);
  return answer?.weeks ?? [];
}
