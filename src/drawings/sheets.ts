import { createHash } from 'node:crypto';
import { drawing } from './drawings.ts';

const FILES = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true });

/**
 * Pages with so many drawings that they come in one file. Drawings are similar, so together they are a quarter smaller.
 * A drawing that is not listed is its own file, such as the home page's first one, which readers reach long before the
 * others.
 */
const SHEETS: Readonly<Record<string, readonly string[]>> = {
  '/': [
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
  ],
  '/pick-your-own': ['hero', 'barn', 'sledge', 'post-office', 'netting', 'mug', 'animals', 'tickets'],
};

/** The content of each sheet, by the hash in its name. */
export const sheets: ReadonlyMap<string, string> = new Map(
  Object.values(SHEETS).map((names) => {
    const svg = drawSheet(names);
    return [hashSheet(svg), svg];
  }),
);

/** Where a page finds a drawing in its sheet: `/_astro/drawings.….svg#barn`. */
export function findInSheet(route: string, name: string): string | undefined {
  const names = SHEETS[route];
  return names?.includes(name) ? `/_astro/drawings.${hashSheet(drawSheet(names))}.svg#${name}` : undefined;
}

/** One below the other, each with a view of its place. */
function drawSheet(names: readonly string[]): string {
  let top = 0;
  const frames = names.map((name) => {
    const { width, height } = drawing(name);
    const place = top;
    top += height;
    const svg = FILES[`./${name}.svg`]
      ?.trim()
      .replace(/^<svg[^>]*/, `<svg y="${place}" width="${width}" height="${height}"`);
    return `<view id="${name}" viewBox="0 ${place} ${width} ${height}"/>${svg}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${frames.join('')}</svg>`;
}

function hashSheet(svg: string): string {
  return createHash('sha256').update(svg).digest('base64url').slice(0, 8);
}
