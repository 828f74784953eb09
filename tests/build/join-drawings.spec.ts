import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinDrawings } from '../../src/build/join-drawings.ts';
import { writeFiles } from '../support/small-site.ts';
import { expect, test } from './test.ts';

const NAMES = ['barn', 'mug', 'sledge', 'team', 'tickets', 'tractor', 'fir'];

function writePage(names: string[]): string {
  return names.map((name) => `<img class="b" src="/_astro/${name}.Ab-_12.svg" alt="The ${name}">`).join('');
}

test('many drawings of a page become views of two files, the first ones apart', async ({ site }) => {
  const svg = (name: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 20"><path id="p-${name}"/></svg>`;
  const files = NAMES.map((name) => [`_astro/${name}.Ab-_12.svg`, svg(name)]);
  await writeFiles(site.outDir, Object.fromEntries(files));
  const html = await joinDrawings(writePage([...NAMES, 'mug']), site.outDir);
  const images = [...html.matchAll(/src="(\/_astro\/drawings\.[\w-]{8}\.svg)#([\w-]+)" alt="The \2"/g)];
  expect(images.map(([, , name]) => name)).toEqual([...NAMES, 'mug']);
  const [near = '', ...rest] = new Set(images.map(([, address]) => address));
  expect(rest).toHaveLength(1);
  expect(images.map(([, address]) => address === near)).toEqual([
    true,
    true,
    ...Array.from({ length: 5 }, () => false),
    true,
  ]);
  const sheet = await readFile(join(site.outDir, near), 'utf8');
  expect(sheet).toContain(
    '<view id="mug" viewBox="0 20 32 20"/><svg y="20" width="32" height="20"><path id="p-mug"/></svg>',
  );
  expect(sheet.match(/<view /g)).toHaveLength(2);
});

test('a page with few drawings keeps them as files, which other pages share', async ({ site }) => {
  await writeFiles(site.outDir, { '_astro/none.txt': '' });
  const html = writePage(NAMES.slice(1));
  expect(await joinDrawings(html, site.outDir)).toBe(html);
  expect(await readdir(join(site.outDir, '_astro'))).toEqual(['none.txt']);
});

test('a drawing that does not begin at 0 0 stops the build, and is named', async ({ site }) => {
  const svg = '<svg viewBox="-5 0 32 20"></svg>';
  await writeFiles(site.outDir, Object.fromEntries(NAMES.map((name) => [`_astro/${name}.Ab-_12.svg`, svg])));
  await expect(joinDrawings(writePage(NAMES), site.outDir)).rejects.toThrow(
    'The drawing barn needs a viewBox',
  );
});
