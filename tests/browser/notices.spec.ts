import { readFileSync } from 'node:fs';
import { findLondonMidnight, type IsoDay } from '../../src/domain/dates.ts';
import { expect, test } from '../support/test.ts';

const SCRIPT = readFileSync('src/components/site/notices-inline.js', 'utf8');
const at = (day: string) => findLondonMidnight(day as IsoDay).toISOString();

const moments = [
  { from: '2025-12-09', until: '2025-12-11', now: '2025-12-08T23:59:00Z', isShown: false },
  { from: '2025-12-09', until: '2025-12-11', now: '2025-12-09T00:00:00Z', isShown: true },
  { from: '2025-12-09', until: '2025-12-11', now: '2025-12-10T23:59:00Z', isShown: true },
  { from: '2025-12-09', until: '2025-12-11', now: '2025-12-11T00:00:00Z', isShown: false },
  // In summer the day starts an hour earlier.
  { from: '2025-07-01', until: '2025-07-02', now: '2025-06-30T22:59:00Z', isShown: false },
  { from: '2025-07-01', until: '2025-07-02', now: '2025-06-30T23:00:00Z', isShown: true },
  { from: '2025-07-01', until: '2025-07-02', now: '2025-07-01T23:00:00Z', isShown: false },
];

test('a notice appears from its first day in London to the end of its last, and takes space only then', async ({
  page,
}) => {
  for (const { from, until, now, isShown } of moments) {
    const what = `from ${from}, until ${until} begins, at ${now}`;
    const notice = `<p data-from="${at(from)}" data-until="${at(until)}">Closed today: snow.</p>`;
    await page.clock.setFixedTime(new Date(now));
    await page.route('**/notice', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<aside>${notice}<script>${SCRIPT}</script></aside>` }),
    );
    await page.goto('/notice');
    await expect.soft(page.getByText('Closed today: snow.'), what).toBeVisible({ visible: isShown });
    await expect.soft(page.locator('aside'), what).toBeVisible({ visible: isShown });
  }
});
