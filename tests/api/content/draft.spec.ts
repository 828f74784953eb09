import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeContentFile } from '../../../api/content/files/content-folder.ts';
import { type ContentUnderTest, expect, test } from './content-under-test.ts';
import { partsOf } from './edit-draft.ts';

const FILE = 'season/trees.json';
const person = { id: 'owner', name: 'Owner' };

const draftOf = (content: ContentUnderTest) => partsOf(content).draft;

async function change(content: ContentUnderTest, text: string | null, file = FILE) {
  const draft = draftOf(content);
  const seen = (await draft.readFile(file))?.hash ?? null;
  return draft.saveFile({ file, bytes: text === null ? null : Buffer.from(text), seen, person });
}

test('keeps a draft beside the file, and forgets one that changes nothing', async ({ content }) => {
  const draft = draftOf(content);
  const original = await content.readFile(FILE);
  await change(content, '{}\n');
  expect(await content.readFile(FILE)).toBe(original);
  expect(await draft.list()).toMatchObject([
    { file: FILE, kind: 'changed', person: person.name, personId: 'owner', isConflict: false },
  ]);
  const folder = await draft.withFolder(async (folder) => folder);
  expect(await readFile(join(folder, FILE), 'utf8')).toBe('{}\n');
  expect(await readFile(join(folder, 'farm.json'), 'utf8')).toBe(await content.readFile('farm.json'));
  await change(content, original);
  expect(await draft.list()).toEqual([]);
  expect(await readFile(join(await draft.withFolder(async (folder) => folder), FILE), 'utf8')).toBe(original);
});

test('a full disk is told in the editor’s page, as one of the database is', async ({ content }) => {
  draftOf(content).keep = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  const { status, text } = await content.read(`/admin/content/file?name=${FILE}`);
  expect(status).toBe(503);
  expect(text).toContain('We couldn’t save that just now. Please try again in a moment.');
});

test('new and removed files', async ({ content }) => {
  const draft = draftOf(content);
  await change(content, '{"a": 1}', 'prices/new.json');
  await change(content, null);
  expect(await draft.list()).toMatchObject([
    { file: 'prices/new.json', kind: 'new' },
    { file: FILE, kind: 'removed' },
  ]);
  expect(await draft.readFile(FILE)).toBeUndefined();
  const folder = await draft.withFolder(async (folder) => folder);
  await expect(readFile(join(folder, FILE))).rejects.toThrow('ENOENT');
  await draft.discard('prices/new.json');
  await draft.withFolder(async (folder) => folder);
  await expect(readFile(join(folder, 'prices/new.json'))).rejects.toThrow('ENOENT');
});

test('the second of two people is told', async ({ content }) => {
  const draft = draftOf(content);
  const seen = (await draft.readFile(FILE))?.hash ?? null;
  expect((await draft.saveFile({ file: FILE, bytes: Buffer.from('1'), seen, person })).ok).toBe(true);
  const second = await draft.saveFile({
    file: FILE,
    bytes: Buffer.from('2'),
    seen,
    person: { id: 'packer', name: 'Packer' },
  });
  expect(second).toMatchObject({ ok: false, problem: { code: 'content_changed_meanwhile' } });
});

test('what was changed by hand meanwhile is joined, and only the same field is a conflict', async ({
  content,
}) => {
  const draft = draftOf(content);
  const read = async () => JSON.parse(Buffer.from((await draft.readFile(FILE))?.bytes ?? []).toString());
  await change(content, '{"name": "mine", "from": 2, "to": 1}');
  const original = await content.readFile(FILE);
  await content.writeFile(FILE, original.replace('"Trees on sale"', '"theirs"'));
  expect(await draft.list()).toMatchObject([{ file: FILE, isConflict: true }]);
  await draft.settle(FILE, 'theirs');
  expect(await read()).toEqual({ name: 'theirs', from: 2, to: 1 });
  await content.writeFile(
    FILE,
    '{\n  "name": "theirs", "from": "2025-11-21", "to": "2025-12-21", "fromWords": "late"\n}\n',
  );
  expect(await draft.list()).toMatchObject([{ file: FILE, isConflict: false, person: person.name }]);
  expect(await read()).toEqual({ name: 'theirs', from: 2, to: 1, fromWords: 'late' });
  await content.writeFile(FILE, '{ "name": "theirs", "from": 3, "to": 3 }');
  await draft.settle(FILE, 'mine');
  expect(await read()).toEqual({ name: 'theirs', from: 2, to: 1 });
  // What has become the same is no draft.
  await content.writeFile(FILE, '{ "name": "theirs", "from": 4, "to": 1 }');
  await draft.settle(FILE, 'theirs');
  expect(await draft.list()).toEqual([]);
});

