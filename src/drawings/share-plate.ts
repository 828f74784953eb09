import sharp from 'sharp';
import mark from '../../public/favicon.svg?raw';
import { escapeWords } from './drawing-files.ts';

const WIDTH = 1200;
const HEIGHT = 630;
/** The band of fir with the words. */
const BAND = 440;
const MARGIN = 48;
const MARK_PIXELS = 84;
const FIR = '#123524';
const FROST = '#dce6e4';
const PAPER = '#fbf7ef';
const GOLD = '#e3b45c';
/** For pictures that only the next step reads. */
const QUICK = { compressionLevel: 0 };

/** Pixels of an SVG's unit at sharp's usual density. */
const BASE_DENSITY = 72;

/**
 * A picture of `width` x 630 pixels, up to its edges. A photograph is cropped. A drawing is shown whole, and its sky goes
 * on above it, or sky and snow beside it.
 */
export async function fillShare(file: Buffer, width = WIDTH): Promise<Buffer> {
  const { width: wide = 1, height: high = 1, format } = await sharp(file).metadata();
  if (format !== 'svg') {
    return sharp(file).rotate().resize(width, HEIGHT, { fit: 'cover' }).png(QUICK).toBuffer();
  }
  const density = Math.ceil(BASE_DENSITY * Math.min(width / wide, HEIGHT / high));
  const inner = await sharp(file, { density })
    .resize(width, HEIGHT, { fit: 'inside' })
    .flatten({ background: FROST })
    .png(QUICK)
    .toBuffer({ resolveWithObject: true });
  const missing = width - inner.info.width;
  const left = Math.floor(missing / 2);
  return sharp(inner.data)
    .extend({ top: HEIGHT - inner.info.height, left, right: missing - left, extendWith: 'copy' })
    .png(QUICK)
    .toBuffer();
}

/** The plate of a page's shared links, 1200 x 630: its picture beside a band with the wordmark and its heading. */
export async function drawSharePlate(
  picture: Buffer,
  { heading, gold, farmName }: Readonly<Record<'heading' | 'gold' | 'farmName', string>>,
): Promise<Buffer> {
  const wordmark = sharp(Buffer.from(mark), { density: 300 });
  const name = await setWords(farmName, PAPER, 27);
  const title = await setWords(heading, PAPER, 50);
  const price = gold === '' ? undefined : await setWords(keepDate(gold), GOLD, 26);
  const priceTop = HEIGHT - MARGIN - (price?.info.height ?? 0);
  const titleTop = priceTop - (price ? 28 : 0) - title.info.height;
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: FIR } })
    .composite([
      { input: await fillShare(picture, WIDTH - BAND), left: BAND, top: 0 },
      { input: await wordmark.resize(MARK_PIXELS).png(QUICK).toBuffer(), left: MARGIN - 6, top: MARGIN },
      {
        input: name.data,
        left: MARGIN + MARK_PIXELS + 6,
        top: MARGIN + Math.round((MARK_PIXELS - name.info.height) / 2),
      },
      { input: title.data, left: MARGIN, top: Math.max(titleTop, MARGIN + MARK_PIXELS + 24) },
      ...(price ? [{ input: price.data, left: MARGIN, top: priceTop }] : []),
    ])
    .png(QUICK)
    .toBuffer();
}

/** A day stays with its month at the end of a line. */
const keepDate = (words: string) => words.replaceAll(/(?<=\d) (?=\p{Lu})/gu, '\u00a0');

/** Words in a serif of our own, because a machine that builds may have none. As large as fits into the band. */
function setWords(words: string, color: string, pixels: number) {
  return sharp({
    text: {
      text: `<span foreground="${color}">${escapeWords(words)}</span>`,
      font: `Young Serif ${pixels}`,
      fontfile: SERIF_FILE,
      width: BAND - MARGIN * 1.5,
      dpi: BASE_DENSITY,
      rgba: true,
      spacing: Math.round(pixels * 0.12),
    },
  })
    .png(QUICK)
    .toBuffer({ resolveWithObject: true });
}
