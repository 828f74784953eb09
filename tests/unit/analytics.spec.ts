import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { nameButton } from '../../src/domain/analytics.ts';
import type { Farm } from '../../src/domain/schemas/farm.ts';
import { TEST_CONTENT } from '../support/test-site.ts';

test('buttons are named by their target, and those to other pages are not counted', () => {
  const { links } = JSON.parse(readFileSync(`${TEST_CONTENT}/farm.json`, 'utf8')) as Farm;
  expect(nameButton(links.directions, links)).toBe('directions');
  expect(nameButton(links.directionsAlternative, links)).toBe('directions');
  expect(nameButton(links.tickets, links)).toBe('tickets');
  expect(nameButton('/contact-us', links)).toBe('contact');
  expect(nameButton('/pick-your-own', links)).toBe('pick_your_own');
  expect(nameButton('/visit', links)).toBeUndefined();
});
