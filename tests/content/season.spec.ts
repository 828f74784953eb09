import { readdir } from 'node:fs/promises';
import { type IsoDay, parseDay, weekdayIndex } from '#domain/dates.ts';
import { checkContent } from '../../src/content/checks/check-content.ts';
import { listOver } from '../../src/content/checks/hints.ts';
import { moveDay } from '../../src/content/season/move-day.ts';
import { renewSeason } from '../../src/content/season.ts';
import { type ContentCopy, expect, test } from './test.ts';

const DAY = /\d{4}-\d{2}-\d{2}/g;

/** Every kind of dated value, and words that name the old season. */
async function addDated(content: ContentCopy): Promise<void> {
  await content.replace(
    'shop.json',
    '{ "id": "2025-11-24" }',
    '{"id":"2025-11-24",  "orderBy":"2025-11-21", "closed":true}',
  );
  await content.replace(
    'hours/b.json',
    '"rows"',
    `"specialDays": [
      { "day": "2025-12-04", "name": "Late night", "opens": "09:00", "closes": "20:30" },
      { "day": "2025-12-26", "name": "Boxing Day", "closed": true },
      { "day": "2026-01-10", "name": "Tree recycling", "opens": "09:00", "closes": "12:00" }
    ],
    "rows"`,
  );
  await content.write(
    'notices.json',
    '[{ "id": "snow-2025", "text": "Closed at Christmas 2025.", "from": "2025-12-09", "to": "2025-12-09" }]',
  );
  const page = await content.read('pages/index.md');
  const words = page.replaceAll('Christmas {season.year}', 'Christmas 2025');
  expect(words).not.toBe(page);
  await content.write('pages/index.md', words.replaceAll('\n', '\r\n'));
  await content.write(
    'pages/news.md',
    (await content.read('pages/404.md')).replace(
      /description: .*/,
      'description: "Carols on 6 December 2025."',
    ),
  );
}

/** What `npm run content:season -- 2026 --yes` does, without a process. @returns what it refuses, and what it prints */
async function renew({ dir: contentDir }: ContentCopy, year = 2026, isSure = true) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const refusal = await renewSeason({ contentDir, year, print, confirm: async () => isSure });
  return { refusal, output: lines.join('\n') };
}

async function readAll(content: ContentCopy): Promise<Map<string, string>> {
  const files = await readdir(content.dir, { recursive: true, withFileTypes: true });
  const names = files
    .filter((each) => each.isFile())
    .map((each) => `${each.parentPath}/${each.name}`.slice(content.dir.length + 1));
  return new Map(await Promise.all(names.map(async (name) => [name, await content.read(name)] as const)));
}

test('a season moves by its weekdays, and nothing beside its values changes', async ({ content }) => {
  await addDated(content);
  const before = await readAll(content);
  const { code, output } = await content.run('season', '2026', '--yes');
  expect(code, output).toBe(0);
  expect(output).toContain('content/season/trees.json, from: 2025-11-21 (Friday) -> 2026-11-20 (Friday)\n');
  expect(output).toContain(
    'content/shop.json, weeks["2025-11-24"].orderBy: 2025-11-21 (Friday) -> 2026-11-20 (Friday)',
  );
  const after = await readAll(content);
  const isMoved = (name: string) => /^(season\/.*|shop\.json|hours\/b\.json|pages\/index\.md)$/.test(name);
  for (const [name, source] of after) {
    const old = before.get(name) ?? '';
    if (!isMoved(name)) expect(source, name).toBe(old);
    // Its layout becomes that of all content.
    const blank = (text: string) =>
      text
        .replaceAll(DAY, 'DAY')
        .replaceAll(/Christmas \d{4}/g, 'YEAR')
        .replaceAll(/\s/g, '');
    // Its weeks are open again.
    expect(blank(source), name).toBe(blank(name === 'shop.json' ? old.replace(', "closed":true', '') : old));
    const moved = source.match(DAY) ?? [];
    (isMoved(name) ? (old.match(DAY) ?? []) : []).forEach((day, index) => {
      const now = parseDay(moved[index] ?? '');
      if (now !== null && !/-12-2[46]$/.test(day))
        expect(weekdayIndex(now)).toBe(weekdayIndex(day as IsoDay));
    });
  }
  expect(after.get('shop.json')?.match(DAY)?.slice(0, 3)).toEqual(['2026-11-16', '2026-11-23', '2026-11-20']);
  expect(after.get('hours/b.json')?.match(DAY)).toEqual(['2026-12-03', '2026-12-26', '2027-01-09']);
  expect(after.get('season/local.json')).toContain('"to": "2026-12-24"');
  expect(after.get('pages/index.md')).toContain('Christmas 2026');
  expect(after.get('pages/index.md')).not.toContain('2025');
});

