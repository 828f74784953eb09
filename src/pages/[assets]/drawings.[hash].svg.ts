import type { APIRoute, GetStaticPaths } from 'astro';
import { sheets } from '../../drawings/sheets.ts';

/** Among the build's own files, which browsers keep for good: their names change with what is in them. */
export const getStaticPaths: GetStaticPaths = () =>
  [...sheets].map(([hash, svg]) => ({ params: { assets: '_astro', hash }, props: { svg } }));

export const GET: APIRoute = ({ props }) =>
  new Response(props.svg, { headers: { 'Content-Type': 'image/svg+xml' } });
