import { type Browser, chromium, devices } from '@playwright/test';
import { addDays, type IsoDay, londonDay, weekdayIndex } from '../../../../src/domain/dates.ts';
import { chromiumArguments, findChromium } from '../../../support/chromium.ts';
import { openShortLivedShop, type ShortLivedShop } from '../short-lived-shop.ts';
import { Hand } from './hand.ts';

/** The shop of one December, and its two people. */
export interface Farm {
  readonly shop: ShortLivedShop;
  /** Four Mondays: two weeks that are packed, the one that snow closes, and the one that its buyers move to. */
  readonly weeks: readonly [IsoDay, IsoDay, IsoDay, IsoDay];
  readonly browser: Browser;
  /** In the barn. */
  readonly phone: Hand;
  /** In the office. */
  readonly desk: Hand;
  /** What a page said that it should not have: an error, a warning, a failed request. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** @param roomLater how many boxes the last week has */
export async function openFarm(roomLater: number): Promise<Farm> {
  const today = londonDay(new Date());
  const monday = addDays(today, 7 - weekdayIndex(today));
  const weeks = [monday, addDays(monday, 7), addDays(monday, 14), addDays(monday, 21)] as const;
  const [first, second, closed, last] = weeks;
  const shop = await openShortLivedShop([
    { id: first },
    { id: second },
    { id: closed },
    { id: last, boxes: roomLater },
  ]);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath !== undefined && { executablePath }),
  });
  const complaints: string[] = [];
  const open = async (options: Parameters<Browser['newContext']>[0]) => {
    // Sign-in cookies and the camera are for localhost and https alone.
    const baseURL = shop.url.replace('127.0.0.1', 'localhost');
    const context = await browser.newContext({ ...options, baseURL });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // The barn has no signal, and what somebody else has changed or what does not fit is refused.
      if (/ERR_INTERNET_DISCONNECTED|status of 409/.test(message.text())) return;
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push(`${page.url()}: ${message.text()}`);
    });
    return new Hand(page);
  };
  const { viewport: _, ...pixel } = devices['Pixel 7'];
  return {
    shop,
    weeks,
    browser,
    complaints,
    phone: await open({ ...pixel, viewport: { width: 390, height: 844 } }),
    desk: await open({ viewport: { width: 1280, height: 900 } }),
    async close() {
      await browser.close();
      await shop.stop();
    },
  };
}
