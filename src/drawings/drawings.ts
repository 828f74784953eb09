import type { SvgComponent } from 'astro/types';

const files = import.meta.glob<{ default: SvgComponent & ImageMetadata }>('./*.svg', { eager: true });

/**
 * The drawing in src/drawings with this name. Throws an Error if there is none, because content is checked beforehand.
 */
export function drawing(name: string): SvgComponent & ImageMetadata {
  const file = files[`./${name}.svg`];
  if (file === undefined) throw new Error(`There is no drawing named ${name} in src/drawings.`);
  return file.default;
}

/** Whether src/drawings has a drawing with this name, for those that are shown only where there is one. */
export function isDrawn(name: string): boolean {
  return Object.hasOwn(files, `./${name}.svg`);
}
