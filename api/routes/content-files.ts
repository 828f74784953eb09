import { Hono } from 'hono';
import { requireAdminPage } from '../admin/require-admin.ts';
import type { ContentDependencies } from './content.ts';

/** Mounted at `/admin/content` too: a form for each file, new files, removed ones, photographs. For owners. */
export function createContentFileRoutes(deps: ContentDependencies): Hono {
  return new Hono().use('/file', requireAdminPage(deps.sessions));
}
