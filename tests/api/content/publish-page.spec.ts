import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from './content-under-test.ts';
import { editDraft, partsOf, readHidden } from './edit-draft.ts';

const PAGE = '/admin/content/publish';
const HOME = 'prices/home.json';

test('says what changes in words, and asks of each warning whether it is meant', async ({ content }) => {
  expect((await content.read(PAGE)).text).toContain('there is nothing to publish');
  await editDraft(content, HOME, ['£44', '£440']);
  const { html, text } = await content.read(PAGE);
  expect(text).toMatch(/Nordmann Fir 5-6ft \(Prices: Home page\): £44 to £440, on \d page/);
  const [box = ''] = html.match(/<input[^>]*type="checkbox"[^>]*>/) ?? [];
  expect(box).toContain('required');
  expect(html).toContain('Yes, I mean it');
  expect(html).toMatch(/value="preview" formnovalidate/);
  const digest = readHidden(html, 'digest');
  const refused = await content.post(PAGE, { action: 'publish', digest });
  expect(refused).toMatchObject({ status: 422, location: null });
  expect(refused.text).toContain('Please tick what you mean');
});

test('names a mistake with its form, and offers no button until it is corrected', async ({ content }) => {
  await editDraft(content, HOME, ['"price": "£44"', '"price": "44"']);
  const { html, text } = await content.read(PAGE);
  expect(text).toContain('Put these right first');
  expect(html).toContain('href="/admin/content/file?name=prices%2Fhome.json"');
  expect(html).not.toContain('name="action"');
});

test('a file that was changed by hand too waits for a decision', async ({ content }) => {
  await editDraft(content, HOME, ['£44', '£46']);
  const theirs = (await content.readFile(HOME)).replace('£44', '£45').replace('£35', '£36');
  await content.writeFile(HOME, theirs);
  const { html, text } = await content.read(PAGE);
  expect(text).toMatch(/Theirs\s+Nordmann Fir, 5-6ft, Price: £44 to £45 /);
  expect(text).toMatch(/Yours\s+Nordmann Fir, 5-6ft, Price: £44 to £46 /);
  expect(html).not.toContain('value="publish"');
  // Nobody is asked about what only one of them has changed.
  expect(text).not.toMatch(/£36.*Take theirs/);
  const digest = readHidden(html, 'digest');
  const mine = await content.post('/admin/content/settle/mine', { digest, file: HOME });
  expect(mine).toMatchObject({ location: PAGE });
  expect(mine.html).toContain('value="publish"');
  // The public site has £44 still, and not the £45 of the file.
  await content.writeFile(HOME, theirs.replace('£45', '£47'));
  const again = await content.read(PAGE);
  const seen = readHidden(again.html, 'digest');
  await content.post('/admin/content/settle/theirs', { digest: seen, file: HOME });
  expect(await partsOf(content).draft.list()).toEqual([]);
  expect(await content.readFile(HOME)).toContain('£47');
});

test('one change or all of them are taken back, but not what one has not seen', async ({ content }) => {
  await editDraft(content, HOME, ['£44', '£46']);
  await editDraft(content, 'season/trees.json', ['2025-11-21', '2025-11-22']);
  const digest = readHidden((await content.read(PAGE)).html, 'digest');
  await editDraft(content, HOME, ['£46', '£48'], 'Ben');
  const refused = await content.post('/admin/content/discard', { digest });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('something has changed since you opened this page');
  expect(refused.text).toContain('£44 to £48');
  const { draft } = partsOf(content);
  await content.post('/admin/content/discard', {
    digest: readHidden(refused.html, 'digest'),
    file: 'season/trees.json',
  });
  expect(await draft.list()).toMatchObject([{ file: HOME }]);
  const last = readHidden((await content.read(PAGE)).html, 'digest');
  expect(await content.post('/admin/content/discard', { digest: last })).toMatchObject({
    location: '/admin/content',
  });
  expect(await draft.list()).toEqual([]);
});

test('looked at, published and taken back, without script', async ({ content }) => {
  const progress = '/admin/content/progress';
  // Beside the drafted content.
  const waits = join(dirname(content.app.file), 'build-waits');
  await editDraft(content, 'farm.json', ['01632 960 214', '01632 960 777']);
  await writeFile(waits, '');
  const begun = await content.post(PAGE, { action: 'preview' });
  expect(begun.location).toBe(progress);
  expect(begun.text).toContain('Building the preview');
  expect((await content.owner.send('GET', progress)).headers.get('Refresh')).toBe('2');
  const today = (await content.read('/admin')).text;
  expect(today).toMatch(/The preview is being built: .*One change waits to be published The farm Look at it/);
  const { digest } = await partsOf(content).review();
  // One at a time: whoever presses a button meanwhile is shown what is under way.
  expect(await content.post(PAGE, { action: 'publish', digest })).toMatchObject({ location: progress });
  await rm(waits);
  const settle = () =>
    expect.poll(async () => (await content.owner.send('GET', progress)).headers.get('Refresh'));
  await settle().toBeNull();
  expect(await content.read(progress)).toMatchObject({ location: '/admin/preview/' });
  expect((await content.read('/admin/preview/prices')).text).toContain('01632 960 777');
  expect((await content.read('/prices')).text).toContain('01632 960 214');
  await content.post(PAGE, { action: 'publish', digest });
  await settle().toBeNull();
  const published = await content.read(progress);
  expect(published.text).toContain('Published');
  expect((await content.read('/admin')).text).toMatch(
    /The changes are published\. Owner started it at \d\d:\d\d/,
  );
  await content.app.store.refresh();
  expect((await content.read('/prices')).text).toContain('01632 960 777');
  const [, undo = ''] = /action="([^"]*put-back)"/.exec(published.html) ?? [];
  const back = await content.post(undo, {});
  expect(back.text).toMatch(/01632 960 777 → .*01632 960 214/);
});
