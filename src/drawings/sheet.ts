import { createHash } from 'node:crypto';
import { drawing } from './drawings.ts';

const FILES = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true });

/**
 * The drawings of a page that has so many that they come in one file, which two others share. Drawings are similar, so
 * together they are a quarter smaller. A drawing that is not listed is its own file, such as the home page's first one,
 * which readers reach long before the others.
 */
const SHEET = [
  'nordmann-fir',
  'norway-spruce',
  'fraser-fir',
  'potted-tree',
  'stand-traditional',
  'stand-cinco',
  'sledge',
  'barn',
  'post-office',
  'animals',
  'tractor',
  'mug',
  'tickets',
  'team',
];
const PAGES_WITH_SHEET = ['/', '/pick-your-own', '/contact-us'];

const svg = drawSheet(SHEET);

/** The hash in its name, and its content. */
export const sheet = { hash: createHash('sha256').update(svg).digest('base64url').slice(0, 8), svg };

/** Where a page finds a drawing in the sheet: `/_astro/drawings.….svg#barn`. */
export function findInSheet(route: string, name: string): string | undefined {
  const isInSheet = PAGES_WITH_SHEET.includes(route) && SHEET.includes(name);
  return isInSheet ? `/_astro/drawings.${sheet.hash}.svg#${name}` : undefined;
}

/** One below the other, each with a view of its offset. */
function drawSheet(names: readonly string[]): string {
  let top = 0;
  const frames = names.map((name) => {
    const { width, height } = drawing(name);
    const offset = top;
    top += height;
    const svg = FILES[`./${name}.svg`]
      ?.trim()
      .replace(/^<svg[^>]*/, `<svg y="${offset}" width="${width}" height="${height}"`);
    return `<view id="${name}" viewBox="0 ${offset} ${width} ${height}"/>${svg}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${frames.join('')}</svg>`;
}
