import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { buildIfChanged, copyProject, EXTENDED_PROJECT } from './test-site.ts';

/** Special days of the extended site's town pages and structured data, as an editor writes them. */
const SPECIAL_DAYS = [
  { day: '2025-12-04', name: 'Late night', opens: '09:00', closes: '20:30' },
  { day: '2025-12-26', name: 'Boxing Day', closed: true },
] as const;

// Before the browser tests: builds a second site, unless nothing has changed. It has what a farm may add: another
// company's statistics, a photograph, and special days; and no redirects.
await copyProject(EXTENDED_PROJECT);
const analytics = { script: 'https://stats.example.com/script.js', id: 'farm-17', attribute: 'data-site' };
await replaceText('content/farm.json', '"place"', `"analytics": ${JSON.stringify(analytics)}, "place"`);
await replaceText(
  'content/hours/daily.json',
  '"rows"',
  `"specialDays": ${JSON.stringify(SPECIAL_DAYS)}, "rows"`,
);
await replaceText('content/hours/daily.json', '"Daily"', '"Monday to Sunday"');
await writeFile(join(EXTENDED_PROJECT, 'content/redirects.json'), '[]');
await replaceText('content/pages/index.md', '/pick-your-own-tree', '/pick-your-own');
await writePhotograph(join(EXTENDED_PROJECT, 'content/images'));
process.exitCode = buildIfChanged(EXTENDED_PROJECT);

async function replaceText(file: string, before: string, after: string): Promise<void> {
  const path = join(EXTENDED_PROJECT, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not hold: ${before}`);
  await writeFile(path, text.replace(before, after));
}

/** A sky over a hill. */
async function writePhotograph(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const scene =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><path fill="#8fb3c9" d="M0 0h800v600H0z"/><path fill="#3e6b4f" d="M0 420q400-200 800 0v180H0z"/></svg>';
  await sharp(Buffer.from(scene)).jpeg().toFile(join(folder, 'hill.jpg'));
}
