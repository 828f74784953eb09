import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeDatabase, openSignedIn } from '../support/admin-page.ts';
import { drawBarcode, drawQrCode, turn, writeFilm } from '../support/camera-film.ts';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { fillWeek, PACKED_WEEK } from '../support/fill-week.ts';
import { expect, test } from '../support/shop.ts';

const FILM = join(tmpdir(), `camera-film-${process.pid}.y4m`);

// A camera that plays a film. Chromium on Linux has no reader of its own, so that the library reads it, as on an iPhone.
test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: [
      ...chromiumArguments(),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${FILM}`,
    ],
  },
});
test.afterAll(() => rmSync(FILM, { force: true }));

test('the library reads slips and barcodes, upright and turned, in the picture of a camera', async ({
  page,
  shop,
}) => {
  changeDatabase(shop, (sqlite) => fillWeek(sqlite, [{}, {}]));
  await openSignedIn(page);
  await page.goto(`/admin/packing?week=${PACKED_WEEK}&view=slips`);
  const codes = page.locator('.slip .qr');
  await expect(codes).toHaveCount(2);
  const [one = '', two = ''] = await codes.evaluateAll((all) =>
    all.map((code) => (code.getAttribute('aria-label') ?? '').replace('QR code of ', '')),
  );
  const [first, second] = [drawBarcode('AB100000001GB', 2), drawBarcode('AB100000002GB', 2)];
  await writeFilm(FILM, [drawQrCode(one, 4), first, turn(drawQrCode(two, 4)), turn(second)], 2);
  await page.goto('/admin/packing/scan');
  await expect(page.getByText('2 orders are on this phone')).toBeVisible();
  expect(await page.evaluate(() => 'BarcodeDetector' in window)).toBe(false);
  await page.getByRole('button', { name: 'Start the camera' }).click();
  // All that the work needs is in sight at once.
  for (const part of ['.scan-verdict', 'video', '#scan-text']) {
    await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
  }
  await expect
    .poll(async () => (await shop.readOrders()).map(({ status }) => status), { timeout: 30_000 })
    .toEqual(['shipped', 'shipped']);
  const orders = await shop.readOrders();
  expect(
    Object.fromEntries(orders.map(({ orderNumber, trackingNumber }) => [orderNumber, trackingNumber])),
  ).toEqual({
    [one.slice(0, 11)]: 'AB100000001GB',
    [two.slice(0, 11)]: 'AB100000002GB',
  });
});
