import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagePath } from '#domain/pages.ts';
import { getContentFolder } from '../content/reader/content-folder.ts';
import { readFiles } from '../content/reader/read-files.ts';

// What the sitemap wants to know before the content check has run. Files with mistakes are left to the check, which says
// what is wrong.

/** The address that the site is published at, from content/farm.json: `https://www.example.com`. */
export function readWebsite(root: string): string {
  try {
    return JSON.parse(readFileSync(join(getContentFolder(root), 'farm.json'), 'utf8')).website;
  } catch {
    return 'https://website-missing-in-farm-json.example';
  }
}

/** The paths of the pages whose files say `listed: false`. */
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
