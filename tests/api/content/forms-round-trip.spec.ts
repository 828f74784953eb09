import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { z } from 'zod';
import { findPartOf } from '../../../api/content/forms/find-part.ts';
import { makeChoices } from '../../../api/content/forms/form-choices.ts';
import { type ContentForm, findForm, makeForm } from '../../../api/content/forms/form-field.ts';
import { readSentForm } from '../../../api/content/forms/read-form.ts';
import { renderFormField } from '../../../api/content/forms/render-field.ts';
import { checkFile } from '../../../src/content/checks/check-content.ts';
import { editSource } from '../../../src/content/edit/edit-source.ts';
import { COLLECTIONS, type CollectionName, findCollection } from '../../../src/content/reader/collections.ts';
import { parseSource } from '../../../src/content/reader/parse-source.ts';
import { readContent } from '../../../src/content/reader/read-content.ts';
import { html } from '../../../src/forms/html.ts';
import { TEST_CONTENT } from '../../support/test-site.ts';
import { readFormEntries } from './read-form.ts';

const read = await readContent(TEST_CONTENT);
const { values } = read;
const choices = makeChoices(values, ['barn.jpg']);

function showForm({ field }: ContentForm, value: unknown): Record<string, string> {
  const view = { action: '/here', choices, problems: new Map(), origins: undefined };
  const page = String(renderFormField(field, value, '', view));
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect.soft(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  return readFormEntries(page);
}

function expectUnchanged(form: ContentForm, value: unknown, about: string): void {
  const { value: read, problems } = readSentForm(form, showForm(form, value), value);
  expect.soft(problems, about).toEqual([]);
  // As text, because the order of a page's sections counts.
  expect.soft(JSON.stringify(read), about).toBe(JSON.stringify(value));
}

test('the form of every file, sent as it is, changes nothing', () => {
  for (const [file, value] of Object.entries(values)) {
    expectUnchanged(findForm(findCollection(file) as CollectionName), value, file);
  }
});

/** What people type, by mistake or not. */
const typed = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      'x',
      'on',
      '0',
      '-1',
      '7',
      '1e3',
      '£0',
      '£1,000',
      '44.5',
      '5-6ft',
      '2025-02-30',
      '2025-12-01',
    ],
    ...['16:30', '25:00', 'Mon-Fri', 'Friday', 'no-such-id', 'Nordmann Fir', 'x'.repeat(300), 'a: b #c'],
    ...[
      '{phone}',
      '{no.such}',
      '/visit',
      '/no',
      '/visit#parking',
      '/visit#no',
      '#no',
      'https://a.example.com/b',
    ],
    ...['javascript:x', 'tel:01632', '**bold**', '**bold', '[x](/visit)', '[x](/no)', '[x](/visit', '[x]()'],
    ...[
      '- one\r\n- two',
      '• one\r\n• two',
      '# Heading',
      '<b>x</b>',
      '> x',
      'One.\r\n\r\nTwo.',
      '&amp;',
      '---',
    ],
  ),
  fc.string({ maxLength: 20 }),
);

test('a form refuses exactly what the check refuses in the file that it would write', async () => {
  test.slow();
  const files = Object.keys(values).filter((file) => !/^(silhouettes|notices)/.test(file));
  const change = fc.tuple(fc.nat(), typed);
  const verdicts = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (file, changes) => {
        const form = findForm(findCollection(file) as CollectionName);
        const entries = showForm(form, values[file]);
        const controls = Object.keys(entries).filter((name) => !name.includes('@'));
        for (const [at, text] of changes) entries[controls[at % controls.length] ?? ''] = text;
        const { value, problems } = readSentForm(form, entries, values[file]);
        const isRefused = problems.length > 0 || checkFile(read, file, value).length > 0;
        const source = await readFile(join(TEST_CONTENT, file), 'utf8');
        const written = parseSource(file, editSource(file, source, value));
        const isChecked = problems.length === 0 && isDeepStrictEqual(written, value);
        expect(isChecked ? isRefused : checkFile(read, file, written).length > 0).toBe(isRefused);
        verdicts.add(isRefused);
      },
    ),
    { numRuns: 60 },
  );
  expect(verdicts).toEqual(new Set([true, false]));
});

/** Every kind of field, each written in an unusual way. */
const odd = z.strictObject({
  words: z.union([z.string(), z.array(z.string())]).meta({ control: 'paragraphs' }),
  price: z.string().meta({ control: 'price' }),
  day: z.string().meta({ control: 'day' }),
  time: z.string().meta({ control: 'time' }),
  text: z.string(),
  number: z.number(),
  empty: z.strictObject({ inner: z.string().optional() }).optional(),
  none: z.array(z.string()).optional(),
  rows: z.array(z.strictObject({ text: z.string() })).default([]),
  isSet: z.boolean().default(true),
  isSaid: z.boolean().optional(),
  kind: z.enum(['one', 'two']).default('one'),
  names: z.record(z.string(), z.string()).default({}),
  unknown: z.unknown().optional(),
});

