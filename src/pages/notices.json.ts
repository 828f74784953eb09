import type { APIRoute } from 'astro';
import { listNotices, timeNotices } from '#domain/content/notices.ts';
import { getNotices } from '../content/site.ts';

/** The notices, for pages that a browser has kept. The service has those of now in its place. */
export const GET: APIRoute = () => {
  return Response.json(listNotices(timeNotices(getNotices())));
};
