import type { APIRoute } from 'astro';
import sharp from 'sharp';
import favicon from '../../../public/favicon.svg?raw';

const SIZES = ['180', '192', '512'];
const BERRY = '#a3231c';
/** Phones crop icons to a circle or a rounded square. The drawing stays within the part that every shape keeps. */
const DRAWING_SHARE = 0.9;

/** The farm's mark up to the edges, in the sizes that phones use for the home screen. */
export function getStaticPaths() {
  return SIZES.map((size) => ({ params: { size } }));
}

export const GET: APIRoute<never, { size: string }> = async ({ params }) => {
  const size = Number(params.size);
  const inner = Math.round(size * DRAWING_SHARE);
  const drawing = await sharp(Buffer.from(favicon), { density: 72 * (inner / 48) })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const icon = await sharp({ create: { width: size, height: size, channels: 3, background: BERRY } })
    .composite([{ input: drawing }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  return new Response(new Uint8Array(icon), { headers: { 'Content-Type': 'image/png' } });
};
