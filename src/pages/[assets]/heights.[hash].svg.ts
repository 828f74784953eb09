import type { APIRoute, GetStaticPaths } from 'astro';
import { plotHeights } from '../../components/trees/height-plates.ts';

/** The trees of the price lists in all their heights, in the build's assets folder like other drawings. */
export const getStaticPaths: GetStaticPaths = async () => {
  const { hash, svg } = await plotHeights();
  return [{ params: { assets: '_astro', hash }, props: { svg } }];
};

export const GET: APIRoute = ({ props }) =>
  new Response(props.svg, { headers: { 'Content-Type': 'image/svg+xml' } });
