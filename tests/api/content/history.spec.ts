import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './content-under-test.ts';
import { editDraft, partsOf } from './edit-draft.ts';

const SEASON = 'season/trees.json';
const person = { id: 'owner', name: 'Owner' };

test('a version for each state of the folder, and the folder’s own is the current one', async ({
  content,
}) => {
  const { history } = partsOf(content);
  await history.record();
  await history.record();
  expect(await history.list()).toMatchObject([
    {
      person: null,
      isCurrent: true,
      changes: [expect.stringContaining('history from here')],
    },
  ]);
  const farm = await content.readFile('farm.json');
  await content.writeFile('farm.json', farm.replace(/"phone": "[^"]+"/, '"phone": "01632 960 777"'));
  expect((await history.list()).map(({ isCurrent }) => isCurrent)).toEqual([false]);
  await history.record();
  expect(await history.list()).toMatchObject([
    { isCurrent: true, changes: [expect.stringContaining('01632 960 777')] },
    { isCurrent: false },
  ]);
});

test('putting a version back drafts what differs', async ({ content }) => {
  const { history, draft, review } = partsOf(content);
  await history.record();
  const original = await content.readFile('farm.json');
  await content.writeFile('farm.json', '{}\n');
  await content.writeFile('prices/new.json', '{}\n');
  await rm(join(content.contentDir, 'services.json'));
  await writeFile(join(content.contentDir, 'hours/a.json'), '{}');
  const [{ id } = { id: 0 }] = await history.list();
  await draft.replace((await history.readChanges(id)) ?? new Map(), person);
  expect(await draft.list()).toMatchObject([
    { file: 'farm.json', kind: 'changed', person: person.name, isConflict: false },
    { file: 'hours/a.json', kind: 'changed' },
    { file: 'prices/new.json', kind: 'removed' },
    { file: 'services.json', kind: 'new' },
  ]);
  expect(Buffer.from((await draft.readFile('farm.json'))?.bytes ?? []).toString()).toBe(original);
  expect((await review()).problems).toEqual([]);
  expect(await history.readChanges(99)).toBeUndefined();
});

test('lists what was done by whom, and puts a state back as a draft', async ({ content }) => {
  const { history, draft } = partsOf(content);
  await history.record();
  const original = await content.readFile(SEASON);
  await content.writeFile(SEASON, original.replace('2025-11-21', '2025-11-22'));
  await history.record();
  await content.writeFile(SEASON, original.replace('2025-11-21', '2025-11-23'));
  await history.record({ person: 'Ada <b>', personId: 'ada', changes: ['one', 'two', 'three', 'four'] });
  const { html, text } = await content.read('/admin/content/history');
  expect(text).toMatch(
    /By Ada &#60;b&#62;.*The website as it is now\..*4 changes.*Changed outside the office.*Friday 21 November 2025/,
  );
  const [second = ''] = [...html.matchAll(/action="([^"]*\/put-back)"/g)].map(([, path = '']) => path);
  await editDraft(content, 'prices/home.json', ['£44', '£46']);
  const back = await content.post(second, {});
  expect(back.location).toBe('/admin/content/publish');
  expect(back.text).toContain('Sunday 23 November 2025 → Saturday 22 November 2025');
  expect(await draft.list()).toMatchObject([{ file: 'prices/home.json' }, { file: SEASON }]);
  expect(await content.post('/admin/content/history/99/put-back', {})).toMatchObject({ status: 404 });
});
