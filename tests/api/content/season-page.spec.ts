import { proposeSeason } from '../../../src/content/season/plan-season.ts';
import { addDays, formatDay, type IsoDay, londonDay } from '../../../src/domain/dates.ts';
import { expect, test } from './content-under-test.ts';
import { editDraft, partsOf, readHidden } from './edit-draft.ts';
import { readFormEntries } from './read-form.ts';

const PAGE = '/admin/content/season';

test('proposes every day of the next season by its weekday, and drafts them', async ({ content }) => {
  const { html, text } = await content.read(`${PAGE}?year=2026`);
  expect(text).toMatch(/Season: Trees on sale/);
  expect(text).toMatch(/In 2026\s+First day\s+Friday 21 November\s+Friday 20 November/);
  expect(text).toMatch(/Week 1\s+Monday 17 November\s+Monday 16 November/);
  const digest = readHidden(html, 'digest');
  const done = await content.post(PAGE, { year: '2026', digest });
  expect(done.location).toBe('/admin/content/publish');
  const files = (await partsOf(content).draft.list()).map(({ file }) => file);
  expect(files).toEqual(expect.arrayContaining(['season/trees.json', 'shop.json']));
  expect(await content.readFile('season/trees.json')).toContain('2025-11-21');
  const { bytes = '' } = (await partsOf(content).draft.readFile('season/trees.json')) ?? {};
  expect(Buffer.from(bytes).toString('utf8')).toContain('2026-11-20');
  expect((await content.read(`${PAGE}?year=2026`)).text).toContain('already has the 2026 season');
});

test('writes nothing that was not on the page', async ({ content }) => {
  const digest = readHidden((await content.read(`${PAGE}?year=2026`)).html, 'digest');
  await editDraft(content, 'season/trees.json', ['2025-11-21', '2025-11-24']);
  const refused = await content.post(PAGE, { year: '2026', digest });
  expect(refused).toMatchObject({ status: 409, location: null });
  expect(await partsOf(content).draft.list()).toMatchObject([{ file: 'season/trees.json' }]);
});

test('a day of the next season that is entered first leads to the season, which can be moved with any mistake', async ({
  content,
}) => {
  const lateNight = '"specialDays": [{ "day": "2026-12-03", "name": "Late night", "closed": true }], "rows"';
  const form = '/admin/content/file?name=hours%2Fa.json';
  const added = await content.post(form, {
    ...readFormEntries((await content.read(form)).html),
    '@do': 'add specialDays',
  });
  const typed = {
    'specialDays.0.day': '2026-12-03',
    'specialDays.0.name': 'Late night',
    'specialDays.0.closed': 'on',
  };
  const again = await content.post(form, { ...readFormEntries(added.html), ...typed });
  expect(again.text).toMatch(/‘Day’: ‘Thursday 3 December 2026’\. Wanted: a day of the season/);
  expect(again.html).toContain(`<a href="${PAGE}?year=2026" target="_blank">`);
  await editDraft(content, 'hours/a.json', ['"rows"', lateNight]);
  const refused = await content.read('/admin/content/publish');
  expect(refused.text).toMatch(
    /Opening hours: Reading A , Thursday 3 December 2026, Day: ‘Thursday 3 December 2026’\. Wanted: a day of the season/,
  );
  expect(refused.html).toContain(`<a href="${PAGE}?year=2026">Move everything to the 2026 season</a>`);
  await editDraft(content, 'faq/tree-care.json', ['[', '']);
  const { html, text } = await content.read(`${PAGE}?year=2026`);
  expect(text).toMatch(/Questions: tree-care : a mistake in it, so it cannot be read/);
  await content.post(PAGE, { year: '2026', digest: readHidden(html, 'digest') });
  await partsOf(content).draft.discard('faq/tree-care.json');
  const ready = await content.read('/admin/content/publish');
  expect(ready.text).not.toContain('Put these right first');
  expect(ready.text).toContain('Thursday 3 December 2026');
});

test('Today says that every season is over, until they are moved', async ({ content }) => {
  const today = londonDay(new Date());
  const end = (name: string, to: IsoDay) =>
    content.writeFile(`season/${name}.json`, JSON.stringify({ name, from: addDays(today, -30), to }));
  for (const name of ['local', 'trees', 'visits']) await end(name, today);
  expect((await content.read('/admin')).text).not.toContain('The season is over');
  const yesterday = addDays(today, -1);
  for (const name of ['local', 'trees', 'visits']) await end(name, yesterday);
  const { html, text } = await content.read('/admin');
  expect(text).toContain(`The season is over: its last day was ${formatDay(yesterday, 'full')}.`);
  const [, path = ''] = /href="([^"]+)">Move everything to the \d+ season/.exec(html) ?? [];
  const plan = await content.read(path);
  await content.post(PAGE, { year: readHidden(plan.html, 'year'), digest: readHidden(plan.html, 'digest') });
  expect((await content.read('/admin')).text).not.toContain('The season is over');
});

test('the year to prepare follows the clock and the content', () => {
  const propose = (from: string, today: string) =>
    proposeSeason({ 'season/a.json': { from }, 'season/b.json': { from: '2026-11-20' } }, today as IsoDay);
  expect(propose('2025-11-21', '2026-03-01')).toBe(2026);
  expect(propose('2025-11-21', '2026-12-26')).toBe(2027);
  expect(propose('2025-11-21', '2025-12-01')).toBe(2026);
  expect(propose('2026-11-20', '2026-11-24')).toBe(2027);
  expect(proposeSeason({}, '2026-11-24' as IsoDay)).toBe(2026);
});
