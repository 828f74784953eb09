import { listContentFiles } from '../../../api/content/content-folder.ts';
import { Browser } from '../admin/admin-under-test.ts';
import { openApp } from '../app-under-test.ts';
import { expect, test } from './content-under-test.ts';
import { editDraft } from './edit-draft.ts';

test('names every file in plain words, what is changed most first', async ({ content }) => {
  const { html, text } = await content.read('/admin/content');
  for (const file of await listContentFiles(content.contentDir)) {
    if (!file.startsWith('images/')) expect(html, file).toContain(`name=${encodeURIComponent(file)}"`);
  }
  const order = [
    'Home page',
    'Opening hours',
    'Branch boxes',
    'Season',
    'Visiting Us',
    'Town pages',
    'Old addresses',
  ];
  const places = order.map((words) => text.indexOf(words));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(html).toContain('href="/admin/content/new?collection=faq"');
  for (const path of ['photographs', 'season', 'history']) expect(html).toContain(`/admin/content/${path}"`);
  expect(text).not.toContain('not public yet');
});

test('says who has changed what, what was just saved, and what somebody has changed by hand too', async ({
  content,
}) => {
  await editDraft(content, 'prices/home.json', ['£44', '£46']);
  await editDraft(content, 'faq/tree-care.json', null, 'Ben');
  const { text, html } = await content.read('/admin/content?saved=prices/home.json');
  expect(text).toContain('Prices: Home page is saved. It is not public yet');
  expect(text).toMatch(/Prices: Home page\s+Changed by Ada, \d+ \w+ \d{4}, \d\d:\d\d/);
  expect(text).toContain('Removed by Ben');
  expect(html).toContain('href="/admin/content/publish"');
  expect(text).not.toContain('Somebody has changed the same by hand');
  await content.writeFile('prices/home.json', '{ broken');
  const later = await content.read('/admin/content?saved=<script>');
  expect(later.text).toContain('Somebody has changed the same by hand');
  expect(later.html).not.toContain('<script>');
});

test('a machine that has only the built site says so', async () => {
  const app = await openApp();
  const owner = new Browser(app.app);
  await owner.signIn();
  for (const path of ['', '/publish', '/history', '/season']) {
    const answer = await owner.send('GET', `/admin/content${path}`);
    expect(await answer.text(), path).toContain('npm run content:publish');
  }
  await app.close();
});

test('a file with a mistake of any kind stops no page of the editor', async ({ content }) => {
  const mistakes = {
    'prices/home.json': ['{ "groups": 5 }', 'null', '{ "a": }'],
    'hours/a.json': ['{ "rows": null }'],
    'faq/tree-care.json': ['{ "items": [null] }'],
    'pages/visit.md': ['---\nhero: 5\n---\n'],
  };
  for (const [file, texts] of Object.entries(mistakes)) {
    const original = await content.readFile(file);
    for (const text of texts) {
      await content.writeFile(file, text);
      for (const page of [
        '',
        '/publish',
        '/history',
        '/season',
        '/new?collection=pages',
        `/file?name=${file}`,
      ]) {
        expect((await content.read(`/admin/content${page}`)).status, `${text}: ${page}`).toBeLessThan(500);
      }
    }
    await content.writeFile(file, original);
  }
});
