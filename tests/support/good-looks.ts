import { expect, type Page } from '@playwright/test';
import { findViolations } from './axe.ts';

/** Whose answer hangs on colours. All other rules of axe read the document and where things lie, alike in both lights. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const WIDTHS = [320, 390, 768, 1280];
/** A phone and a wide screen, where different parts are shown. */
const LOOKED_AT = [390, 1280];

/**
 * No axe violation on a phone and a wide screen, light and dark, and nothing that scrolls sideways.
 * @param within the element to look at, by its selector; the whole page without it
 */
export async function expectGoodLooks(page: Page, within?: string): Promise<void> {
  // A colour or a place that is still on its way is none to judge.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
    if (!LOOKED_AT.includes(width)) continue;
    await expectNoViolations(page, `${width} px, light`, { within });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, `${width} px, dark`, { within, rules: COLOUR_RULES });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Looks again where it must: the script of the card form takes new colours over a moment later. */
async function expectNoViolations(
  page: Page,
  state: string,
  choice: Parameters<typeof findViolations>[1],
): Promise<void> {
  await expect.poll(() => findViolations(page, choice), state).toEqual([]);
}
