import type { APIRoute, GetStaticPaths } from 'astro';
import { sheet } from '../../drawings/sheet.ts';

/** In the build's assets folder, which browsers cache forever, because the names change with the content. */
export const getStaticPaths: GetStaticPaths = () => [{ params: { assets: '_astro', hash: sheet.hash } }];

export const GET: APIRoute = () => new Response(sheet.svg, { headers: { 'Content-Type': 'image/svg+xml' } });
