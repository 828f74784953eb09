import { createHash } from 'node:crypto';
import type { Silhouette } from '#domain/content/trees.ts';
import { NIGHT } from './drawing-files.ts';

/** One kind of tree and its heights, as the plate shows them from left to right. */
export interface PlateTree {
  /** The plate's name in the file, and the name of the carved tree: `nordmann_fir`. */
  readonly type: string;
  /** Shown where nobody has carved this kind. */
  readonly outline: Silhouette;
  readonly sizes: readonly { readonly feet: number; readonly popular?: boolean | undefined }[];
}

/** A plate's position in the file, and its size in its own units. */
interface Plate {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** The plates of all price lists in one file, a hash for its name, and each list's plates by the type of tree. */
export interface HeightPlates {
  readonly svg: string;
  readonly hash: string;
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, Plate>>;
}

/** Columns of a plate besides those of its trees: the family with its door, and the right margin. */
const FAMILY_COLUMNS = 2;
const MARGIN_COLUMNS = 0.2;

/** The trees of the portraits, alone, and the family with its door. */
const FILES = import.meta.glob<string>('./plates/*.svg', { query: '?raw', import: 'default', eager: true });

/** Units of the drawing in a foot. */
const FOOT = 10;
const FAMILY_FEET = 11;
const CEILING_FEET = 8;
const GROUND = 14;
/** With fewer and smaller trees the people would be taller than a hand. */
const LEAST_FEET = 60;
/** The tallest two may reach into each other's boughs, as they do in the field. */
const BREADTH = 0.84;

/**
 * Draws each kind of tree in all of its heights on one ground, beside a family, a door and the line of a ceiling; all
 * of a list to one scale. Each height stands in the middle of a column, and the table below has the same columns: two
 * for the family, one for each height, and a fifth of one for the margin.
 */
export function drawHeightPlates(lists: ReadonlyMap<string, readonly PlateTree[]>): HeightPlates {
  const symbols = new Map<string, string>();
  const platesByList = new Map<string, Map<string, Plate>>();
  let drawn = '';
  let top = 0;
  for (const [key, trees] of lists) {
    const width = Math.round(Math.max(LEAST_FEET, ...trees.map(measureBreadth)) * FOOT);
    const plates = new Map<string, Plate>();
    for (const tree of trees) {
      const tallest = Math.max(CEILING_FEET, ...tree.sizes.map(({ feet }) => feet));
      const plate = {
        id: `${tree.type}-${platesByList.size}`,
        width,
        height: Math.max(tallest + 1, CEILING_FEET + 1.6) * FOOT + GROUND,
      };
      drawn += `<view id="${plate.id}" viewBox="0 ${top} ${width} ${plate.height}"/>`;
      drawn += `<g transform="translate(0 ${top})">${drawPlate(tree, plate)}</g>`;
      symbols.set(tree.type, drawSymbol(tree));
      plates.set(tree.type, plate);
      top += plate.height;
    }
    platesByList.set(key, plates);
  }
  const family = `<g id="family">${contentOf(FILES['./plates/family.svg'] ?? '')}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${NIGHT}<defs>${family}${[...symbols.values()].join('')}</defs>${drawn}</svg>`;
  return { svg, hash: createHash('sha256').update(svg).digest('base64url').slice(0, 8), lists: platesByList };
}

/** Where a page finds the plate of a tree of this list, and its size; undefined if there is none. */
export function findPlate(
  { hash, lists }: HeightPlates,
  key: string,
  type: string,
): { src: string; width: number; height: number } | undefined {
  const plate = lists.get(key)?.get(type);
  return (
    plate && { src: `/_astro/heights.${hash}.svg#${plate.id}`, width: plate.width, height: plate.height }
  );
}

/** The feet that a plate with this tree must be wide. */
function measureBreadth(tree: PlateTree): number {
  const [, , width = 1, height = 1] = boxOf(tree);
  const tallest = Math.max(...tree.sizes.map((size) => size.feet));
  const column = Math.max(((tallest * width) / height) * BREADTH, FAMILY_FEET / FAMILY_COLUMNS);
  return column * countColumns(tree);
}

function countColumns({ sizes }: PlateTree): number {
  return FAMILY_COLUMNS + sizes.length + MARGIN_COLUMNS;
}

function drawPlate(tree: PlateTree, { width, height }: Plate): string {
  const ground = height - GROUND;
  const ceiling = ground - CEILING_FEET * FOOT;
  const column = width / countColumns(tree);
  const [, , boxWidth = 1, boxHeight = 1] = boxOf(tree);
  // Letters of the same size on every plate, as wide as the page shows it.
  const letters = Math.round(width / 78);
  let shadows = '';
  let pictures = '';
  let stars = '';
  tree.sizes.forEach(({ feet, popular }, index) => {
    const centre = Math.round((index + FAMILY_COLUMNS + 0.5) * column);
    const high = feet * FOOT;
    const wide = Math.round((high * boxWidth) / boxHeight);
    shadows += `M${centre} ${ground}h${wide >> 1}l-${wide >> 2} 1h${wide >> 2}l-${wide >> 1} 2z`;
    pictures += `<use href="#${tree.type}" x="${centre - wide / 2}" y="${ground - high}" width="${wide}" height="${high}"/>`;
    if (popular)
      stars += `M${centre} ${ground - high - 7}l2 5 5 .4-4 3.3 1.3 5-4.3-2.8-4.3 2.8 1.3-5-4-3.3 5-.4z`;
  });
  return [
    `<path fill="#dce6e4" d="M0 0h${width}v${height}H0z"/>`,
    `<path fill="#fbf7ef" d="M0 ${ground - 2}q${width >> 2}-4 ${width >> 1}-1t${width >> 1}-1H${width}V${height}H0z"/>`,
    `<path fill="#dce6e4" d="${shadows}"/>`,
    `<path stroke="#a3231c" stroke-dasharray="6 4" d="M0 ${ceiling}h${width}"/>`,
    `<text x="5" y="${ceiling - letters / 2}" fill="#a3231c" font-family="Iowan Old Style,Palatino,P052,Georgia,serif" font-style="italic" font-weight="700" font-size="${letters}">an 8ft ceiling</text>`,
    `<use href="#family" x="${Math.round((column * FAMILY_COLUMNS - FAMILY_FEET * FOOT) / 2)}" y="${ground}"/>`,
    pictures,
    stars && `<path fill="#b97f1e" stroke="#fbf7ef" d="${stars}"/>`,
  ].join('');
}

function drawSymbol(tree: PlateTree): string {
  const carved = carvedOf(tree);
  const content =
    carved === undefined ? `<path fill="#3e6b4f" d="${tree.outline.path}"/>` : contentOf(carved);
  return `<symbol id="${tree.type}" viewBox="${boxOf(tree).join(' ')}">${content}</symbol>`;
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
