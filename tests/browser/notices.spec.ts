import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeNotices } from '../../src/domain/content/notices.ts';
import { addDays, type IsoDay, londonDay } from '../../src/domain/dates.ts';
import { renderNotices } from '../../src/forms/notices.ts';
import { findViolations } from '../support/axe.ts';
import {
  listKeys,
  readCaches,
  readServedPrecache,
  readShifts,
  visitAndKeep,
  watchShifts,
} from '../support/precache.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import { startSiteServer } from '../support/site-server.ts';
import { expect, test } from '../support/test.ts';

/** The days of a notice, the instant, and whether it is shown then. */
const MOMENTS: [days: { from: string; to: string; shownFrom?: string }, now: string, isShown: boolean][] = [
  [{ from: '2025-12-09', to: '2025-12-10' }, '2025-12-08T23:59:00Z', false],
  [{ from: '2025-12-09', to: '2025-12-10' }, '2025-12-09T00:00:00Z', true],
  [{ from: '2025-12-09', to: '2025-12-10' }, '2025-12-10T23:59:00Z', true],
  [{ from: '2025-12-09', to: '2025-12-10' }, '2025-12-11T00:00:00Z', false],
  [{ from: '2025-12-09', to: '2025-12-10', shownFrom: '2025-12-06' }, '2025-12-05T23:59:00Z', false],
  [{ from: '2025-12-09', to: '2025-12-10', shownFrom: '2025-12-06' }, '2025-12-06T00:00:00Z', true],
  // In summer the day starts an hour earlier.
  [{ from: '2025-07-01', to: '2025-07-01' }, '2025-06-30T22:59:00Z', false],
  [{ from: '2025-07-01', to: '2025-07-01' }, '2025-06-30T23:00:00Z', true],
  [{ from: '2025-07-01', to: '2025-07-01' }, '2025-07-01T23:00:00Z', false],
];

test('a notice appears from its first day in London to the end of its last, and takes space only then', async ({
  page,
}) => {
  for (const [days, now, isShown] of MOMENTS) {
    const what = `${JSON.stringify(days)} at ${now}`;
    const notice = { id: 'snow', text: 'Closed today: snow.', ...(days as { from: IsoDay; to: IsoDay }) };
    await page.clock.setFixedTime(new Date(now));
    await page.route('**/notice', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: renderNotices(timeNotices([notice])),
      }),
    );
    await page.goto('/notice');
    await expect.soft(page.getByText('Closed today: snow.'), what).toBeVisible({ visible: isShown });
    await expect.soft(page.locator('aside'), what).toBeVisible({ visible: isShown });
  }
});

// Who closes for today is in `tests/ways` and `tests/api/content/notices.spec.ts`, and `tests/pages/season-days.spec.ts` has what
// a page then says in each of its places.

test.describe('kept by a browser', () => {
  test.use({ serviceWorkers: 'allow', expectedMessages: /ERR_FAILED|ERR_CONNECTION|fetching the script/ });

  test('a page shows the notices of now with a signal, and those that it has without, and nothing moves', async ({
    page,
  }) => {
    const contentDir = await mkdtemp(join(tmpdir(), 'notices-'));
    const server = await startSiteServer({ CONTENT_DIR: contentDir });
    const line = await startRecordingProxy(server.url);
    const write = async (notices: object[]) => {
      await writeFile(join(contentDir, 'notices.json'), JSON.stringify(notices));
      const count = async () => (await (await fetch(`${server.url}/notices.json`)).json()).length;
      // All pages are compressed again, which takes several seconds on a busy machine.
      await expect.poll(count, { timeout: 60_000 }).toBe(notices.length);
    };
    const today = londonDay(new Date());
    const snow = { id: 'snow', text: 'Closed today: snow.', from: today, to: today, closed: true };
    const ahead = { id: 'carols', text: 'Carols.', from: addDays(today, 5), to: addDays(today, 5) };
    const shown = page.locator('.kept-notice', { hasText: 'Closed today: snow.' });
    await watchShifts(page);
    await visitAndKeep(page, `${line.url}/care-guide`);
    await write([snow, ahead]);
    const kept = await page.goto(`${line.url}/visit`);
    expect(kept?.fromServiceWorker()).toBe(true);
    await expect(shown).toBeInViewport({ ratio: 1 });
    // It may be as old as the notices that it had.
    await expect(page.locator('.hero .opening-line')).toBeHidden();
    await expect(page.getByText('Carols.')).toBeHidden();
    expect(await findViolations(page, { within: '.kept-notices' })).toEqual([]);
    expect(await readShifts(page)).toEqual([]);

    const served = listKeys(await readServedPrecache(page));
    await expect.poll(() => readCaches(page)).toEqual(served);
    const refreshed = await page.goto(`${line.url}/visit`);
    expect(refreshed?.fromServiceWorker()).toBe(true);
    await expect(page.locator('.hero .opening-line')).toBeVisible();
    await expect(page.getByLabel('Notices')).toContainText('Closed today: snow.');
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.kept-notice')).toHaveCount(0);
    expect(await readShifts(page)).toEqual([]);

    await line.cut();
    await page.goto(`${line.url}/prices`);
    await expect(page.getByRole('status')).toContainText('Prices as they were on');
    await expect(page.getByLabel('Notices')).toContainText('Closed today: snow.');
    await line.mend();

    await write([]);
    await page.goto(`${line.url}/visit`);
    await expect(page.getByText('Closed today: snow.')).toBeHidden();
    expect(await readShifts(page)).toEqual([]);

    await line.cut();
    await server.stop();
    await rm(contentDir, { recursive: true });
  });
});
