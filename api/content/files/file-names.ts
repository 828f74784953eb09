import { COLLECTIONS, findCollection } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/parse-content.ts';
import { isPhotograph } from '#domain/content/photographs.ts';
import { fileUrl, PHOTOGRAPHS_PATH } from './content-paths.ts';

/**
 * What the editor calls a file: `Prices: Home page`, `Pages: Visit`, `Photograph: barn.jpg`, or `Redirects` where a
 * collection is one file.
 * @param values raw; without the file, or a name in it, the file is called by its own name
 */
export function nameFile(file: string, values: ContentValues): string {
  if (isPhotographFile(file)) return `Photograph: ${file.slice('images/'.length)}`;
  const name = findCollection(file);
  if (name === undefined) return file;
  const { title, files } = COLLECTIONS[name];
  if (files === file) return title;
  return `${title}: ${nameIn(values[file], title) ?? file.replace(/^[^/]+\//, '').replace(/\.\w+$/, '')}`;
}

/** Without the title at its end: `Home page prices` is `Home page` among the prices. */
function nameIn(value: unknown, title: string): string | undefined {
  const { name, breadcrumb } = (value ?? {}) as { name?: unknown; breadcrumb?: unknown };
  const found = name ?? breadcrumb;
  if (typeof found !== 'string' || found === '') return undefined;
  const end = ` ${title.toLowerCase()}`;
  return found.toLowerCase().endsWith(end) ? found.slice(0, -end.length) : found;
}

export function isPhotographFile(file: string): boolean {
  return file.startsWith('images/');
}

/** Where a file is changed. */
export function linkToFile(file: string): string {
  return isPhotographFile(file) ? PHOTOGRAPHS_PATH : fileUrl(file);
}

/** Small letters, digits and hyphens: `What do you do?` becomes `what-do-you-do`. */
export function toSlug(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/[\u0300-\u036f’']/g, '');
  const words = plain.toLowerCase().split(/[^a-z0-9]+/);
  return words.filter(Boolean).join('-').slice(0, 60).replace(/-$/, '');
}

/** `vignette-tape` is called ‘Tape’; a photograph keeps the name that it came with. */
export function namePicture(name: string): string {
  if (isPhotograph(name)) return name;
  const words = name.replace(/^(icon|vignette)-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
