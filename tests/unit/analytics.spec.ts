import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { trackEvent } from '../../src/browser/analytics.ts';
import { nameButton, type TrackedEvent } from '../../src/domain/analytics.ts';
import { analyticsEventSchema } from '../../src/domain/schemas/analytics-event.ts';
import type { Farm } from '../../src/domain/schemas/farm.ts';
import { TEST_CONTENT } from '../support/test-site.ts';

/** An island's event as the page's script receives it. */
function passOn(event: TrackedEvent): TrackedEvent | undefined {
  const passed: TrackedEvent[] = [];
  const page = { trackEvent: (each: TrackedEvent) => passed.push(each) };
  Object.assign(globalThis, { window: page });
  trackEvent(event);
  return passed[0];
}

test('the service accepts the event, whatever a visitor has typed', () => {
  const long = `${'a'.repeat(99)} ${'b'.repeat(50)}`;
  for (const [value, taken] of [
    ['  dogs ', 'dogs'],
    [long, 'a'.repeat(99)],
    ['   ', undefined],
    ['', undefined],
    [0, '0'],
  ] as const) {
    const sent = passOn({ kind: 'search', category: 'faq', label: long, value });
    const stored = analyticsEventSchema.parse(JSON.parse(JSON.stringify({ ...sent, path: '/faq' })));
    expect(stored).toEqual({
      kind: 'search',
      category: 'faq',
      label: 'a'.repeat(99),
      path: '/faq',
      region: 'Somerset',
      ...(taken !== undefined && { value: taken }),
    });
  }
});

test('an event is dropped if the browser asks not to be tracked', () => {
  Object.assign(globalThis, { window: {} });
  expect(() => trackEvent({ kind: 'search', value: 'dogs' })).not.toThrow();
});

test('buttons are named by their target, and those to other pages are not counted', () => {
  const { links } = JSON.parse(readFileSync(`${TEST_CONTENT}/farm.json`, 'utf8')) as Farm;
  expect(nameButton(links.directions, links)).toBe('directions');
  expect(nameButton(links.directionsAlternative, links)).toBe('directions');
  expect(nameButton(links.tickets, links)).toBe('tickets');
  expect(nameButton('/contact-us', links)).toBe('contact');
  expect(nameButton('/pick-your-own', links)).toBe('pick_your_own');
  expect(nameButton('/visit', links)).toBeUndefined();
});
