import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getContentFolder } from '../content/reader/content-folder.ts';

/**
 * The address that the site is published at, from content/farm.json: `https://www.example.com`. It is wanted
 * before the content check has run, so a file that cannot be read is left to the check, which says what is wrong.
 */
export function readWebsite(root: string): string {
  try {
    return JSON.parse(readFileSync(join(getContentFolder(root), 'farm.json'), 'utf8')).website;
  } catch {
    return 'https://website-missing-in-farm-json.example';
  }
}
