import { readFileSync } from 'node:fs';
import { expect, test } from '../support/test.ts';

const SCRIPT = readFileSync('src/components/site/notices-inline.js', 'utf8');
const NOTICE = '<p data-from="2025-12-09" data-to="2025-12-10">Closed today: snow.</p>';

const moments = [
  { now: '2025-12-08T23:59:00Z', isShown: false },
  { now: '2025-12-09T00:00:00Z', isShown: true },
  { now: '2025-12-10T23:59:00Z', isShown: true },
  { now: '2025-12-11T00:00:00Z', isShown: false },
];

for (const { now, isShown } of moments) {
  test(`a notice for 9 and 10 December is ${isShown ? 'shown' : 'hidden'} at ${now}`, async ({ page }) => {
    await page.clock.setFixedTime(new Date(now));
    await page.route('**/notice', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<aside>${NOTICE}<script>${SCRIPT}</script></aside>` }),
    );
    await page.goto('/notice');
    await expect(page.getByText('Closed today: snow.')).toBeVisible({ visible: isShown });
    await expect(page.locator('aside')).toBeVisible({ visible: isShown });
  });
}
