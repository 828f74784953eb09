import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** From here on joining is worth it: drawings are alike, so together they weigh a quarter less than one by one. */
const FEWEST = 7;
/** So many come in a file apart: a reader comes near the first ones long before the rest. */
const NEAR = 2;
const DRAWINGS = /(<img [^>]*?\bsrc=")(\/_astro\/([\w-]+)\.[\w-]+\.svg)"/g;
const FRAME = /^<svg\b[^>]*?\sviewBox="0 0 (\d+) (\d+)"[^>]*>([\s\S]*)<\/svg>\s*$/;

interface Drawing {
  readonly path: string;
  readonly name: string;
}

/**
 * Puts the drawings of a page that has many into two files of its own, the first ones and the rest, each drawing as a
 * view of its file.
 * @param folder the built site, where the drawings are files
 * @returns the page, with its pictures at `/_astro/drawings.….svg#name`
 * @throws Error for a drawing that does not begin at 0 0, or whose size is not in whole numbers
 */
export async function joinDrawings(html: string, folder: string): Promise<string> {
  const names = new Map([...html.matchAll(DRAWINGS)].map(([, , path = '', name = '']) => [path, name]));
  if (names.size < FEWEST) return html;
  const drawings = [...names].map(([path, name]) => ({ path, name }));
  const views = new Map<string, string>();
  for (const group of [drawings.slice(0, NEAR), drawings.slice(NEAR)]) {
    const address = await writeSheet(group, folder);
    for (const { path, name } of group) views.set(path, `${address}#${name}`);
  }
  return html.replace(DRAWINGS, (_, before: string, path: string) => `${before}${views.get(path)}"`);
}

/** @returns the address of the file */
async function writeSheet(drawings: readonly Drawing[], folder: string): Promise<string> {
  const frames: string[] = [];
  let top = 0;
  for (const { path, name } of drawings) {
    const svg = await readFile(join(folder, path), 'utf8');
    const [, width, height, content] = FRAME.exec(svg) ?? [];
    if (content === undefined) throw new Error(`The drawing ${name} needs a viewBox of "0 0 width height".`);
    // A view of the place where the drawing stands; the inner frame cuts off what reaches beyond it.
    frames.push(
      `<view id="${name}" viewBox="0 ${top} ${width} ${height}"/>`,
      `<svg y="${top}" width="${width}" height="${height}">${content}</svg>`,
    );
    top += Number(height);
  }
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg">${frames.join('')}</svg>`;
  const hash = createHash('sha256').update(sheet).digest('base64url').slice(0, 8);
  const address = `/_astro/drawings.${hash}.svg`;
  await writeFile(join(folder, address), sheet);
  return address;
}
