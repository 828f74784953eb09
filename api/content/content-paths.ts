import { PAGES } from '#domain/pages.ts';

export const CONTENT_PATH = PAGES['admin/content'].path;
export const PHOTOGRAPHS_PATH = `${CONTENT_PATH}/photographs`;

/** Where a file's form is. */
export function fileUrl(file: string): string {
  return `${CONTENT_PATH}/file?${new URLSearchParams({ name: file })}`;
}

/** Where a file is removed, once that is confirmed. */
export function removalUrl(file: string): string {
  return `${CONTENT_PATH}/remove?${new URLSearchParams({ name: file })}`;
}

/** A small version of a photograph: whole, or cropped as most pages show it. */
export function photographUrl(name: string, shape: 'whole' | 'cropped'): string {
  return `${PHOTOGRAPHS_PATH}/${encodeURIComponent(name)}${shape === 'cropped' ? '?crop=1' : ''}`;
}