test('what only a person can decide is listed with its file and field', async ({ content }) => {
  await addDated(content);
  const before = await readAll(content);
  const { output } = await renew(content, 2026, false);
  expect(await readAll(content), 'nothing is written without a yes').toEqual(before);
  const [, remarks = ''] = output.split('Please look at:\n');
  expect(remarks).toContain(
    'content/notices.json: the notice of Tuesday 9 December 2025, ‘Closed at Christmas 2025.’',
  );
  expect(remarks).toContain('content/pages/news.md, description: ‘6 December’');
  expect(remarks).toContain('content/pages/news.md, description: ‘2025’');
  expect(remarks).not.toContain('index.md');
});

test('the season after next follows, and a year that is there already is refused', async ({ content }) => {
  await renew(content);
  const once = await readAll(content);
  expect(await content.run('season', '2026', '--yes')).toEqual({
    code: 1,
    output: 'The content already has the 2026 season. Nothing was changed.\n',
  });
  expect((await renew(content, 2029)).refusal).toContain(
    'The content has the 2026 season, and 2029 is more than two years away',
  );
  expect(await readAll(content)).toEqual(once);
  expect((await renew(content, 2027)).refusal).toBeUndefined();
  expect(await content.read('season/trees.json')).toMatch(/"from": "2027-11-19",\s+"to": "2027-12-19"/);
  expect((await checkContent(content.dir)).problems).toEqual([]);
});

test('a change that stopped half-way is completed', async ({ content }) => {
  await content.replace(
    'season/trees.json',
    '"2025-11-21", "to": "2025-12-21"',
    '"2026-11-27", "to": "2026-12-20"',
  );
  expect((await renew(content)).output).not.toContain('trees.json');
  expect(await content.read('season/trees.json')).toContain('2026-11-27');
  expect(await content.read('season/visits.json')).toContain('2026-11-24');
});

test('content with mistakes is moved too, and the mistakes that are left are named', async ({ content }) => {
  const day = (year: number) =>
    `"specialDays": [{ "day": "${year}-12-03", "name": "Late night", "closed": true }],`;
  await content.replace('hours/a.json', '"rows"', `${day(2026)}\n  "rows"`);
  await content.replace('hours/b.json', '"rows"', `${day(1925)}\n  "rows"`);
  expect((await content.run('check')).output).toMatch(
    /wanted: a day of the season.*; or everything moved to the 2026 season first: npm run content:season -- 2026\n/,
  );
  await content.replace('faq/tree-care.json', '[', '');
  const { code, output } = await content.run('season', '2026', '--yes');
  expect(output).toContain('content/faq/tree-care.json: a mistake in it');
  expect(code).toBe(1);
  expect(output).toMatch(/1 mistake in the content files:\s+content\/faq\/tree-care\.json/);
  expect(await content.read('season/trees.json')).toContain('2026-11-20');
  expect(await content.read('hours/a.json')).toContain('"2026-12-03"');
});

test('a feast keeps its date, but a delivery week its Monday', () => {
  const christmasEve = '2029-12-24' as IsoDay;
  expect(moveDay(christmasEve, 2030)).toBe('2030-12-24');
  expect(moveDay(christmasEve, 2030, { keepsWeekday: true })).toBe('2030-12-23');
  expect(moveDay('2027-11-26' as IsoDay, 2028)).toBe('2028-11-24');
  expect(moveDay('2025-12-01' as IsoDay, 2027)).toBe('2027-11-29');
});

test('the check warns of seasons and weeks that are over, from the day after', async ({ content }) => {
  const { content: read } = await checkContent(content.dir);
  expect(listOver(read, '2025-11-23' as IsoDay)).toEqual([]);
  expect(listOver(read, '2025-12-01' as IsoDay)).toEqual([
    'content/shop.json: Week of 17 Nov 2025, Week of 24 Nov 2025 are over.',
  ]);
  const lastDay = listOver(read, '2025-12-21' as IsoDay);
  expect(lastDay).toHaveLength(1);
  expect(lastDay[0]).not.toContain('15 Dec');
  const dayAfter = listOver(read, '2025-12-22' as IsoDay);
  expect(dayAfter.slice(0, 2)).toEqual([
    'content/season/trees.json: the season ended on Sunday 21 December 2025.',
    'content/season/visits.json: the season ended on Sunday 21 December 2025.',
  ]);
  expect(dayAfter[2]).toContain('Week of 15 Dec 2025 are over.');
  expect(dayAfter.slice(3)).toEqual(['For the new season: npm run content:season -- 2026']);
  expect((await content.run('check')).output).toMatch(/\ncontent\/season\/trees\.json: the season ended on/);
});