test('what is written in another way than the form would write it stays as it is', () => {
  const form = makeForm(odd, { title: 'Odd', shape: 'record' });
  expectUnchanged(
    form,
    {
      unknown: { kept: [1] },
      words: ['  One paragraph \n in two lines '],
      price: '£ 44.00',
      day: '21 November',
      time: '9am',
      text: 'Two  spaces,\nand a line',
      number: 1000,
      empty: {},
      none: [],
      rows: [],
      isSet: true,
      isSaid: false,
      kind: 'one',
      names: { 'a.b': 'x', c: '' },
    },
    'all of it',
  );
  expectUnchanged(
    form,
    { words: 'a', price: '1', day: '', time: '', text: 'b', number: 0.5 },
    'as little as there can be',
  );
});

test('an item that is moved twice keeps what the form does not show of it', () => {
  const schema = z.strictObject({
    rows: z.array(z.strictObject({ text: z.string(), hidden: z.unknown().optional() })),
  });
  const form = makeForm(schema, { title: 'Moved', shape: 'record' });
  const [one, two, three] = ['one', 'two', 'three'].map((text) => ({ text, hidden: { of: text } }));
  const before = { rows: [one, two, three] };
  let entries = showForm(form, before);
  for (const action of ['down rows.0', 'down rows.1', 'remove rows.0']) {
    const { value, origins } = readSentForm(form, { ...entries, '@do': action }, before);
    const view = { action: '/here', choices, problems: new Map(), origins };
    entries = readFormEntries(String(renderFormField(form.field, value, '', view)));
  }
  expect(readSentForm(form, entries, before).value).toEqual({ rows: [three, one] });
});

test('a field that a schema gets is in the form by itself', () => {
  const schema = z.strictObject({
    name: z.string(),
    veryNewThing: z.array(z.strictObject({ size: z.int(), isGood: z.boolean() })).min(1),
  });
  const form = makeForm(schema, { title: 'New', shape: 'record' });
  const before = { name: 'x', veryNewThing: [{ size: 1, isGood: false }] };
  const entries = showForm(form, before);
  expect(Object.keys(entries)).toEqual(['name', 'veryNewThing.0.@from', 'veryNewThing.0.size']);
  const sent = readSentForm(
    form,
    { ...entries, 'veryNewThing.0.size': '7', 'veryNewThing.0.isGood': 'on' },
    before,
  );
  expect(sent).toMatchObject({
    value: { name: 'x', veryNewThing: [{ size: 7, isGood: true }] },
    problems: [],
  });
  const wrong = readSentForm(form, { ...entries, 'veryNewThing.0.size': 'seven' }, before);
  expect(wrong.problems).toEqual([{ controlId: 'f-veryNewThing-0-size', message: '‘Size’ needs a number.' }]);
});

test('every field has a control, and every name of a collection or of another field is right', () => {
  for (const [name, { schema }] of Object.entries(COLLECTIONS)) {
    const entries = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    for (const [, collection = ''] of entries.matchAll(/"of":"(\w+)"/g)) {
      expect.soft(Object.keys(COLLECTIONS), name).toContain(collection);
    }
    const { field } = findForm(name as CollectionName);
    expect.soft(JSON.stringify(field, asText), name).not.toContain('"kept"');
  }
});

function asText(_: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

test('what is typed is escaped', () => {
  const form = makeForm(z.strictObject({ text: z.string() }), { title: 'T', shape: 'record' });
  const view = { action: '/here', choices, problems: new Map([['f-text', '<b>']]), origins: undefined };
  const page = String(html`${renderFormField(form.field, { text: '"><script>' }, '', view)}`);
  expect(page).not.toMatch(/<script>|<b>/);
});

test('fields are named in the words of the form', () => {
  const nameIn = (file: string, ...path: PropertyKey[]) => findPartOf(file, path, values)?.name;
  const { rows } = values['hours/b.json'] as { rows: { days: string }[] };
  expect(nameIn('hours/b.json', 'rows', 0, 'closes')).toBe(`${rows[0]?.days}, Closes`);
  expect(nameIn('prices/home.json', 'groups', 0, 'sizes', 1, 'price')).toBe('Nordmann Fir, 5-6ft, Price');
  expect(nameIn('pages/visit.md', 'readings', 'facts', 'visit.length')).toMatch(/, visit\.length$/);
  expect(nameIn('pages/visit.md', 'hero', 'links', 0, 'href')).toBe(
    'Top of the page, Get directions, Where it leads',
  );
  expect(nameIn('pages/visit.md', 'gone', 1, 'x')).toBe('Pages');
});
