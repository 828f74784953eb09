import { createHash } from 'node:crypto';
import type { Silhouette } from '#domain/content/trees.ts';
import { escapeWords, NIGHT } from './drawing-files.ts';

/** One kind of tree, as a plate draws it. */
export interface PlateTree {
  /** The name of the carved tree: `nordmann_fir`. */
  readonly type: string;
  /** Shown where nobody has carved this kind. */
  readonly outline: Silhouette;
}

/** One column of a plate: all kinds that are sold at this height. */
export interface PlateHeight {
  readonly feet: number;
  readonly popular?: boolean | undefined;
  readonly trees: readonly PlateTree[];
}

/** A plate's position in the file, and its size in its own units. */
interface Plate {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** The plates of all price lists in one file, and a hash for its name. */
export interface HeightPlates {
  readonly svg: string;
  readonly hash: string;
  readonly lists: ReadonlyMap<string, Plate>;
}

/** Columns besides those of the heights: the family with its door. price-list.css has the same. */
const FAMILY_COLUMNS = 2.6;

/** The trees of the portraits, alone, and people beside whom they are seen. */
const FILES = import.meta.glob<string>('./plates/*.svg', { query: '?raw', import: 'default', eager: true });

/** Units of the drawing in a foot. */
const FOOT = 10;
const FAMILY_FEET = 11;
const CEILING_FEET = 8;
const GROUND = 14;
/** The tallest reach behind those beside them, as they do in the field. */
const COLUMN_FEET = 4.8;
/** With fewer heights the people would be taller than a hand. */
const LEAST_FEET = 60;
/** How far the kinds of one height stand apart, in columns. The broadest is in front, in the middle. */
export const PLACES = [0, -0.3, 0.3, -0.15, 0.15];

/**
 * Draws all kinds of each list at each of their heights, behind one another on one ground, beside a family, a door and
 * the line of a ceiling. Each height stands in the middle of a column, and the table below has the same columns. Ceiling and
 * ground go on for a plate's width on either side, so that a page may show it from edge to edge, in a sky of its own.
 */
export function drawHeightPlates(lists: ReadonlyMap<string, readonly PlateHeight[]>): HeightPlates {
  const symbols = new Map<string, string>();
  const plates = new Map<string, Plate>();
  let drawn = '';
  let top = 0;
  for (const [key, heights] of lists) {
    const columns = FAMILY_COLUMNS + heights.length;
    const width = Math.round(Math.max(LEAST_FEET, COLUMN_FEET * columns) * FOOT);
    const tallest = Math.max(CEILING_FEET + 0.6, ...heights.map(({ feet }) => feet));
    const plate = { id: `heights-${plates.size}`, width, height: (tallest + 1) * FOOT + GROUND };
    drawn += `<view id="${plate.id}" viewBox="${-width} ${top} ${width * 3} ${plate.height}"/>`;
    drawn += `<g transform="translate(0 ${top})">${drawPlate(heights, plate, width / columns)}</g>`;
    for (const tree of heights.flatMap(({ trees }) => trees)) symbols.set(tree.type, drawSymbol(tree));
    plates.set(key, plate);
    top += plate.height;
  }
  const family = `<g id="family">${contentOf(FILES['./plates/family.svg'] ?? '')}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${NIGHT}<defs>${family}${[...symbols.values()].join('')}</defs>${drawn}</svg>`;
  return { svg, hash: createHash('sha256').update(svg).digest('base64url').slice(0, 8), lists: plates };
}

/** Where a page finds the plate of this list, and its size; undefined if there is none. */
export function findPlate(
  { hash, lists }: HeightPlates,
  key: string,
): { src: string; width: number; height: number } | undefined {
  const plate = lists.get(key);
  return (
    plate && { src: `/_astro/heights.${hash}.svg#${plate.id}`, width: plate.width * 3, height: plate.height }
  );
}

/** The height in feet of what stands in the row of all kinds; in units, the room between and for the names below. */
const ROW_FEET = 6;
const ROW_GAP = 6;
const LINE = 8;

/** All kinds side by side on one horizon, 6ft each with its name below, and a man of 6ft after the first. */
export function drawKinds(kinds: readonly (PlateTree & { readonly name: string })[]): string {
  const high = ROW_FEET * FOOT;
  const man = { content: FILES['./plates/man.svg'] ?? '', name: `${ROW_FEET}ft` };
  const trees = kinds.map((kind) => ({
    content: carvedOf(kind) ?? `<svg viewBox="${boxOf(kind).join(' ')}">${carve(kind)}</svg>`,
    name: kind.name,
  }));
  let left = ROW_GAP;
  const row = [...trees.slice(0, 1), man, ...trees.slice(1)].map(({ content, name }) => {
    const box = /viewBox="([^"]+)"/.exec(content)?.[1] ?? '';
    const [, , width = 1, height = 1] = box.split(' ').map(Number);
    const wide = Math.max(Math.round((high * width) / height), 4 * LINE);
    const drawn = `<svg x="${left}" y="4" width="${wide}" height="${high}" viewBox="${box}" preserveAspectRatio="xMidYMax">${contentOf(content)}</svg>`;
    // In two lines, so that the trees can stand close and be large on a phone.
    const caption = name
      .split(/ (?=\S+$)/)
      .map(
        (line, index) =>
          `<text x="${left + wide / 2}" y="${high + 13 + index * LINE}">${escapeWords(line)}</text>`,
      )
      .join('');
    left += wide + ROW_GAP;
    return `<g>${drawn}${caption}</g>`;
  });
  const ground = `<path fill="#fbf7ef" d="M-999 ${high + 2}H0q${left >> 2}-3 ${left >> 1}-1t${left >> 1}-1H1999v99H-999z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left} ${high + 3 * LINE}" aria-hidden="true">${ground}${row.join('')}</svg>`;
}

