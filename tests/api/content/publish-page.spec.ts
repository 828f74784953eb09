import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listChangedPages } from '../../../api/content/pages/changed-pages.ts';
import { readContent } from '../../../src/content/reader/read-content.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { expect, PATIENT, test } from './content-under-test.ts';
import { editDraft, partsOf, readHidden } from './edit-draft.ts';
import { readFormEntries } from './read-form.ts';

const PAGE = '/admin/content/publish';
const PROGRESS = '/admin/content/progress';
const HOME = 'prices/home.json';

const SEASON = 'season/trees.json';
const tick = (...files: string[]) => Object.fromEntries(files.map((file) => [`take:${file}`, 'yes']));

test('says what changes in words, and asks of each warning whether it is meant', async ({ content }) => {
  expect((await content.read(PAGE)).text).toContain('Nothing to publish');
  await editDraft(content, HOME, ['£44', '£440']);
  await content.writeFile(SEASON, (await content.readFile(SEASON)).replace('2025-12-21', '2025-12-22'));
  const { html, text } = await content.read(PAGE);
  expect(text).toMatch(
    /Prices: Home page Nordmann Fir, 5-6ft, Price: £44 to £440 Changed by Ada, [^,]*, [^ ]* shown on Home/,
  );
  expect(text).toMatch(/Also changed, and published with the rest .*Monday 22 December 2025/);
  const digest = readHidden(html, 'digest');
  const sent = { action: 'publish', digest, ...tick(HOME) };
  const refused = await content.post(PAGE, sent);
  expect(refused).toMatchObject({ status: 422, location: null });
  expect(refused.text).toContain('Please tick what you mean');
  const [form = ''] = /<form class="form panel".*?<\/form>/s.exec(refused.html) ?? [];
  const boxes = readFormEntries(form.replaceAll(' type="checkbox"', ''));
  expect(Object.keys(boxes)).toContainEqual(expect.stringMatching(/^mean:.*£440/));
  expect(await content.post(PAGE, { ...boxes, ...sent })).toMatchObject({ location: PROGRESS });
});

test('a change with a mistake or a warning does not hold up another, and each is published as it was seen', async ({
  content,
}) => {
  const { draft, history, publisher } = partsOf(content);
  await editDraft(content, HOME, ['"price": "£44"', '"price": "44"']);
  await editDraft(content, 'farm.json', ['01632 960 214', '01632 960 777']);
  const { html, text } = await content.read(PAGE);
  expect(text).toContain('Put these right first');
  expect(html).toContain('href="/admin/content/file?name=prices%2Fhome.json"');
  const digest = readHidden(html, 'digest');
  for (const action of ['publish', 'preview']) {
    const refused = await content.post(PAGE, { action, digest, ...tick(HOME, 'farm.json') });
    expect(refused).toMatchObject({ status: 422, location: null });
    expect(refused.text).toContain('put right what is named below');
  }
  expect((await content.post(PAGE, { action: 'publish', digest })).text).toContain(
    'tick at least one change',
  );
  await editDraft(content, 'farm.json', ['01632 960 777', '01632 960 778'], 'Ben');
  const changed = await content.post(PAGE, { action: 'publish', digest, ...tick('farm.json') });
  expect(changed.status).toBe(409);
  // What was ticked is ticked again, and nothing else.
  expect(changed.html.match(/name="take:[^>]* checked/g)).toEqual([
    expect.stringContaining('take:farm.json'),
  ]);
  expect(changed.text).not.toContain('Put these right first');
  const now = readHidden(changed.html, 'digest');
  await content.post(PAGE, { action: 'publish', digest: now, ...tick('farm.json') });
  await expect.poll(() => publisher.job()?.state, PATIENT).toBe('done');
  expect(publisher.job()?.files).toEqual(['farm.json']);
  expect(await history.list()).toMatchObject([
    { isCurrent: true, changes: [expect.stringContaining('01632 960 778')] },
    {},
  ]);
  expect(await draft.list()).toMatchObject([{ file: HOME, isConflict: false }]);
  expect(await content.readFile('farm.json')).toContain('01632 960 778');
  expect(await content.readFile(HOME)).toContain('£44');
});

test('a file that is broken or deleted by hand is named with its way back, and a broken one is not called removed', async ({
  content,
}) => {
  await content.writeFile('services.json', '[,');
  const broken = await content.read(PAGE);
  expect(broken.text).toMatch(/Put these right first Services *, line 1, .* The history has it as it was/);
  for (const untrue of ['Nothing has been changed', 'What changes'])
    expect(broken.text).not.toContain(untrue);
  expect(broken.text).not.toContain('file removed');
  await rm(join(content.contentDir, 'services.json'));
  const gone = await content.read(PAGE);
  expect(gone.text).toMatch(/Services *, Services: missing\. Wanted: at least one such file/);
  expect(gone.text).toContain('Services: file removed');
});

