import { resolve } from 'node:path';

/**
 * The folder with the content files, absolute: `CONTENT_DIR`, or `content` of the project.
 * @param root the project's folder; by default the one that the command runs in, as npm's scripts do
 */
export function getContentFolder(root = process.cwd()): string {
  return resolve(root, process.env.CONTENT_DIR || 'content');
}
