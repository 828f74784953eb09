import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { isPhotograph } from '#domain/content/photographs.ts';
import { getProductImages, listSharePlates, type SharePlate } from '../../content/share.ts';
import { drawSharePlate, fillShare } from '../../drawings/share-plate.ts';

/**
 * The plate of each page for shared links, and each product's picture for search engines, as 1200 x 630 JPEG, because
 * sharing sites do not read SVG.
 */
export const getStaticPaths: GetStaticPaths = () => [
  ...[...getProductImages()].map((image) => ({ params: { name: image }, props: { image } })),
  ...listSharePlates().map((plate) => ({ params: { name: plate.name }, props: { ...plate } })),
];

const DRAWINGS = import.meta.glob<string>('../../drawings/*.svg', { query: '?raw', import: 'default' });

export const GET: APIRoute<Pick<SharePlate, 'image' | 'words'>> = async ({ props: { image, words } }) => {
  const picture = isPhotograph(image)
    ? await readFile(join(CONTENT_DIR, 'images', image))
    : Buffer.from(await readDrawing(image));
  const plate = words ? await drawSharePlate(picture, words) : await fillShare(picture);
  // A PNG with a palette takes six times as long, which was a quarter of each build.
  const jpeg = await sharp(plate).jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer();
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};

async function readDrawing(name: string): Promise<string> {
  return (await DRAWINGS[`../../drawings/${name}.svg`]?.()) ?? '';
}
