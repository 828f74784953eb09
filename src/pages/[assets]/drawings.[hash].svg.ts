import type { APIRoute, GetStaticPaths } from 'astro';
import { sheets } from '../../drawings/sheets.ts';

/** In the build's assets folder, which browsers cache forever, because the names change with the content. */
export const getStaticPaths: GetStaticPaths = () =>
  [...sheets].map(([hash, svg]) => ({ params: { assets: '_astro', hash }, props: { svg } }));

export const GET: APIRoute = ({ props }) =>
  new Response(props.svg, { headers: { 'Content-Type': 'image/svg+xml' } });
