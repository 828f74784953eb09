const WIDTH = 640;
/** Of a gallery's and a stand's pictures. Other places crop less. */
const CROPPED_HEIGHT = 480;

/** A small WebP of a photograph, whole or cropped in its middle as pages show it; undefined if it cannot be read. */
export async function makeThumbnail(
  bytes: Uint8Array,
  isCropped: boolean,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes, { failOn: 'none' }).rotate();
  const small = isCropped
    ? picture.resize(WIDTH, CROPPED_HEIGHT, { fit: 'cover' })
    : picture.resize(WIDTH, undefined, { withoutEnlargement: true });
  const made = await small
    .webp({ quality: 75 })
    .toBuffer()
    .catch(() => undefined);
  return made && Buffer.from(made);
}
