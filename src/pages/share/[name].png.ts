import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { isPhotograph } from '#domain/content/photographs.ts';
import { getContentFolder } from '../../content/reader/content-folder.ts';
import { getShareImages } from '../../content/site.ts';

/** The pictures of pages and products, as 1200 x 630 PNG, because sharing sites do not read SVG. */
export async function getStaticPaths() {
  return [...(await getShareImages())].map((name) => ({ params: { name } }));
}

export const GET: APIRoute<never, { name: string }> = async ({ params }) => {
  const { name } = params;
  const file = isPhotograph(name)
    ? join(getContentFolder(), 'images', name)
    : join(process.cwd(), 'src/drawings', `${name}.svg`);
  const picture = await sharp(await readFile(file), { density: 400 })
    .rotate()
    .resize(1200, 630, { fit: isPhotograph(name) ? 'cover' : 'contain', background: '#dce6e4' })
    .flatten({ background: '#dce6e4' })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  return new Response(new Uint8Array(picture), { headers: { 'Content-Type': 'image/png' } });
};
