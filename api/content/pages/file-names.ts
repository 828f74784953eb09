import type { ContentValues } from '#content/reader/read-files.ts';
import { fileUrl, PHOTOGRAPHS_PATH } from '../content-paths.ts';
import { titleOfFile } from '../file-title.ts';

const isPicture = (file: string) => file.startsWith('images/');

/** What a file is called in words, a photograph's too. */
export function nameFile(file: string, values: ContentValues): string {
  return isPicture(file) ? `Photograph: ${file.slice('images/'.length)}` : titleOfFile(file, values[file]);
}

/** Where a file is changed. */
export function linkToFile(file: string): string {
  if (isPicture(file)) return PHOTOGRAPHS_PATH;
  return fileUrl(file);
}
