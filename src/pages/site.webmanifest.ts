import type { APIRoute } from 'astro';
import { getFarm } from '../content/site.ts';

/** The manifest for adding the site to a phone's home screen. */
export const GET: APIRoute = () => {
  const farm = getFarm();
  const icons = [192, 512].map((size) => ({
    src: `/icons/${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  }));
  const manifest = {
    name: farm.name,
    short_name: farm.shortName,
    lang: 'en-GB',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: '#fbf7ef',
    theme_color: '#123524',
    icons,
  };
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
};
