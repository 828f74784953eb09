import { PAGES } from '#domain/pages.ts';

export const PHOTOGRAPHS_PATH = `${PAGES['admin/content'].path}/photographs`;

/** A small version of a photograph: whole, or cropped as most pages show it. */
export function photographUrl(name: string, shape: 'whole' | 'cropped'): string {
  return `${PHOTOGRAPHS_PATH}/${encodeURIComponent(name)}${shape === 'cropped' ? '?crop=1' : ''}`;
}
