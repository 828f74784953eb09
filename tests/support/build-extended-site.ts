import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addAnswer, addKind, addPage, addStand, addUnlistedPage } from './added-content.ts';
import { editContent, writePhotograph } from './edit-content.ts';
import { buildIfChanged, copyProject, EXTENDED_PROJECT } from './test-site.ts';

/** Special days of the extended site's town pages and structured data, as an editor writes them. */
const SPECIAL_DAYS = [
  { day: '2025-12-04', name: 'Late night', opens: '09:00', closes: '20:30' },
  { day: '2025-12-26', name: 'Boxing Day', closed: true },
] as const;

// Before the tests: builds a second site, unless nothing has changed. It has what a farm may add and edit: prices, hours,
// words, pages, kinds of trees, photographs, special days and another company's statistics; and no redirects.
await copyProject(EXTENDED_PROJECT);
const content = join(EXTENDED_PROJECT, 'content');
const images = join(content, 'images');
// Low, because the largest sizes take the most time to write.
await writePhotograph(join(images, 'gate.jpg'), 1640, 410);
await writePhotograph(join(images, 'donkeys.jpg'), 700, 500);
// What else is copied from a phone: one that no page shows, a film, and what browsers do not show.
await writePhotograph(join(images, 'Barn Photo.JPG'), 400, 300);
for (const name of ['film.mov', 'IMG_1.HEIC']) await cp(join(images, 'gate.jpg'), join(images, name));
await editContent(content);
for (const add of [addKind, addPage, addStand, addUnlistedPage, addAnswer]) await add(content);
const analytics = { script: 'https://stats.example.com/script.js', id: 'farm-17', attribute: 'data-site' };
await replaceText('farm.json', '"place"', `"analytics": ${JSON.stringify(analytics)}, "place"`);
await replaceText('hours/daily.json', '"rows"', `"specialDays": ${JSON.stringify(SPECIAL_DAYS)}, "rows"`);
await replaceText('hours/daily.json', '"Daily"', '"Monday to Sunday"');
// Two pages link to what only a redirect leads on: home, and as specified the stands, of which the build then warns.
await writeFile(join(content, 'redirects.json'), '[]');
await replaceText('pages/index.md', '/pick-your-own-tree', '/pick-your-own');
process.exitCode = buildIfChanged(EXTENDED_PROJECT);

async function replaceText(file: string, before: string, after: string): Promise<void> {
  const path = join(content, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not hold: ${before}`);
  await writeFile(path, text.replace(before, after));
}