test('a file that was changed by hand too waits for a decision', async ({ content }) => {
  await editDraft(content, HOME, ['£44', '£46']);
  const theirs = (await content.readFile(HOME)).replace('£44', '£45').replace('£35', '£36');
  await content.writeFile(HOME, theirs);
  const { html, text } = await content.read(PAGE);
  expect(text).toMatch(/Theirs\s+Nordmann Fir, 5-6ft, Price: £44 to £45 /);
  expect(text).toMatch(/Yours\s+Nordmann Fir, 5-6ft, Price: £44 to £46 /);
  // Nobody is asked about what only one of them has changed.
  expect(text).not.toMatch(/£36.*Take theirs/);
  const digest = readHidden(html, 'digest');
  const refused = await content.post(PAGE, { action: 'publish', digest, ...tick(HOME) });
  expect(refused.text).toContain('Please choose which change to keep');
  const mine = await content.post('/admin/content/settle/mine', { digest, file: HOME });
  expect(mine).toMatchObject({ location: PAGE });
  expect(mine.text).not.toContain('Theirs');
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
  await editDraft(content, SEASON, ['2025-11-21', '2025-11-22']);
  const digest = readHidden((await content.read(PAGE)).html, 'digest');
  await editDraft(content, HOME, ['£46', '£48'], 'Ben');
  const refused = await content.post('/admin/content/discard', { digest });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('something has changed since you opened this page');
  expect(refused.text).toContain('£44 to £48');
  const { draft } = partsOf(content);
  await content.post('/admin/content/discard', {
    digest: readHidden(refused.html, 'digest'),
    file: SEASON,
  });
  expect(await draft.list()).toMatchObject([{ file: HOME }]);
  const last = readHidden((await content.read(PAGE)).html, 'digest');
  expect(await content.post('/admin/content/discard', { digest: last })).toMatchObject({
    location: '/admin/content',
  });
  expect(await draft.list()).toEqual([]);
});

test('a form’s preview opens on the page with the change, and names the others; publishing goes on from there', async ({
  content,
}) => {
  await editDraft(content, 'pages/about-us.md', ['breadcrumb: ', 'breadcrumb: About ']);
  const form = `/admin/content/file?name=${encodeURIComponent('prices/standard.json')}`;
  const preview = async () => {
    const entries = readFormEntries((await content.read(form)).html);
    const begun = await content.post(form, { ...entries, 'groups.0.sizes.0.price': '36', '@do': 'preview' });
    await expect.poll(() => partsOf(content).publisher.job()?.state, PATIENT).not.toBe('running');
    return begun;
  };
  expect(await preview()).toMatchObject({ location: PROGRESS });
  // Plan your visit shows the list too.
  expect(await content.read(PROGRESS)).toMatchObject({ location: '/admin/preview/book-now' });
  const { html, text } = await content.read('/admin/preview/prices');
  expect(text).toMatch(/3 changed pages Plan your visit Prices About /);
  expect(html).toContain('<a href="/admin/preview/prices" aria-current="page">');
  // Somebody's half-finished draft does not stand in the way, but a mistake of one's own does.
  await editDraft(content, 'pages/about-us.md', ['breadcrumb: ', 'crumb: ']);
  await preview();
  expect(partsOf(content).publisher.job()).toMatchObject({ state: 'done', files: ['prices/standard.json'] });
  const { html: publish } = await content.read(`${PAGE}?previewed`);
  expect(publish.match(/name="take:[^>]* checked/g)).toEqual([expect.stringContaining('standard.json')]);
  await content.writeFile('hours/a.json', '{}');
  expect(await preview()).toMatchObject({ location: PAGE });
});

test('looked at, published and taken back, without script', async ({ content }) => {
  // Beside the drafted content.
  const waits = join(dirname(content.app.file), 'build-waits');
  await editDraft(content, 'farm.json', ['01632 960 214', '01632 960 777']);
  await writeFile(waits, '');
  const begun = await content.post(PAGE, { action: 'preview', ...tick('farm.json') });
  expect(begun.location).toBe(PROGRESS);
  expect(begun.text).toContain('Building the preview');
  expect((await content.owner.send('GET', PROGRESS)).headers.get('Refresh')).toBe('1');
  const today = (await content.read('/admin')).text;
  expect(today).toMatch(/The preview is being built: .*One change waits to be published The farm Look at it/);
  const { digest } = await partsOf(content).review();
  // One at a time: whoever presses a button meanwhile is shown what is under way.
  expect(await content.post(PAGE, { action: 'publish', digest, ...tick('farm.json') })).toMatchObject({
    location: PROGRESS,
  });
  await rm(waits);
  const settle = () =>
    expect.poll(async () => (await content.owner.send('GET', PROGRESS)).headers.get('Refresh'), PATIENT);
  await settle().toBeNull();
  expect(await content.read(PROGRESS)).toMatchObject({ location: '/admin/preview/' });
  expect((await content.read('/admin/preview/prices')).text).toContain('01632 960 777');
  // Nothing public has changed.
  await content.app.store.refresh();
  expect((await content.read('/prices')).text).toContain('01632 960 214');
  expect(await content.readFile('farm.json')).toContain('01632 960 214');
  await content.post(PAGE, { action: 'publish', digest, ...tick('farm.json') });
  await settle().toBeNull();
  const published = await content.read(PROGRESS);
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

test('leads to the pages that show what has changed, in the order of the files', async () => {
  const { content } = await readContent(TEST_CONTENT);
  const [visit] = content.pages.filter(({ id }) => id === 'visit');
  if (visit) visit.data.hero.image = 'barn.jpg';
  const paths = (...files: string[]) => listChangedPages(files, content).map(({ path }) => path);
  expect(paths('prices/home.json')).toEqual(['/']);
  expect(paths('pages/visit.md', 'faq/tree-care.json', 'images/barn.jpg')).toEqual(['/visit', '/faq']);
  expect(paths('images/barn.jpg')).toEqual(['/visit']);
  expect(paths('towns/taunton.md')).toEqual(['/christmas-trees-taunton']);
  expect(paths('hours/a.json')).toContain('/about-us');
  // Everywhere, nowhere and gone.
  for (const file of ['farm.json', 'pages/order.md', 'pages/gone.md'])
    expect(paths(file), file).toEqual(['/']);
});
