import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { changeDatabase, fillShopWeek, openSignedIn } from '../support/admin-page.ts';
import { type OrderChanges, PACKED_WEEK } from '../support/fill-week.ts';
import { expectGoodLooks } from '../support/good-looks.ts';
import { expect, type Shop, test } from '../support/shop.ts';

/** Its types describe a bundler's default import, but Node returns the CommonJS module itself. */
const { default: readQrCode } = jsqr as unknown as { default: typeof jsqr };

const PAGE = `/admin/packing?week=${PACKED_WEEK}`;
const PIXELS_PER_MM = 96 / 25.4;

/** As long as real addresses get. */
const LONG = {
  customerName: 'Mrs Bartholomea Featherstonehaugh-Cholmondeley',
  shippingAddress:
    'The Old Converted Threshing Barn\nUpper Wotton Fitzpaine Farm\nLower Wotton Fitzpaine Lane\nNear the Cross Keys, Norton Fitzwarren',
  shippingCity: 'Bishops Lydeard, near Taunton',
  specialInstructions: 'Behind the second gate on the left, not the first one, because of the geese. '.repeat(
    6,
  ),
};

/** As long as the form allows. */
const LONGEST = {
  customerName: 'Bartholomea '.repeat(8),
  shippingAddress: `${'Norton Fitzwarren '.repeat(4)}\n`.repeat(4),
  shippingCity: 'Bishops Lydeard '.repeat(6),
  specialInstructions: 'geese\n'.repeat(83),
};

/** Impossible values: the postcode and the number must still be readable. */
const ABSURD = {
  customerName: 'W'.repeat(100),
  shippingAddress: 'Wm\n'.repeat(100),
  shippingCity: 'M'.repeat(100),
  specialInstructions: 'W'.repeat(500),
};

async function openWeek(page: Page, shop: Shop, orders: readonly OrderChanges[]): Promise<string[]> {
  await openSignedIn(page);
  return fillShopWeek(shop, orders);
}

/** The number of printed pages, after checking that each is A4. */
async function countPages(page: Page, query: string): Promise<number> {
  await page.emulateMedia({ media: null });
  await page.goto(PAGE + query);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = new Set(pdf.match(/\/MediaBox \[[^\]]*\]/g));
  expect([...sizes]).toEqual([expect.stringMatching(/^\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]$/)]);
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Opens the page in print media, as wide as A4. */
async function openInPrint(page: Page, query: string): Promise<void> {
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  await page.goto(PAGE + query);
}

