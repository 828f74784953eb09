import { PAGES } from '#domain/pages.ts';

export const CONTENT_PATH = PAGES['admin/content'].path;
/** Everything below it is the site as drafted. */
export const PREVIEW_PATH = '/admin/preview';
export const PHOTOGRAPHS_PATH = `${CONTENT_PATH}/photographs`;
export const PUBLISH_PATH = `${CONTENT_PATH}/publish`;
export const PROGRESS_PATH = `${CONTENT_PATH}/progress`;
export const HISTORY_PATH = `${CONTENT_PATH}/history`;
export const REPORT_PATH = `${CONTENT_PATH}/report`;
export const SEASON_PATH = `${CONTENT_PATH}/season`;

/** Where a file's form is. */
export function fileUrl(file: string): string {
  return `${CONTENT_PATH}/file?${new URLSearchParams({ name: file })}`;
}

/** Where a file is removed, once that is confirmed. */
export function removalUrl(file: string): string {
  return `${CONTENT_PATH}/remove?${new URLSearchParams({ name: file })}`;
}

/**
 * Where a new file of a collection is written.
 * @param like a file that it begins as a copy of
 */
export function newFileUrl(collection: string, like?: string): string {
  return `${CONTENT_PATH}/new?${new URLSearchParams({ collection, ...(like !== undefined && { like }) })}`;
}

export function drawingUrl(name: string): string {
  return `${CONTENT_PATH}/drawings/${encodeURIComponent(name)}`;
}

/** A small version of a photograph: whole, or cropped as most pages show it. */
export function photographUrl(name: string, shape: 'whole' | 'cropped'): string {
  return `${PHOTOGRAPHS_PATH}/${encodeURIComponent(name)}${shape === 'cropped' ? '?crop=1' : ''}`;
}
