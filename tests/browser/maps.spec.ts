import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.ts';

test('names on the maps stay apart, in the frame and large enough, and are those of the steps, which are read out', async ({
  page,
}) => {
  await page.goto('/directions');
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const map of ['.lane-map-labels', '.journey-map'])
      expect(await findFaults(page.locator(map)), `${map}, ${width} px`).toEqual([]);
  }
  const steps = await page.locator('#motorway').getByRole('heading', { level: 3 }).allInnerTexts();
  const labels = await page.locator('.lane-map-labels .map-label').allTextContents();
  const squeeze = (text: string) => text.replace(/\s+/g, '');
  expect(labels).toHaveLength(8);
  expect(labels.map(squeeze)).toEqual(steps.map((step, index) => `${index + 1}${squeeze(step)}`));
  await expect(page.locator('.lane-map-labels')).toHaveAttribute('aria-hidden', 'true');
});

/** What is wrong with the names on this map, as they are drawn. */
function findFaults(map: Locator): Promise<string[]> {
  return map.evaluate((svg) => {
    const frame = svg.getBoundingClientRect();
    const labels = [...svg.querySelectorAll<SVGGElement>('.map-label')].map((label) => ({
      name: label.textContent?.trim(),
      plate: label.getBoundingClientRect(),
      letters: [...label.querySelectorAll('text')].map((text) => text.getBoundingClientRect()),
      pixels: Number.parseFloat(getComputedStyle(label).fontSize) * (label.getScreenCTM()?.a ?? 0),
    }));
    const holds = (a: DOMRect, b: DOMRect) =>
      a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;
    const meets = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return labels.flatMap(({ name, plate, letters, pixels }, index) => [
      ...(holds(frame, plate) ? [] : [`${name} leaves the frame`]),
      ...(letters.every((box) => box.width <= plate.width) ? [] : [`${name} is wider than its plate`]),
      ...(pixels >= 11.5 ? [] : [`${name} is too small to read`]),
      ...labels
        .slice(index + 1)
        .flatMap((other) => (meets(plate, other.plate) ? [`${name} meets ${other.name}`] : [])),
    ]);
  });
}