test('slips print two per sheet, each with its own code, and labels as many as fit, without empty pages', async ({
  page,
  shop,
}) => {
  const numbers = await openWeek(page, shop, [LONG, LONGEST, ABSURD, { quantity: 38 }]);
  expect(await countPages(page, '&view=slips')).toBe(21);
  await openInPrint(page, '&view=slips');
  // The QR code of each begins with the order number printed below it.
  const read: string[] = [];
  for (const slip of (await page.locator('.packing-slip').all()).slice(0, 5)) {
    const { data, info } = await sharp(await slip.locator('svg').screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const code = readQrCode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? 'none';
    const [number = ''] = code.split('/');
    await expect(slip.locator('.slip-code p')).toHaveText(number);
    read.push(number);
  }
  expect(new Set(read)).toEqual(new Set(numbers));
  for (const sheet of await page.locator('.sheet').all()) {
    const spare = await sheet.evaluate((paper) =>
      [...paper.children].map(
        (slip) => paper.getBoundingClientRect().bottom - slip.getBoundingClientRect().bottom,
      ),
    );
    for (const pixels of spare) expect(pixels, 'no slip is cut').toBeGreaterThanOrEqual(-0.5);
  }
  expect(await countPages(page, '&view=labels')).toBe(2);
  expect(await countPages(page, '&view=labels&skip=1')).toBe(2);
  expect(await countPages(page, '&view=labels&skip=2')).toBe(3);
  expect(await countPages(page, '&view=labels&sheet=8&skip=7')).toBe(6);
  changeDatabase(shop, (sqlite) => sqlite.exec('DELETE FROM orders WHERE quantity = 1'));
  expect(await countPages(page, '&view=slips')).toBe(19);
  expect(await countPages(page, '')).toBe(1);
});

test('a long pick list continues on further pages, and labels print at the positions of the sheets’ labels', async ({
  page,
  shop,
}) => {
  await openWeek(page, shop, Array(100).fill({}));
  const pages = await countPages(page, '');
  expect(pages).toBeGreaterThan(2);
  expect(pages).toBeLessThan(6);
  await openInPrint(page, '');
  await expect(page.getByRole('heading', { name: 'Pick list, week of 1 Dec' })).toBeVisible();
  await expect(page.locator('.pick-tick input').first()).toBeVisible();
  for (const part of ['header', 'footer', '.on-screen', 'form', 'nav']) {
    for (const each of await page.locator(part).all()) await expect(each).toBeHidden();
  }
  const display = await page.locator('thead').evaluate((head) => getComputedStyle(head).display);
  expect(display, 'on each page').toBe('table-header-group');

  for (const { sheet, columns, left, top, width, height } of [
    { sheet: 21, columns: 3, left: 7.25, top: 15.15, width: 63.5, height: 38.1 },
    { sheet: 8, columns: 2, left: 4.65, top: 13.1, width: 99.1, height: 67.7 },
  ]) {
    await openInPrint(page, `&view=labels&sheet=${sheet}`);
    const boxes = await page
      .locator('.label-sheet')
      .first()
      .locator('.label')
      .evaluateAll((labels) =>
        labels.map((label) => {
          const { x, y, width, height } = label.getBoundingClientRect();
          return [x, y, width, height];
        }),
      );
    expect(boxes).toHaveLength(sheet);
    for (const [index, box] of boxes.entries()) {
      const place = [left + (index % columns) * (width + 2.5), top + Math.floor(index / columns) * height];
      for (const [at, expected] of [...place, width, height].entries()) {
        expect(Math.abs((box[at] ?? 0) / PIXELS_PER_MM - expected), `${sheet}: ${index}`).toBeLessThan(0.2);
      }
    }
  }
});

test('a long address prints smaller but complete, and never hides its postcode or leaves its label', async ({
  page,
  shop,
}) => {
  const medium = { shippingAddress: 'Flat 4, Tannery House\n118 Station Road\nNorth Petherton' };
  const longMessage = 'With much love to all of you at the mill, and to the geese as well! '
    .repeat(3)
    .slice(0, 200);
  const gifts = [
    { recipientName: 'Grandma Lee', giftMessage: 'Happy Christmas!' },
    { ...LONG, recipientName: LONG.customerName, giftMessage: longMessage },
    { ...LONGEST, giftMessage: 'geese\n'.repeat(33) },
  ];
  await openWeek(page, shop, [{}, medium, LONG, LONGEST, ABSURD, ...gifts]);
  for (const [query, place] of [
    ['&view=labels', '.label'],
    ['&view=labels&sheet=8', '.label'],
    ['&view=slips', '.packing-slip'],
  ] as const) {
    await openInPrint(page, query);
    for (const each of await page.locator(place).all()) {
      const name = `${query}: ${await each.locator('span').first().textContent()}`;
      const isAbsurd = name.includes('WWW');
      const texts = await each.evaluate((paper) =>
        [
          ...paper.querySelectorAll<HTMLElement>(
            '[class*="-lines"], [class*="-postcode"], [class*="-foot"], .slip-code p',
          ),
        ].map((text) => {
          const inner = text.getBoundingClientRect();
          const outer = paper.getBoundingClientRect();
          const sized = text.closest<HTMLElement>('[class*="text-"]');
          return {
            is: text.className,
            isInside: inner.top >= outer.top && inner.bottom <= outer.bottom && inner.right <= outer.right,
            isWhole: text.scrollHeight <= text.clientHeight + 1 && text.scrollWidth <= text.clientWidth + 1,
            size: sized && Number.parseFloat(getComputedStyle(sized).fontSize) * 0.75,
            wanted: sized && Number(/text-(\d+)/.exec(sized.className)?.[1]),
          };
        }),
      );
      expect(texts.length).toBeGreaterThanOrEqual(3);
      for (const { is, isInside, isWhole, size, wanted } of texts) {
        expect(isInside, `${name}: ${is} inside`).toBe(true);
        if (!isAbsurd || !is.includes('-lines')) expect(isWhole, `${name}: ${is} whole`).toBe(true);
        if (wanted !== null) expect(size, `${name}: ${is}`).toBeCloseTo(wanted, 1);
      }
    }
  }
  // A short message is as large as it can be.
  await openInPrint(page, '&view=slips');
  await expect(page.locator('.slip-message.text-30')).toHaveText('Happy Christmas!');
  // An ordinary address gets the largest size.
  await openInPrint(page, '&view=labels');
  await expect(page.locator('.label').first().locator('.text-11')).toBeVisible();
});

test('on screen every view is usable, on a phone too, and links to the others', async ({ page, shop }) => {
  const [, flagged] = await openWeek(page, shop, [
    LONG,
    { flag: 'The delivery address is outside the United Kingdom.' },
    { quantity: 2 },
    { status: 'shipped' },
  ]);
  await page.goto('/admin/packing');
  await page.getByRole('link', { name: 'Week of 1 Dec' }).click();
  await expect(page).toHaveTitle(/^Pick list, week of 1 Dec \|/);
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const tick = page.locator('.pick-tick input').first();
  const row = await page.getByRole('row').first().boundingBox();
  expect(row?.y, 'what to pick is on the first screen').toBeLessThan(300);
  const count = page.locator('.pick-count');
  await expect(count).toHaveText(/^0 of \d+ boxes packed$/);
  const otherTab = await page.context().newPage();
  await otherTab.goto(page.url());
  await tick.check();
  await expect(count).toHaveText(/^[1-9]\d* of \d+ boxes packed$/);
  await expect(otherTab.locator('.pick-count')).toHaveText((await count.textContent()) ?? '');
  await otherTab.close();
  await page.reload();
  await expect(tick).toBeChecked();
  await page.getByRole('link', { name: 'Packing slips' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expectGoodLooks(page);
  await page.getByRole('link', { name: /^Print (it|them) again$/ }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.getByRole('link', { name: 'Address labels' }).click();
  await page.getByLabel('Sheet').selectOption('8');
  await page.getByLabel('Labels used already').fill('3');
  await page.getByRole('button', { name: 'Lay them out' }).click();
  await expect(page.getByText('Used', { exact: true })).toHaveCount(3);
  await expect(page.locator('.label:not(.used)')).toHaveCount(4);
  await expectGoodLooks(page);
  await page.getByRole('link', { name: 'Pick list' }).click();
  await page.getByText('Look at these first: 1 order').click();
  await page.getByRole('link', { name: `Print the slips of ${flagged} all the same` }).click();
  await expect(page.getByRole('article')).toHaveAccessibleName(`Order ${flagged}, box 1 of 1`);
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
});
