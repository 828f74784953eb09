import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { watchVisit } from '../support/visit-figures.ts';

// One page of each reading, at moments when the readings differ. tests/unit/opening-today.spec.ts has all moments.

/** The instant, the sentence of each page, and the day in the calendar. */
const MOMENTS: { now: string; says: Record<string, string>; today: string | undefined }[] = [
  {
    now: '2025-11-22T11:00Z',
    says: {
      '/': 'Open today until 5pm',
      '/visit': 'Opens Tuesday 25 November',
      '/christmas-trees-taunton': 'Open today until 5pm',
      '/contact-us': 'Open today until 5pm',
    },
    today: '22',
  },
  // In summer London is an hour ahead.
  {
    now: '2025-07-10T23:30Z',
    says: { '/': 'Opens Friday 21 November', '/christmas-trees-taunton': 'Opens in late November' },
    today: undefined,
  },
];

test('the pages know what day it is, and nothing moves', async ({ page }) => {
  const readFigures = await watchVisit(page, await page.context().newCDPSession(page));
  for (const { now, says, today } of MOMENTS) {
    await page.clock.setFixedTime(new Date(now));
    for (const [path, sentence] of Object.entries(says)) {
      const what = `${path} at ${now}`;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path);
      const lines = path === '/contact-us' ? [sentence] : [sentence, sentence];
      await expect(page.locator('main .opening-line'), what).toHaveText(lines);
      if (path === '/') await expect(page.locator('.calendar .today')).toHaveText(today ? [today] : []);
      const link = page.locator('.quick-bar a').first();
      const bar = sentence.startsWith('Open ') ? 'Open' : 'Closed';
      await expect(link, what).toHaveAccessibleName(`${bar} Opening times`);
      expect((await readFigures()).shifts, `${what}: nothing moves`).toEqual([]);
      expect(await hasSidewaysScroll(page), what).toBe(false);
      await page.setViewportSize({ width: 1280, height: 844 });
      await expect(link).toBeHidden();
      expect(await hasSidewaysScroll(page), what).toBe(false);
    }
  }
});

test('a page that stayed open says what is right when it is looked at again', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2025-12-01T16:00Z'));
  await page.goto('/');
  const line = page.locator('.hero .opening-line');
  await expect(line).toHaveText('Open today until 4:30pm');
  await page.clock.setFixedTime(new Date('2025-12-02T08:00Z'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(line).toHaveText('Opens today at 9am');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says its season and hours as always, and nothing of today', async ({ page }) => {
    for (const path of ['/', '/visit', '/christmas-trees-taunton']) {
      await page.goto(path);
      await expect(page.locator('main .opening-line')).toHaveCount(2);
      for (const line of await page.locator('main .opening-line').all()) await expect(line).toBeHidden();
      await expect(page.locator('.hours dl').first()).toBeVisible();
      await expect(page.locator('.quick-bar a').first()).toHaveText('Opening times');
    }
    await page.goto('/');
    await expect(page.locator('main')).toContainText('Season: 21 November to 21 December');
    await expect(page.locator('main')).toContainText('Mon–Fri');
  });
});

const hasSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
