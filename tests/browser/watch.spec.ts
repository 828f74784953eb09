import { expect, test } from '@playwright/test';
import { watchContext } from '../support/watch-context.ts';

// The watch that every browser test relies on. If it saw nothing, they would all pass.
test('every error, warning, exception, rejection and request to another host is noticed', async ({
  page,
  context,
}) => {
  for (const [script, finding] of [
    ["console.error('broken')", /^error: broken/],
    ["console.warn('doubtful')", /^warning: doubtful/],
    ["setTimeout(() => { throw new Error('bug') })", /^uncaught: bug/],
    ["Promise.reject(new Error('lost'))", /^uncaught: lost/],
    ["new Image().src = 'https://elsewhere.example.com/a.png'", /^request to another/],
  ] as const) {
    const findings = watchContext(context);
    await page.setContent(`<p>Trees</p><script>${script}</script>`);
    await expect.poll(() => findings.some((found) => finding.test(found)), script).toBe(true);
  }
});

test('a quiet page, and a request that the test answers itself, pass', async ({ page, context }) => {
  const findings = watchContext(context);
  await page.route('https://elsewhere.example.com/**', (route) => route.fulfill({ body: 'stub' }));
  await page.setContent(
    '<iframe src="https://elsewhere.example.com/widget"></iframe><script>console.log(1)</script>',
  );
  await expect(page.frameLocator('iframe').getByText('stub')).toBeVisible();
  expect(findings).toEqual([]);
});
