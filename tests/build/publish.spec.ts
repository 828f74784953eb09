import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSite } from '../../src/build/build.ts';
import { formatChanges } from '../../src/build/changes-table.ts';
import { listChanges } from '../../src/build/content-changes.ts';
import { publishContent } from '../../src/build/publish.ts';
import { makeShop, writeFiles } from '../support/small-site.ts';
import { expect, test } from './edit-content.ts';

test('a changed value is listed by file and field, with old and new', () => {
  const before = { 'prices/home.json': { rows: [{ height: '6ft', price: '£45' }], note: null } };
  const after = { 'prices/home.json': { rows: [{ height: '6ft', price: '£47' }], note: null } };
  expect(listChanges(before, after)).toEqual([
    { file: 'prices/home.json', field: 'rows[0].price', old: '£45', new: '£47' },
  ]);
});

test('records with an id are matched by it, so one inserted above does not move the rest', () => {
  const before = { 'faq.json': [{ id: 'dogs', answer: 'yes' }] };
  const after = { 'faq.json': [{ id: 'cash', answer: 'yes' }, ...before['faq.json']] };
  expect(listChanges(before, after).map(({ field }) => field)).toEqual(['[cash].id', '[cash].answer']);
});

test('removed fields, emptied lists, and added and removed files are listed', () => {
  const before = { 'a.json': { x: 1, list: ['one'] }, 'old.json': {} };
  const after = { 'a.json': { list: [] }, 'new.json': {} };
  expect(listChanges(before, after)).toEqual([
    { file: 'a.json', field: 'x', old: 1, new: undefined },
    { file: 'a.json', field: 'list[0]', old: 'one', new: undefined },
    { file: 'a.json', field: 'list', old: undefined, new: '[]' },
    { file: 'new.json', field: '', old: undefined, new: 'new file' },
    { file: 'old.json', field: '', old: 'file removed', new: undefined },
  ]);
});

test('the table keeps its columns, whatever the length of a text', () => {
  const changes = [
    { file: 'shop.json', field: 'branchBox.price', old: '£27.35', new: '£45.00' },
    { file: 'pages/home.md', field: 'hero', old: `first\n${'long '.repeat(50)}`, new: undefined },
  ];
  const lines = formatChanges(changes).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^file +field +old +new$/);
  expect(lines[2]).toMatch(/^shop\.json +branchBox\.price +£27\.35 +£45\.00$/);
  expect(new Set(lines.slice(2).map((line) => line.indexOf(line.includes('£') ? '£45' : '–'))).size).toBe(1);
});

test('publishing shows the change and swaps the new site in', async ({ site }) => {
  const printed: string[] = [];
  const publish = async () => {
    printed.length = 0;
    await publishContent(site, (line: string) => void printed.push(line));
    return printed.join('\n');
  };
  expect(await publish()).toContain('Nothing has been published yet');
  expect(await publish()).toBe('Nothing changed: the site is up to date.');

  site.values = { ...site.values, 'shop.json': makeShop('£45.00') };
  const output = await publish();
  expect(output).toMatch(/shop\.json +branchBox\.price +£27\.35 +£45\.00/);
  expect(output).toContain('within a second');
  expect(await readFile(join(site.outDir, '.content.json'), 'utf8')).toContain('£45.00');

  await writeFiles(site.root, { 'src/text.astro': 'new' });
  expect(await publish()).toContain('No content value changed, but texts or code did.');
});

test('mistaken content is not published', async ({ site }) => {
  await buildSite(site);
  site.readContent = () => Promise.reject(new Error('shop.json: price: £4O'));
  const printed: unknown[] = [];
  await expect(publishContent(site, (line: unknown) => void printed.push(line))).rejects.toThrow('£4O');
  expect(printed).toEqual([]);
  expect(await readFile(join(site.outDir, '.content.json'), 'utf8')).toContain('£27.35');
});
