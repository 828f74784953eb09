import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { setTextSize } from '../support/visit-figures.ts';

// What single pages promise of their layout. What each page promises is in pages.spec.ts.

test('a hero’s picture reaches the edges of a wide screen, and moves nothing when it is across the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/about-us');
  const beside = await page.locator('.hero .picture').boundingBox();
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBe(1920);

  await page.goto('/visit');
  const across = await page.locator('.hero .picture').boundingBox();
  expect([across?.x, across?.width]).toEqual([0, 1920]);
  const heading = page.getByRole('heading', { level: 1 });
  const top = (await heading.boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThan((across?.y ?? 0) + (across?.height ?? 0));
  // Its place is kept before it has come.
  await page.locator('.hero .picture').evaluate((picture) => picture.remove());
  expect((await heading.boundingBox())?.y).toBe(top);
});

test('what is bought and whom to ring is in the first view', async ({ page }) => {
  for (const [width, height, path, name] of [
    [1280, 900, '/nordmann-foliage-payment', '.foliage [type="submit"]'],
    [390, 844, '/nordmann-foliage-payment', '#foliage-quantity'],
    [390, 844, '/nordmann-branches', '#order'],
    [390, 844, '/contact-us', '#phone-email a'],
    [1280, 900, '/contact-us', '.hours'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect
      .soft(page.locator(name).first(), `${path}, ${width} px`)
      .toBeInViewport({ ratio: name === '#order' ? 0.05 : 1 });
  }
});

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

test('prices, directions and the care guide print on one sheet of A4, in one ink, without controls', async ({
  page,
}) => {
  for (const [path, pictures] of [
    ['/prices', 'table svg'],
    ['/directions', '.picture:has(.lane-map-labels)'],
    ['/care-guide', '#steps .plate'],
  ] as const) {
    await page.emulateMedia({ media: null });
    await page.goto(path);
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), path).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    const inks = await page.locator(pictures).evaluateAll((elements) =>
      elements.map((element) => {
        const { filter, fill } = getComputedStyle(element);
        return element.checkVisibility() && (filter.includes('grayscale(1)') || fill);
      }),
    );
    expect(new Set(inks), path).toEqual(new Set([path === '/prices' ? 'rgb(0, 0, 0)' : true]));
    await expect(page.getByText('01632 960 214').last()).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    if (path !== '/prices') continue;
    await expect(page.getByRole('table', { name: 'Nordmann Fir' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Plan your visit' })).toBeHidden();
    await expect(page.locator('.heights')).toBeHidden();
  }
});

test('paper has every answer, and no words about a form that it hasn’t', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/faq');
  for (const answer of await page.locator('.accordion .prose').all()) await expect(answer).toBeVisible();
  await page.goto('/nordmann-branches');
  await expect(page.locator('#order')).toBeHidden();
});

// WCAG 2.2: 2.4.11 (what has the focus is not covered), and 1.4.6 for who asks for more contrast. Each page's own room for
// large text (1.4.4, 1.4.10) is in pages.spec.ts.

test('the quick bar covers nothing that has the focus, and the footer is short and can be touched on a phone', async ({
  page,
}) => {
  await page.goto('/contact-us');
  for (const [width, height, pixels] of [
    [390, 844, 16],
    [850, 560, 16],
    [390, 844, 32],
  ] as const) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, pixels);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const stops: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(describeFocus);
      if (stop === null) break;
      stops.push(stop.name);
      expect.soft(stop.isSeen, `${stop.name}, ${width} px, text of ${pixels} px`).toBe(true);
    }
    expect(stops.length).toBeGreaterThan(30);
    if (width !== 390 || pixels !== 16) continue;
    const footer = page.getByRole('contentinfo');
    expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(700);
    const address = footer.locator('[href^="mailto"] span');
    expect((await address.boundingBox())?.height, 'one line').toBeLessThan(30);
    for (const link of await footer.getByRole('link').all())
      expect((await link.boundingBox())?.height, await link.innerText()).toBeGreaterThanOrEqual(44);
  }
});

test('who asks for more contrast gets black and white', async ({ page }) => {
  await page.goto('/nordmann-branches');
  for (const [colorScheme, ink, ground] of [
    ['light', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
  ] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await expect(page.locator('.hint').first()).toHaveCSS('color', ink);
    await expect(page.locator('html')).toHaveCSS('background-color', ground);
  }
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
