import type { Locator, Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { drawPlainly, expect, loadPictures, showAlone, test } from '../support/gallery.ts';

// Every component in every state, as src/gallery shows it, independent of the machine's fonts and colours.
test.use({
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: [
      ...chromiumArguments(),
      '--disable-font-subpixel-positioning',
      '--disable-lcd-text',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  },
});
test.describe.configure({ timeout: 180_000 });

/** Rules for whole pages. The gallery is not one: it has many headers, and headings of every level. */
const PAGE_RULES = ['heading-order', 'landmark-complementary-is-top-level', 'landmark-unique', 'region'];

/** The difference that another machine's antialiasing makes: less than an icon, which has 144 of these pixels. */
const TOLERANCE = { threshold: 0.2, maxDiffPixels: 60 };

test.describe('looks as before', () => {
  // Half the size, so that letters and edges blur alike on every machine and all baselines fit in a megabyte.
  test.use({ deviceScaleFactor: 0.5 });

  // Each width and each colour scheme once: a layout error shows in both schemes, and a wrong colour at both widths.
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    test(`${width} px, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await openGallery(page);
      await drawPlainly(page);
      await loadPictures(page);
      for (const group of await page.locator('[data-group]').all()) {
        const name = await group.getAttribute('data-group');
        await showAlone(group);
        // Compared once, without toHaveScreenshot's retries: nothing moves, and many changes are reported quickly.
        const picture = await group.screenshot({ animations: 'disabled', scale: 'device' });
        expect.soft(picture).toMatchSnapshot([`${width}-${colorScheme}`, `${name}.png`], TOLERANCE);
      }
    });
  }
});

test('passes axe at both widths and in both colour schemes', async ({ page }) => {
  await openGallery(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      const state = `${width} px, ${colorScheme}`;
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await findViolations(page, { without: PAGE_RULES }), state).toEqual([]);
      expect
        .soft(await page.evaluate(() => document.documentElement.scrollWidth), state)
        .toBeLessThanOrEqual(width);
    }
  }
});

test('respects reduced motion, and shows all borders and the focus in forced colours', async ({ page }) => {
  await openGallery(page);
  await test.step('no motion', async () => {
    const countMoving = () => page.evaluate(() => document.getAnimations().length);
    expect(await countMoving()).toBeGreaterThan(5);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await countMoving()).toBe(0);
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  });

  await page.emulateMedia({ forcedColors: 'active' });
  await test.step('everything distinguished by its background has a border', async () => {
    const framed = page.locator(
      '.button, .panel, .callout, .form-frame, .badge, .admin-badge, .toast, .tooltip, .tiles > div, .days .open,' +
        ' .spinner, .summary, .tree-card, .stand, .card, .hero-card, .facade, .category > summary, [role="tab"],' +
        ' .form :is(input:not([type="radio"], [type="checkbox"], [type="hidden"]), select, textarea)',
    );
    expect(await framed.count()).toBeGreaterThan(100);
    expect(await listWithoutBorder(framed)).toEqual([]);
  });

  await test.step('every focusable element shows the focus', async () => {
    // Makes the browser treat the following focus as keyboard focus.
    await page.keyboard.press('Tab');
    const { count, unseen } = await focusEach(page);
    expect(count).toBeGreaterThan(100);
    expect(unseen).toEqual([]);
  });
});

async function openGallery(page: Page): Promise<void> {
  await page.goto('/components');
  // The last thing that scripts render.
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
}

/** Elements without a visible border or outline. */
function listWithoutBorder(framed: Locator): Promise<string[]> {
  return framed.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const style = getComputedStyle(element);
        const sides = ['Left', 'Top', 'Bottom', 'Right'] as const;
        return !sides.some(
          (side) =>
            style[`border${side}Style`] !== 'none' &&
            Number.parseFloat(style[`border${side}Width`]) >= 1 &&
            style[`border${side}Color`] !== style.backgroundColor,
        );
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}

/**
 * Focuses each focusable element.
 * @returns how many there are, and which do not show the focus
 */
function focusEach(page: Page): Promise<{ count: number; unseen: string[] }> {
  return page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, summary, input, select, textarea, [tabindex="0"]',
      ),
    ].filter((element) => element.checkVisibility() && !element.matches(':disabled'));
    const isUnseen = (element: HTMLElement) => {
      element.focus();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return (
        document.activeElement !== element || outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2
      );
    };
    return {
      count: targets.length,
      unseen: targets.filter(isUnseen).map((element) => element.outerHTML.slice(0, 100)),
    };
  });
}
