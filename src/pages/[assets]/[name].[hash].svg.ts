import type { APIRoute, GetStaticPaths } from 'astro';
import { plotHeights } from '../../components/trees/list-heights.ts';
import { drawingFiles } from '../../drawings/drawing-files.ts';

/**
 * The drawings, and the trees of the price lists in all their heights. They are in the build's assets
 * folder, which browsers cache forever, because the names change with the content.
 */
export const getStaticPaths: GetStaticPaths = () =>
  Object.entries({ ...drawingFiles, heights: plotHeights() }).map(([name, { hash, svg }]) => ({
    params: { assets: '_astro', name, hash },
    props: { svg },
  }));

export const GET: APIRoute = ({ props }) =>
  new Response(props.svg, { headers: { 'Content-Type': 'image/svg+xml' } });
