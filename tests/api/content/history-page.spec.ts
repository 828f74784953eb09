import { expect, test } from './content-under-test.ts';
import { editDraft, partsOf } from './edit-draft.ts';

const PAGE = '/admin/content/history';
const FILE = 'season/trees.json';

test('lists what was done by whom, and puts a state back as a draft', async ({ content }) => {
  const { history, draft } = partsOf(content);
  await history.record();
  const original = await content.readFile(FILE);
  await content.writeFile(FILE, original.replace('2025-11-21', '2025-11-22'));
  await history.record();
  await content.writeFile(FILE, original.replace('2025-11-21', '2025-11-23'));
  await history.record({ person: 'Ada <b>', personId: 'ada', changes: ['one', 'two', 'three', 'four'] });
  const { html, text } = await content.read(PAGE);
  expect(text).toMatch(/By Ada &#60;b&#62;.*as it is now.*4 changes.*By hand.*Friday 21 November 2025/);
  const [second = ''] = [...html.matchAll(/action="([^"]*\/put-back)"/g)].map(([, path = '']) => path);
  await editDraft(content, 'prices/home.json', ['£44', '£46']);
  const back = await content.post(second, {});
  expect(back.location).toBe('/admin/content/publish');
  expect(back.text).toContain('Sunday 23 November 2025 → Saturday 22 November 2025');
  expect(await draft.list()).toMatchObject([{ file: 'prices/home.json' }, { file: FILE }]);
  expect(await content.post(`${PAGE}/99/put-back`, {})).toMatchObject({ status: 404 });
});
