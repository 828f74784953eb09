import { expect, test } from '../support/test.ts';
import { setTextSize } from '../support/visit-figures.ts';

// WCAG 2.2: 2.4.11 (what has the focus is not covered), and 1.4.6 for who asks for more contrast. Each page's own room for
// large text (1.4.4, 1.4.10) is in pages.spec.ts.

test('the footer is at most 700 px high on a phone, and every link can be touched', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/faq');
  const footer = page.getByRole('contentinfo');
  expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(700);
  for (const link of await footer.getByRole('link').all()) {
    expect((await link.boundingBox())?.height, await link.innerText()).toBeGreaterThanOrEqual(44);
  }
});

for (const [width, height, pixels] of [
  [390, 844, 16],
  [850, 560, 16],
  [390, 844, 32],
] as const) {
  test(`the quick bar covers nothing that has the focus, at ${width} px with text of ${pixels} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await setTextSize(page, pixels);
    await page.goto('/contact-us');
    const stops: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(describeFocus);
      if (stop === null) break;
      stops.push(stop.name);
      expect.soft(stop.isSeen, stop.name).toBe(true);
    }
    expect(stops.length).toBeGreaterThan(30);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`who asks for more contrast gets black and white, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await page.goto('/nordmann-branches');
    const [ink, ground] = colorScheme === 'light' ? [0, 255] : [255, 0];
    await expect(page.locator('.hint').first()).toHaveCSS('color', `rgb(${ink}, ${ink}, ${ink})`);
    await expect(page.locator('html')).toHaveCSS('background-color', `rgb(${ground}, ${ground}, ${ground})`);
  });
}

/** The focused element, and whether its upper half is what one sees at its place; null at the end of the page. */
function describeFocus(): { name: string; isSeen: boolean } | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const isSeen = [0.1, 0.4].every((part) => {
    const seen = document.elementFromPoint(left + width / 2, top + height * part);
    return seen !== null && (focused.contains(seen) || seen.contains(focused) || seen.matches('label'));
  });
  return { name: `${focused.tagName} ${(focused.textContent ?? '').trim().slice(0, 30)}`, isSeen };
}