test('of a file that was removed, or that has no fields, one or the other is kept whole', async ({
  content,
}) => {
  const draft = draftOf(content);
  await change(content, '{"mine": 1}');
  await rm(join(content.contentDir, FILE));
  expect(await draft.list()).toMatchObject([{ file: FILE, isConflict: true }]);
  await draft.settle(FILE, 'mine');
  expect(await draft.list()).toMatchObject([{ file: FILE, kind: 'new', isConflict: false }]);
  await change(content, 'a picture', 'images/barn.jpg');
  await mkdir(join(content.contentDir, 'images'));
  await content.writeFile('images/barn.jpg', 'another picture');
  expect(await draft.list()).toMatchObject([{ file: 'images/barn.jpg', isConflict: true }, { file: FILE }]);
  await draft.settle('images/barn.jpg', 'theirs');
  expect(await draft.list()).toMatchObject([{ file: FILE }]);
});

test('nothing outside the content folder is read or written', async ({ content }) => {
  for (const file of [
    '../x.json',
    'prices/../../x.json',
    '/etc/passwd',
    'images/x.svg',
    'prices/.json',
    'x.ts',
  ]) {
    expect(await draftOf(content).readFile(file), file).toBeUndefined();
    expect((await change(content, '1', file)).ok, file).toBe(false);
  }
});

test('a folder that is written again keeps the files that have not changed', async ({ content }) => {
  const draft = draftOf(content);
  await change(content, '{}\n');
  const folder = await draft.withFolder(async (folder) => folder);
  const places = async () =>
    Promise.all([FILE, 'farm.json'].map(async (file) => (await stat(join(folder, file))).ino));
  const before = await places();
  await draft.withFolder(async (folder) => folder);
  // A preview may be built from them just then.
  expect(await places()).toEqual(before);
  await content.writeFile('farm.json', '{ "name": "" }');
  await draft.withFolder(async (folder) => folder);
  expect(await readFile(join(folder, 'farm.json'), 'utf8')).toBe('{ "name": "" }');
});

test('nobody takes away the files that somebody else is reading', async ({ content }) => {
  const draft = draftOf(content);
  await change(content, '{}\n', 'prices/new.json');
  let read = '';
  let next: Promise<void> | undefined;
  const reading = draft.withFolder(async (folder) => {
    await draft.discard();
    // Waits for this one.
    next = draft.withFolder(async () => undefined);
    await new Promise((done) => setImmediate(done));
    read = await readFile(join(folder, 'prices/new.json'), 'utf8');
  });
  await reading;
  await next;
  expect(read).toBe('{}\n');
});

test('photographs are there whatever people call them', async ({ content }) => {
  const draft = draftOf(content);
  const names = ['images/Our barn (1).jpg', 'images/Bäume & Söhne’s.PNG'];
  await mkdir(join(content.contentDir, 'images'));
  for (const name of names) await content.writeFile(name, name);
  const { history } = content.app.parts.content ?? {};
  await history?.record();
  for (const name of names) {
    expect(await draft.withFolder((folder) => readFile(join(folder, name), 'utf8'))).toBe(name);
    await content.writeFile(name, 'another one');
  }
  const [version] = (await history?.list()) ?? [];
  expect([...((await history?.readChanges(version?.id ?? 0)) ?? [])].map(([file]) => file)).toEqual(
    names.toSorted(),
  );
});

test('two files that are written at the same moment keep their own contents', async ({ content }) => {
  const names = Array.from({ length: 20 }, (_, index) => `prices/list-${index}.json`);
  await Promise.all(names.map((name) => writeContentFile(content.contentDir, name, Buffer.from(name))));
  for (const name of names) expect(await content.readFile(name)).toBe(name);
});
