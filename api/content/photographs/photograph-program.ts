import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { checkPhotographs, findExcess } from '#content/checks/photographs.ts';
import type { Task } from './photograph-process.ts';

/** Of the longer side. Pages show 1600 at most; this leaves room for sharper screens and for cropping. */
const MOST_KEPT_PIXELS = 3200;
const THUMBNAIL_WIDTH = 640;
/** Of a gallery's and a stand's pictures. Other places crop less. */
const CROPPED_HEIGHT = 480;

const UNREADABLE =
  'isn’t a photograph that we can show: open it on your phone or computer, and save it as JPEG.';

/**
 * Without metadata, which sharp leaves out unless it is asked for them.
 * @returns why not, in words, for a photograph that is refused
 */
async function makePicture(bytes: Buffer, task: Exclude<Task, 'check'>): Promise<Buffer | string> {
  const failOn = task === 'keep' ? 'truncated' : 'none';
  const picture = sharp(bytes, { failOn, limitInputPixels: false });
  const metadata = await picture.metadata();
  const { format, compression, hasAlpha } = metadata;
  // Of the HEIF family, browsers show AVIF only.
  const isShown = ['jpeg', 'png', 'webp'].includes(format) || (format === 'heif' && compression === 'av1');
  if (!isShown) return UNREADABLE;
  const excess = findExcess(metadata);
  if (excess !== undefined) return `is ${excess.found}; ${excess.wanted}. Please send it in a smaller size.`;
  const upright = picture.rotate();
  if (task === 'keep') {
    const kept = upright.resize(MOST_KEPT_PIXELS, MOST_KEPT_PIXELS, {
      fit: 'inside',
      withoutEnlargement: true,
    });
    // Optimised coding would make a file 5 % smaller, and hold all of it for that: 40 MB.
    return (hasAlpha ? kept.png() : kept.jpeg({ quality: 90, optimiseCoding: false })).toBuffer();
  }
  return makeThumbnail(upright, task === 'cropped')
    .webp({ quality: 75 })
    .toBuffer();
}

function makeThumbnail(picture: Sharp, isCropped: boolean): Sharp {
  return isCropped
    ? picture.resize(THUMBNAIL_WIDTH, CROPPED_HEIGHT, { fit: 'cover' })
    : picture.resize(THUMBNAIL_WIDTH, undefined, { withoutEnlargement: true });
}

// One core, so that the service has the other.
sharp.concurrency(1);
sharp.cache(false);
const task = process.argv[2] as Task;
const input = await buffer(process.stdin);
if (task === 'check') {
  const { contentDir, photographs } = JSON.parse(input.toString());
  process.stdout.write(JSON.stringify(await checkPhotographs(contentDir, photographs)));
} else {
  const made = await makePicture(input, task).catch(() => UNREADABLE);
  if (typeof made === 'string') process.exitCode = 1;
  process.stdout.write(made);
}
