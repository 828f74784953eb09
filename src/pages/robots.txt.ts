import type { APIRoute } from 'astro';
import { getFarm } from '../content/site.ts';

/**
 * The paths that crawlers should avoid, and the location of the sitemap. Pages that must not be listed say so
 * themselves.
 */
export const GET: APIRoute = () => {
  const { website } = getFarm();
  return new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${website}/sitemap-index.xml\n`);
};
