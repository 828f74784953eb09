import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { isPhotograph } from '#domain/content/photographs.ts';
import { getShareImages } from '../../content/site.ts';

/** The pictures of pages and products, as 1200 x 630 JPEG, because sharing sites do not read SVG. */
export async function getStaticPaths() {
  return [...(await getShareImages())].map((name) => ({ params: { name } }));
}

const DRAWINGS = import.meta.glob<string>('../../drawings/*.svg', { query: '?raw', import: 'default' });
const GROUND = '#dce6e4';

export const GET: APIRoute<never, { name: string }> = async ({ params: { name } }) => {
  const file = isPhotograph(name)
    ? await readFile(join(CONTENT_DIR, 'images', name))
    : Buffer.from((await DRAWINGS[`../../drawings/${name}.svg`]?.()) ?? '');
  const picture = await sharp(file, { density: 400 })
    .rotate()
    .resize(1200, 630, { fit: isPhotograph(name) ? 'cover' : 'contain', background: GROUND })
    .flatten({ background: GROUND })
    // A PNG with a palette takes six times as long, which was a quarter of each build.
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/jpeg' } });
};
