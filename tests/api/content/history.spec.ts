import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentEditing } from '../../../api/content/content-editing.ts';
import { type ContentUnderTest, expect, test } from './content-under-test.ts';

const person = { id: 'owner', name: 'Owner' };

function editing({ app }: ContentUnderTest): ContentEditing {
  const { content } = app.parts;
  if (content === undefined) throw new Error('The content cannot be edited.');
  return content;
}

test('a version for each state of the folder, and the folder’s own is the current one', async ({
  content,
}) => {
  const { history } = editing(content);
  await history.record();
  await history.record();
  expect(await history.list()).toMatchObject([
    {
      person: null,
      isCurrent: true,
      state: 'published',
      changes: [expect.stringContaining('history began')],
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
  const { history, draft, review } = editing(content);
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
