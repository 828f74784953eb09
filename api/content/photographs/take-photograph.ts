import type { Sharp } from 'sharp';
import { type Result, refuse } from '../../http/result.ts';
import type { ContentDraft } from '../draft.ts';
import { toSlug } from '../to-slug.ts';

/** More pixels than any phone's, and few enough to decode. */
const MOST_PIXELS = 100_000_000;
/** Of the longer side. Pages show 1600 at most; this leaves room for sharper screens and for cropping. */
const MOST_KEPT_PIXELS = 3200;

const ENDINGS = { jpeg: 'jpg', png: 'png', webp: 'webp', heif: 'avif' } as const;

/**
 * Keeps a photograph as a draft, under a name of its own. Turned upright, and without what the camera has written into
 * it, such as the place where it was taken.
 * @returns its name in images/; for a picture that the build could not read, a sentence that says what to do
 */
export async function takePhotograph(
  { draft, person }: { readonly draft: ContentDraft; readonly person: string },
  file: File,
): Promise<Result<string>> {
  const made = await makeUpright(Buffer.from(await file.arrayBuffer()));
  if (made === undefined) {
    const error = `‘${file.name}’ is not a photograph that can be shown: open it on your phone or computer, and save it as JPEG.`;
    return refuse({ code: 'content_invalid', error });
  }
  const name = toSlug(file.name.replace(/\.[^.]*$/, '')) || 'photograph';
  for (let number = 1; ; number++) {
    const free = `${name}${number === 1 ? '' : `-${number}`}.${made.ending}`;
    const path = `images/${free}`;
    const existing = await draft.readFile(path);
    // Sent again, after a mistake elsewhere in the form.
    if (existing && Buffer.from(existing.bytes).equals(made.bytes)) return { ok: true, value: free };
    const saved = await draft.saveFile({ file: path, bytes: made.bytes, seen: null, person });
    if (saved.ok) return { ok: true, value: free };
    // Another photograph has the name.
    if (saved.problem.code !== 'content_changed_meanwhile') return saved;
  }
}

async function makeUpright(bytes: Buffer): Promise<{ bytes: Buffer; ending: string } | undefined> {
  // Loaded only now: it is large, and hardly ever needed.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS });
    const { format, compression } = await picture.metadata();
    const ending = ENDINGS[format as keyof typeof ENDINGS];
    // Of the HEIF family, browsers show AVIF only.
    if (ending === undefined || (format === 'heif' && compression !== 'av1')) return undefined;
    const upright = picture
      .rotate()
      .resize(MOST_KEPT_PIXELS, MOST_KEPT_PIXELS, { fit: 'inside', withoutEnlargement: true });
    return { bytes: await encode(upright, ending).toBuffer(), ending };
  } catch {
    return undefined;
  }
}

/** Without metadata, which sharp leaves out unless it is asked for them. */
function encode(picture: Sharp, ending: (typeof ENDINGS)[keyof typeof ENDINGS]): Sharp {
  if (ending === 'jpg') return picture.jpeg({ quality: 90 });
  if (ending === 'png') return picture.png();
  return ending === 'webp' ? picture.webp({ quality: 90 }) : picture.avif({ quality: 75, effort: 2 });
}