function drawPlate(heights: readonly PlateHeight[], { width, height }: Plate, column: number): string {
  const ground = height - GROUND;
  const ceiling = ground - CEILING_FEET * FOOT;
  // Letters of the same size on every plate, as wide as the page shows it.
  const letters = Math.round(width / 70);
  let trees = '';
  let stars = '';
  // The tallest first, so that each stands behind the smaller ones.
  for (const [index, height] of [...heights.entries()].reverse()) {
    const centre = (index + FAMILY_COLUMNS + 0.5) * column;
    const high = height.feet * FOOT;
    const byBreadth = height.trees.toSorted((a, b) => breadthOf(b) - breadthOf(a));
    for (const [place, tree] of [...byBreadth.entries()].reverse()) {
      const wide = Math.round(high * breadthOf(tree));
      const left = Math.round(centre + (PLACES[place] ?? 0) * column - wide / 2);
      trees += `<use href="#${tree.type}" x="${left}" y="${ground - high}" width="${wide}" height="${high}"/>`;
    }
    if (height.popular)
      stars += `M${Math.round(centre)} ${ground - high - 7}l2 5 5 .4-4 3.3 1.3 5-4.3-2.8-4.3 2.8 1.3-5-4-3.3 5-.4z`;
  }
  const across = `M${-width} ${ceiling}h${width * 3}`;
  return [
    `<path fill="#fbf7ef" d="M${-width} ${ground - 2}H0q${width >> 2}-4 ${width >> 1}-1t${width >> 1}-1h${width}V${height}h-${width * 3}z"/>`,
    trees,
    `<path stroke="#a3231c" stroke-dasharray="6 4" d="${across}"/>`,
    `<text x="2" y="${ceiling - letters / 2}" fill="#a3231c" font-family="Iowan Old Style,Palatino,P052,Georgia,serif" font-style="italic" font-weight="700" font-size="${letters}">an ${CEILING_FEET}ft ceiling</text>`,
    `<use href="#family" x="${Math.round((column * FAMILY_COLUMNS - FAMILY_FEET * FOOT) / 2)}" y="${ground}"/>`,
    stars && `<path fill="#b97f1e" stroke="#fbf7ef" d="${stars}"/>`,
  ].join('');
}

function drawSymbol(tree: PlateTree): string {
  return `<symbol id="${tree.type}" viewBox="${boxOf(tree).join(' ')}">${carve(tree)}</symbol>`;
}

function carve(tree: PlateTree): string {
  const carved = carvedOf(tree);
  return carved === undefined ? `<path fill="#3e6b4f" d="${tree.outline.path}"/>` : contentOf(carved);
}

/** The width of a tree of height 1. */
function breadthOf(tree: PlateTree): number {
  const [, , width = 1, height = 1] = boxOf(tree);
  return width / height;
}

function boxOf(tree: PlateTree): number[] {
  const viewBox = /viewBox="([^"]+)"/.exec(carvedOf(tree) ?? '')?.[1] ?? tree.outline.viewBox;
  return viewBox.split(' ').map(Number);
}

function carvedOf({ type }: PlateTree): string | undefined {
  return FILES[`./plates/${type.replaceAll('_', '-')}.svg`];
}

function contentOf(svg: string): string {
  return svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
}
