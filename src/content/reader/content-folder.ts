import { resolve } from 'node:path';

/**
 * The folder with the content files, absolute: `CONTENT_DIR`, or `content` of the project.
 * @param root the project's folder, absolute
 */
export function getContentFolder(root: string): string {
  return resolve(root, process.env.CONTENT_DIR || 'content');
}
