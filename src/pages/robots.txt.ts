import type { APIRoute } from 'astro';
import { getFarm } from '../content/site.ts';

/** Which addresses crawlers should leave alone, and where the sitemap is. Pages that must not be listed say so themselves. */
export const GET: APIRoute = async () => {
  const { website } = await getFarm();
  return new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${website}/sitemap-index.xml\n`);
};
