import { join } from 'node:path';
import { pagePath } from '#domain/pages.ts';
import { getContentFolder } from '../content/reader/content-folder.ts';
import { readFiles } from '../content/reader/read-files.ts';

/**
 * The paths of the pages whose files say `listed: false`. The sitemap's filter is wanted before the content check has
 * run, so files with mistakes are left to the check.
 */
export async function readUnlistedPaths(root: string): Promise<ReadonlySet<string>> {
  const folder = join(getContentFolder(root), 'pages');
  const { values } = await readFiles(folder).catch(() => ({ values: {} }));
  return new Set(
    Object.entries(values).flatMap(([file, value]) => {
      const isUnlisted =
        value !== null && typeof value === 'object' && 'listed' in value && value.listed === false;
      return isUnlisted ? [pagePath(file.replace(/\.md$/, ''))] : [];
    }),
  );
}
