import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { stringify } from 'yaml';
import { addDays, formatDay, type IsoDay } from '#domain/dates.ts';
import { isListed, pagePath, townPath } from '#domain/pages.ts';
import type { ContentValues } from '../../src/content/reader/parse-content.ts';
import { readFiles } from '../../src/content/reader/read-content.ts';

/** Text that a page must show after the edit. */
export interface Shown {
  readonly path: string;
  readonly words: string;
}

interface Page {
  hero: { text?: string | string[]; image?: string; imageAlt?: string };
  readings?: { prices?: string; hours?: string };
  shareImage: string;
  sections?: Record<string, { points?: { image?: string; text?: string; title: string }[] }>;
}
interface PriceList {
  groups: { sizes: { price: string }[] }[];
}
interface Hours {
  rows: { opens: string }[];
}
interface Shop {
  branchBox: { price: string };
  weeks: { id: IsoDay }[];
}
interface Farm {
  name: string;
  phone: string;
}

/** What no published file has: the maker of a camera, and how every kind of metadata begins that says a place. */
const CAMERA = 'Starling Cameras';
export const CAMERA_MARKS = [CAMERA, 'Exif', 'http://ns.adobe.com/xap', 'adobe:ns:meta', 'Photoshop 3.0'];
const BOX_PRICE = '£941.15';
const PHONE = '01632 960 888';
const SENTENCE = 'Snow fell on the lane, and the geese came to look at it.';
const NOTICE = { id: 'snow', text: 'Closed today: snow.', from: '2124-12-09', to: '2124-12-10' };

/**
 * Edits a content folder as editors do: prices of every list, hours, weeks, the phone, messages, a
 * notice, and photographs named gate.jpg on /visit and donkeys.jpg in the gallery of /pick-your-own.
 * @returns what pages must show now
 */
export async function editContent(dir: string): Promise<{ shown: Shown[]; removedWeek: string }> {
  const { values } = await readFiles(dir);
  const pages = listPages(values);
  const shown: Shown[] = [];
  const show = (words: string, isMeant: (page: Page, path: string) => boolean) =>
    shown.push(...pages.filter(({ page, path }) => isMeant(page, path)).map(({ path }) => ({ path, words })));

  for (const [index, [id, list]] of listFolder<PriceList>(values, 'prices').entries()) {
    const price = `£9${index}1.15`;
    set(list.groups[0]?.sizes[0], { price });
    show(price, ({ readings }) => readings?.prices === id);
  }
  for (const [index, [id, hours]] of listFolder<Hours>(values, 'hours').entries()) {
    set(hours.rows[0], { opens: `06:0${index + 1}` });
    show(`6:0${index + 1}am`, ({ readings }) => readings?.hours === id);
  }
  for (const { page } of pages) {
    if (page.hero.text !== undefined) page.hero.text = SENTENCE;
  }
  show(SENTENCE, ({ hero }, path) => hero.text !== undefined && isListed(path));

  const shop = values['shop.json'] as Shop;
  shop.branchBox.price = BOX_PRICE;
  const [removed, ...weeks] = shop.weeks.map(({ id }) => id);
  const added = addDays(weeks.at(-1) ?? (removed as IsoDay), 7);
  shop.weeks = [...shop.weeks.slice(1), { id: added }];
  shown.push(...[BOX_PRICE, nameWeek(added)].map((words) => ({ path: '/nordmann-branches', words })), {
    path: '/nordmann-foliage-payment',
    words: BOX_PRICE,
  });

  const farm = values['farm.json'] as Farm;
  farm.phone = PHONE;
  // As a picture its height is odd, and half of what is left of its band no whole pixel.
  farm.name = 'Otter Lane Farm';
  (values['notices.json'] as object[]).push(NOTICE);
  // The farm's own pages have no footer with a phone number.
  show(PHONE, (_, path) => !path.startsWith('/admin'));

  const visit = values['pages/visit.md'] as Page;
  set(visit.hero, { image: 'gate.jpg', imageAlt: 'The gate in the snow' });
  visit.shareImage = 'gate.jpg';
  const gallery = (values['pages/pick-your-own.md'] as Page).sections?.gallery;
  set(gallery?.points?.at(-1), { image: 'donkeys.jpg', text: 'Two donkeys' });

  for (const [file, value] of Object.entries(values)) {
    if (!file.endsWith('.svg')) await write(join(dir, file), value);
  }
  return { shown, removedWeek: nameWeek(removed as IsoDay) };
}

function nameWeek(monday: IsoDay): string {
  return `Week of ${formatDay(monday, 'short')}`;
}

function listPages(values: ContentValues): { path: string; page: Page }[] {
  return Object.entries(values).flatMap(([file, value]) => {
    const [, folder, id = ''] = /^(pages|towns)\/(.+)\.md$/.exec(file) ?? [];
    if (folder === undefined) return [];
    return { path: folder === 'towns' ? townPath(id) : pagePath(id), page: value as Page };
  });
}

/** The records of a folder, by the name that pages call them by. */
function listFolder<T>(values: ContentValues, folder: string): [id: string, record: T][] {
  return Object.entries(values)
    .filter(([file]) => file.startsWith(`${folder}/`))
    .map(([file, value]) => [file.slice(folder.length + 1).replace('.json', ''), value as T]);
}

function set<T extends object>(record: T | undefined, fields: Partial<T>): void {
  if (record === undefined) throw new Error(`There is no record for ${Object.keys(fields).join(', ')}.`);
  Object.assign(record, fields);
}

async function write(path: string, value: unknown): Promise<void> {
  const text = path.endsWith('.json') ? JSON.stringify(value, null, 2) : `---\n${stringify(value)}---\n`;
  await writeFile(path, text);
}

/** Writes a photograph with patches of every colour: as hard to make small as the liveliest one. */
export async function writePhotograph(file: string, width: number, height: number): Promise<void> {
  // As a phone writes them: with its maker, and the place.
  const exif = { IFD0: { Make: CAMERA }, IFD3: { GPSLatitude: '51/1 8/1 0/1', GPSLatitudeRef: 'N' } };
  await mkdir(dirname(file), { recursive: true });
  const [columns, rows] = [40, 30];
  const patches = Uint8Array.from({ length: columns * rows * 3 }, (_, index) => (index * index * 7919) % 256);
  await sharp(patches, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality: 90 })
    .withExif(exif)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${CAMERA} --></x:xmpmeta>`)
    .toFile(file);
}
