import { timeNotices } from '../../src/domain/content/notices.ts';
import { addDays, type IsoDay } from '../../src/domain/dates.ts';
import { renderNotices } from '../../src/forms/notices.ts';
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
