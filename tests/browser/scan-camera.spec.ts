import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'uqr';
import { fillShopWeek, openSignedIn } from '../support/admin-page.ts';
import { chromiumArguments, findChromium } from '../support/chromium.ts';
import { PACKED_WEEK } from '../support/fill-week.ts';
import { expect, test } from '../support/shop.ts';

/** What a camera sees: dark modules on white card, at their place in the picture. */
interface Sight {
  readonly width: number;
  readonly height: number;
  /** Whether the pixel is dark. */
  readonly isDark: (x: number, y: number) => boolean;
}

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES_A_SECOND = 5;
const WHITE = 200;
const BLACK = 40;

/** A QR code as the slips have it, with its quiet zone. @param module its width in pixels */
function drawQrCode(text: string, module: number): Sight {
  const { data, size } = encode(text, { ecc: 'Q', border: 4 });
  const side = size * module;
  const isDark = (x: number, y: number) => data[Math.floor(y / module)]?.[Math.floor(x / module)] === true;
  return { width: side, height: side, isDark };
}

/** The widths of the bars and spaces of two tracking numbers in Code 128 B (ISO/IEC 15417). */
const BARCODES = {
  AB100000001GB:
    '2112141113231311231232211231221231221231221231221231221231221231221232212113131311234131112331112',
  AB100000002GB:
    '2112141113231311231232211231221231221231221231221231221231221231222232112113131311234212112331112',
};
const QUIET = 10;

/** @param module the width of its thinnest bar in pixels */
function drawBarcode(number: keyof typeof BARCODES, module: number): Sight {
  const modules = [...BARCODES[number]].flatMap((width, index) =>
    Array<boolean>(Number(width)).fill(index % 2 === 0),
  );
  return {
    width: (modules.length + 2 * QUIET) * module,
    height: 120,
    isDark: (x) => modules[Math.floor(x / module) - QUIET] === true,
  };
}

/** The same, turned by a quarter. */
function turn({ width, height, isDark }: Sight): Sight {
  return { width: height, height: width, isDark: (x, y) => isDark(y, height - 1 - x) };
}

/** Writes a film (YUV4MPEG2) for `--use-file-for-fake-video-capture`, which shows one sight after the other, over and over. */
async function writeFilm(path: string, sights: readonly Sight[], secondsEach: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.write(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420mpeg2\n`);
    for (const sight of sights) {
      const frame = drawFrame(sight);
      for (let left = secondsEach * FRAMES_A_SECOND; left > 0; left -= 1) await file.write(frame);
    }
  } finally {
    await file.close();
  }
}

/** A grey picture with the sight in its middle. */
function drawFrame({ width, height, isDark }: Sight): Buffer {
  const [left, top] = [Math.floor((WIDTH - width) / 2), Math.floor((HEIGHT - height) / 2)];
  const luma = Buffer.alloc(WIDTH * HEIGHT, 128);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) luma[(top + y) * WIDTH + left + x] = isDark(x, y) ? BLACK : WHITE;
  }
  return Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
}

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
  fillShopWeek(shop, 2);
  await openSignedIn(page);
  await page.goto(`/admin/packing?week=${PACKED_WEEK}&view=slips`);
  const codes = page.locator('.packing-slip .qr');
  await expect(codes).toHaveCount(2);
  const [one = '', two = ''] = await codes.evaluateAll((all) =>
    all.map((code) => (code.getAttribute('aria-label') ?? '').replace('QR code of ', '')),
  );
  const [first, second] = [drawBarcode('AB100000001GB', 2), drawBarcode('AB100000002GB', 2)];
  await writeFilm(FILM, [drawQrCode(one, 4), first, turn(drawQrCode(two, 4)), turn(second)], 1);
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
