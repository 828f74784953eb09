import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { drawing } from './drawings.ts';
import night from './night.css?raw';

const SOURCES = import.meta.glob<string>('./*.svg', { query: '?raw', import: 'default', eager: true });

/**
 * The drawings of a page that has so many that they come in one file, which another shares. Drawings are similar, so
 * together they are a quarter smaller. A drawing that is not listed is its own file, such as the home page's first one,
 * which readers reach long before the others, and its blanket, for which the other page has no bytes left.
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
const PAGES_WITH_SHEET = ['/', '/pick-your-own'];

/** For a file of drawings, what `night.css` is for a page. */
export const NIGHT = `<style>${night.replaceAll(/\/\*.*?\*\/|\s+(?=[{}.[])|(?<=[:;{}])\s+/gs, '')}</style>`;

/** Words for the text of a drawing. */
export function escapeWords(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** By name: the hash in the file's name, and its content. A drawing that is only in pages has one too, which is removed. */
export const drawingFiles = Object.fromEntries([
  ['drawings', toFile(drawSheet(SHEET))],
  ...Object.entries(SOURCES).map(([path, svg]) => [
    basename(path, '.svg'),
    toFile(svg.replace(/^<svg[^>]*>/, `$&${NIGHT}`)),
  ]),
]) as Readonly<Record<string, DrawingFile>>;

interface DrawingFile {
  readonly hash: string;
  readonly svg: string;
}

function toFile(svg: string): DrawingFile {
  return { hash: createHash('sha256').update(svg).digest('base64url').slice(0, 8), svg };
}

/** Where a page finds a drawing: `/_astro/mug.….svg`, or in the sheet `/_astro/drawings.….svg#mug`. */
export function findDrawing(route: string, name: string): string {
  const isInSheet = PAGES_WITH_SHEET.includes(route) && SHEET.includes(name);
  const file = isInSheet ? 'drawings' : name;
  return `/_astro/${file}.${drawingFiles[file]?.hash}.svg${isInSheet ? `#${name}` : ''}`;
}

/** One below the other, each with a view of its offset. */
function drawSheet(names: readonly string[]): string {
  let top = 0;
  const frames = names.map((name) => {
    const { width, height } = drawing(name);
    const offset = top;
    top += height;
    const svg = SOURCES[`./${name}.svg`]
      ?.trim()
      .replace(/^<svg[^>]*/, `<svg y="${offset}" width="${width}" height="${height}"`);
    return `<view id="${name}" viewBox="0 ${offset} ${width} ${height}"/>${svg}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${NIGHT}${frames.join('')}</svg>`;
}
