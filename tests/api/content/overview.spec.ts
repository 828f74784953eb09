import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listContentFiles } from '../../../api/content/files/content-folder.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { Browser } from '../admin/admin-under-test.ts';
import { openApp } from '../app-under-test.ts';
import { expect, test } from './content-under-test.ts';
import { editDraft, partsOf } from './edit-draft.ts';
import { unescapeHtml } from './read-form.ts';

test('names every file in plain words, what is changed most first', async ({ content }) => {
  const { html, text } = await content.read('/admin/content');
  for (const file of await listContentFiles(content.contentDir)) {
    if (!file.startsWith('images/')) expect(html, file).toContain(`name=${encodeURIComponent(file)}"`);
  }
  const order = [
    'Changed most',
    'Home page',
    'Opening hours',
    'Branch boxes',
    'Season',
    'Visiting Us',
    'Town pages',
    'Old links',
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
  expect(text).toContain('Prices: Home page is saved. It isn’t public yet');
  expect(text).toMatch(/Prices: Home page\s+Changed by Ada, \d+ \w+ \d{4}, \d\d:\d\d/);
  expect(text).toContain('Removed by Ben');
  const removed = await content.read('/admin/content?saved=faq/tree-care.json');
  expect(removed.text).toMatch(/Questions: \S+ is removed\. It stays on the site until you publish/);
  const same = await content.read('/admin/content?saved=farm.json');
  expect(same.text).toContain('The farm is saved. Visitors see it like this already');
  const photograph = await content.read('/admin/content?saved=images/gate.jpg');
  expect(photograph.text).toContain('Photograph: gate.jpg is removed.');
  expect(html).toContain('href="/admin/content/publish"');
  expect(text).not.toContain('Somebody else has changed this too');
  expect(text).not.toContain('Is that meant?');
  await editDraft(content, 'hours/b.json', ['Mon-Sat', 'Mon-Fri']);
  const odd = await content.read('/admin/content?saved=hours/b.json');
  expect(odd.text).toMatch(/Opening hours: Reading B, .*Saturday: neither open nor closed\. Is that meant\?/);
  await content.writeFile('prices/home.json', '{ broken');
  const later = await content.read('/admin/content?saved=<script>');
  expect(later.text).toContain('Somebody else has changed this too');
  expect(later.html).not.toContain('<script>');
});

test('finds words, prices, days and names, each with the way to its control', async ({ content }) => {
  await editDraft(content, 'hours/b.json', [
    '"rows"',
    '"specialDays": [{ "day": "2025-12-04", "name": "Late night", "opens": "09:00", "closes": "20:30" }],\n  "rows"',
  ]);
  const search = (words: string) => content.read(`/admin/content?${new URLSearchParams({ q: words })}`);
  const [price, day, town, fact] = await Promise.all(
    ['nordmann £44', '4 december 8:30pm', 'TAUNTON a38', 'every page: nowhere'].map(search),
  );
  expect(price?.text).toMatch(/Prices: Home page +Nordmann Fir, 5-6ft, Price : £44/);
  const [, href = ''] = /href="([^"]+)">Nordmann Fir, 5-6ft, Price/.exec(price?.html ?? '') ?? [];
  const form = await content.read(unescapeHtml(href).replace(/#.*/, ''));
  expect(form.html).toContain(`id="${href.replace(/.*#/, '')}"`);
  // The control is not folded away.
  expect(form.html).toMatch(/<details open><summary>More<span class="visually-hidden"> of 5-6ft/);
  expect(day?.text).toContain('Opening hours: Reading B Thursday 4 December 2025, Closes : 8:30pm');
  expect(town?.text).toMatch(/Taunton/);
  expect(fact?.text).toContain('Nothing was found for');
  expect((await search('<script>x')).html).not.toContain('<script>x');
});

test('speaks of things by their names, and of files to whoever looks after the site alone', async ({
  content,
}) => {
  await editDraft(content, 'faq/tree-care.json', [
    '"items": [',
    '"items": [{ "id": "new-one", "question": "May I?", "answer": "Yes." },',
  ]);
  await editDraft(content, 'pages/visit.md', ['hours: b', 'hours: a']);
  await editDraft(content, 'pages/about-us.md', ['image: team', 'image: barn-wide']);
  const publish = await content.read('/admin/content/publish');
  expect(publish.text).toContain('Opening hours: Reading B → Reading A');
  expect(publish.text).toContain('Picture: Team → Barn wide');
  expect(publish.text).toContain('May I?: new');
  expect(publish.text).not.toContain('Short name');
  await content.writeFile(
    'extras.json',
    (await content.readFile('extras.json')).replace('"netting"', '"netting-too"'),
  );
  await content.writeFile(
    'hours/b.json',
    (await content.readFile('hours/b.json')).replace('"closes"', '"shuts"'),
  );
  await partsOf(content).history.record();
  await content.app.parts.content?.draft.discard('faq/tree-care.json');
  for (const path of [
    '',
    '/publish',
    '/history',
    '/season',
    '/report',
    '/photographs',
    '/file?name=pages/visit.md',
    '/file?name=prices/home.json',
    '?q=e',
  ]) {
    const { html, status } = await content.read(`/admin/content${path}`);
    expect(status, path).toBe(200);
    const words = html
      .replace(/<details><summary>For whoever looks after the site[\s\S]*?<\/details>/g, '')
      .replaceAll(/<[^>]+>/g, ' ');
    expect.soft(words, path).not.toMatch(/[\w-]+\.(json|md|svg)\b|\bId: |src\/|nordmann_fir/);
  }
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
  for (const mistakes of [
    {
      'prices/home.json': '{ "groups": 5 }',
      'hours/a.json': '{ "rows": null }',
      'faq/tree-care.json': '{ "items": [null] }',
      'pages/visit.md': '---\nhero: 5\n---\n',
    },
    { 'prices/home.json': 'null' },
    { 'prices/home.json': '{ "a": }' },
  ] as Record<string, string>[]) {
    for (const [file, text] of Object.entries(mistakes)) await content.writeFile(file, text);
    const forms = Object.keys(mistakes).map((file) => `/file?name=${file}`);
    for (const page of ['', '/publish', '/history', '/season', '/new?collection=pages', ...forms]) {
      const { status } = await content.read(`/admin/content${page}`);
      expect(status, `${Object.values(mistakes)}: ${page}`).toBeLessThan(500);
    }
    for (const file of Object.keys(mistakes))
      await content.writeFile(file, readFileSync(join(TEST_CONTENT, file), 'utf8'));
  }
});
