import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { timeNotices } from '../../src/domain/content/notices.ts';
import { addDays, type IsoDay, londonDay } from '../../src/domain/dates.ts';
import { renderNotices } from '../../src/forms/notices.ts';
import { findViolations } from '../support/axe.ts';
import { listKeys, readCaches, readServedPrecache, visitAndKeep } from '../support/precache.ts';
import { type RecordingProxy, startRecordingProxy } from '../support/recording-proxy.ts';
import { startSiteServer } from '../support/site-server.ts';
import { expect, test } from '../support/test.ts';

const moments = [
  { from: '2025-12-09', to: '2025-12-10', now: '2025-12-08T23:59:00Z', isShown: false },
  { from: '2025-12-09', to: '2025-12-10', now: '2025-12-09T00:00:00Z', isShown: true },
  { from: '2025-12-09', to: '2025-12-10', now: '2025-12-10T23:59:00Z', isShown: true },
  { from: '2025-12-09', to: '2025-12-10', now: '2025-12-11T00:00:00Z', isShown: false },
  {
    from: '2025-12-09',
    to: '2025-12-10',
    shownFrom: '2025-12-06',
    now: '2025-12-05T23:59:00Z',
    isShown: false,
  },
  {
    from: '2025-12-09',
    to: '2025-12-10',
    shownFrom: '2025-12-06',
    now: '2025-12-06T00:00:00Z',
    isShown: true,
  },
  // In summer the day starts an hour earlier.
  { from: '2025-07-01', to: '2025-07-01', now: '2025-06-30T22:59:00Z', isShown: false },
  { from: '2025-07-01', to: '2025-07-01', now: '2025-06-30T23:00:00Z', isShown: true },
  { from: '2025-07-01', to: '2025-07-01', now: '2025-07-01T23:00:00Z', isShown: false },
] as const;

test('a notice appears from its first day in London to the end of its last, and takes space only then', async ({
  page,
}) => {
  for (const { isShown, now, ...days } of moments) {
    const what = `${JSON.stringify(days)} at ${now}`;
    const notice = { id: 'snow', text: 'Closed today: snow.', ...(days as { from: IsoDay; to: IsoDay }) };
    await page.clock.setFixedTime(new Date(now));
    await page.route('**/notice', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: renderNotices(timeNotices([notice], addDays(notice.from, -9))),
      }),
    );
    await page.goto('/notice');
    await expect.soft(page.getByText('Closed today: snow.'), what).toBeVisible({ visible: isShown });
    await expect.soft(page.locator('aside'), what).toBeVisible({ visible: isShown });
  }
});

/** The real service with a content folder, behind a connection that a test can cut. */
const keptTest = test.extend<{ farm: { line: RecordingProxy; write: (notices: object[]) => Promise<void> } }>(
  {
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern.
    farm: async ({}, use) => {
      const contentDir = await mkdtemp(join(tmpdir(), 'notices-'));
      const server = await startSiteServer({ CONTENT_DIR: contentDir });
      const line = await startRecordingProxy(server.url);
      const write = async (notices: object[]) => {
        await writeFile(join(contentDir, 'notices.json'), JSON.stringify(notices));
        const count = async () => (await (await fetch(`${server.url}/notices.json`)).json()).length;
        await expect.poll(count).toBe(notices.length);
      };
      await use({ line, write });
      await line.cut();
      await server.stop();
      await rm(contentDir, { recursive: true });
    },
  },
);

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** What has moved since the page began, other than the notice itself: it grows upwards when a second one joins it. */
function watchShifts(page: Page) {
  return page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    const isOfThePage = ({ node }: { node: Node | null }) =>
      !node?.parentElement?.closest('body > [role="status"]') &&
      !(node as Element | null)?.matches?.('[role="status"]');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.sources.some(isOfThePage)) shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
const readShifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);

keptTest.describe(() => {
  keptTest.use({ serviceWorkers: 'allow' });

  keptTest(
    'with a signal, a kept page shows the notices of now at its next view, and nothing moves',
    async ({ page, farm: { line, write } }) => {
      const today = londonDay(new Date());
      const snow = { id: 'snow', text: 'Closed today: snow.', from: today, to: today };
      const ahead = { id: 'carols', text: 'Carols.', from: addDays(today, 5), to: addDays(today, 5) };
      const shown = page.locator('.kept-notice', { hasText: 'Closed today: snow.' });
      await watchShifts(page);
      await visitAndKeep(page, `${line.url}/care-guide`);
      await write([snow, ahead]);
      const kept = await page.goto(`${line.url}/prices`);
      expect(kept?.fromServiceWorker()).toBe(true);
      await expect(shown).toBeInViewport({ ratio: 1 });
      await expect(page.getByText('Carols.')).toBeHidden();
      expect(await findViolations(page, { within: '.kept-notices' })).toEqual([]);
      expect(await readShifts(page)).toEqual([]);

      const served = listKeys(await readServedPrecache(page));
      await expect.poll(() => readCaches(page)).toEqual(served);
      const refreshed = await page.goto(`${line.url}/prices`);
      expect(refreshed?.fromServiceWorker()).toBe(true);
      await expect(page.getByLabel('Notices')).toContainText('Closed today: snow.');
      await page.waitForLoadState('networkidle');
      await expect(page.locator('.kept-notice')).toHaveCount(0);
      expect(await readShifts(page)).toEqual([]);

      await write([]);
      await page.goto(`${line.url}/prices`);
      await expect(page.getByText('Closed today: snow.')).toBeHidden();
      expect(await readShifts(page)).toEqual([]);
    },
  );
});

keptTest.describe(() => {
  keptTest.use({
    serviceWorkers: 'allow',
    expectedMessages: /ERR_FAILED|ERR_CONNECTION|fetching the script/,
  });

  keptTest(
    'without a signal, a kept page keeps the notices that it has',
    async ({ page, farm: { line, write } }) => {
      const today = londonDay(new Date());
      await write([{ id: 'snow', text: 'Closed today: snow.', from: today, to: today }]);
      await visitAndKeep(page, `${line.url}/care-guide`);
      await line.cut();
      await page.goto(`${line.url}/prices`);
      await expect(page.getByRole('status')).toContainText('Prices as they were on');
      await expect(page.getByLabel('Notices')).toContainText('Closed today: snow.');
    },
  );
});
