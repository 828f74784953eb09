import { expect, type Page } from '@playwright/test';
import { findViolations } from './axe.ts';

/** Each width and each colour scheme once: what is laid out wrong is so in both schemes, and a wrong colour at both widths. */
const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
const OTHER_WIDTHS = [320, 768];
/** Names all that is wrong, not the first of it. */
const look = expect.configure({ soft: true });

/**
 * No axe violation on a phone in the light and on a wide screen in the dark, and nothing that scrolls sideways.
 * @param within the element to look at, by its selector; the whole page without it
 */
export async function expectGoodLooks(page: Page, within?: string): Promise<void> {
  for (const width of OTHER_WIDTHS) await expectToFit(page, width);
  for (const { width, colorScheme } of LOOKS) {
    // A running transition has no final colour or place.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectToFit(page, width);
    await expectNoViolations(page, `${width} px, ${colorScheme}`, within);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Makes the page so wide, and expects that it does not scroll sideways. */
export async function expectToFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  look(scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
}

/** Looks again where it must: the script of the card form takes new colours over a moment later. */
async function expectNoViolations(page: Page, state: string, within: string | undefined): Promise<void> {
  await look.poll(() => findViolations(page, { within }), { message: state, timeout: 60_000 }).toEqual([]);
}
