import { createHash } from 'node:crypto';
import { drawing } from './drawings.ts';

const FILES = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true });

/**
 * Pages with so many drawings that they come in two files, the first ones and what a reader comes near long after them:
 * drawings are alike, so together they weigh a quarter less than one by one. One that is not named here is a file of
 * its own.
 */
const SHEETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '/': [
    ['video-still', 'nordmann-fir'],
    [
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
  ],
  '/pick-your-own': [
    ['hero', 'barn'],
    ['animals', 'post-office', 'netting', 'mug', 'tickets'],
  ],
};

/** What each sheet holds, by the hash in its name. */
export const sheets: ReadonlyMap<string, string> = new Map(
  Object.values(SHEETS)
    .flat()
    .map((names) => {
      const svg = drawSheet(names);
      return [hashSheet(svg), svg];
    }),
);

/** Where a page finds a drawing in one of its sheets: `/_astro/drawings.….svg#barn`. */
export function findInSheet(route: string, name: string): string | undefined {
  const names = SHEETS[route]?.find((each) => each.includes(name));
  return names && `/_astro/drawings.${hashSheet(drawSheet(names))}.svg#${name}`;
}

/** One below the other, each with a view of the place where it stands. */
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
