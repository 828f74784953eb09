import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** From here on one file is worth it: drawings are alike, so together they weigh a quarter less than one by one. */
const FEWEST = 8;
const DRAWINGS = /(<img [^>]*?\bsrc=")(\/_astro\/([\w-]+)\.[\w-]+\.svg)"/g;
const FRAME = /^<svg\b[^>]*?\sviewBox="0 0 (\d+) (\d+)"[^>]*>([\s\S]*)<\/svg>\s*$/;

/**
 * Puts the drawings of a page that has many into one file of its own, each as a view of it. The first stays a file by
 * itself: on a slow line Chromium fetches whatever is within 2,500 px of the screen before anybody scrolls, and all
 * others would come with it.
 * @param folder the built site, where the drawings are files
 * @returns the page, with its pictures at `/_astro/drawings.….svg#name`
 * @throws Error for a drawing that does not begin at 0 0, or whose size is not in whole numbers
 */
export async function joinDrawings(html: string, folder: string): Promise<string> {
  const files = new Map([...html.matchAll(DRAWINGS)].map(([, , path = '', name = '']) => [path, name]));
  const [first] = files.keys();
  if (first !== undefined) files.delete(first);
  if (files.size < FEWEST) return html;
  const frames: string[] = [];
  let top = 0;
  for (const [path, name] of files) {
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
  return html.replace(DRAWINGS, (image, before: string, path: string, name: string) =>
    files.has(path) ? `${before}${address}#${name}"` : image,
  );
}
