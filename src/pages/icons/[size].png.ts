import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import sharp from 'sharp';

const SIZES = ['180', '192', '512'];
const PAPER = '#fbf7ef';
/** Phones cut a circle or a rounded square out of an icon: the drawing keeps to what is left of every shape. */
const DRAWING_SHARE = 0.72;

/** The favicon's drawing on paper, in the sizes that phones ask for when a page is put on the home screen. */
export function getStaticPaths() {
  return SIZES.map((size) => ({ params: { size } }));
}

export const GET: APIRoute<never, { size: string }> = async ({ params }) => {
  const size = Number(params.size);
  const inner = Math.round(size * DRAWING_SHARE);
  const svg = await readFile(join(process.cwd(), 'public/favicon.svg'));
  const drawing = await sharp(svg, { density: 72 * (inner / 32) })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const icon = await sharp({ create: { width: size, height: size, channels: 3, background: PAPER } })
    .composite([{ input: drawing }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  return new Response(new Uint8Array(icon), { headers: { 'Content-Type': 'image/png' } });
};
