import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { editSource } from '../../src/content/edit/edit-source.ts';
import { joinValues } from '../../src/content/edit/join-values.ts';
import { parseSource } from '../../src/content/reader/parse-source.ts';
import { TEST_CONTENT } from '../support/test-site.ts';
import { applySteps, randomSteps } from './random-edits.ts';

const names = readdirSync(TEST_CONTENT, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(json|md)$/.test(name),
);
const read = (name: string) => readFileSync(join(TEST_CONTENT, name), 'utf8');

/** Fields in a layout that this project does not have. */
const HAND_WRITTEN = `---
# By hand
title:   'It''s here'  # at last
order: 1
hero:
    text: "one"   # of two
    links:
        - {label: "Go", href: '/a'}
        # The last one
        - label: Stay
          href: "/b"
tags: [ a, "b",
  c ] # three
list:
- one

-   two
-
  a: b
empty:
long: >-
  two
  lines
---
`;

/** What lies between the first line that differs and the last: lines taken away (`-`) and added (`+`). */
function diff(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  while (old.length > 0 && old[0] === now[0]) for (const lines of [old, now]) lines.shift();
  while (old.length > 0 && old.at(-1) === now.at(-1)) for (const lines of [old, now]) lines.pop();
  return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
}

/** Edits a file. @returns what differs then, when reading it has given the new value back */
// biome-ignore lint/suspicious/noExplicitAny: A record as an editor's form has it, of any shape.
function edit(name: string, change: (value: any) => void, source = read(name)): string[] {
  const value = parseSource(name, source);
  change(value);
  const edited = editSource(name, source, value);
  expect(parseSource(name, edited)).toEqual(value);
  return diff(source, edited);
}

test('a new item and a removed one change lines of their own', () => {
  const item = { id: 'dogs', question: 'May “Rex” come?', answer: 'Yes, on a lead: see [the page](/visit).' };
  expect(edit('faq/tree-care.json', ({ items }) => items.splice(1, 0, item))).toEqual([
    '+      "id": "dogs",',
    '+      "question": "May “Rex” come?",',
    '+      "answer": "Yes, on a lead: see [the page](/visit)."',
    '+    },',
    '+    {',
  ]);
  const moved = edit('pages/visit.md', ({ sections }) => sections.parking.points.splice(1, 2));
  expect(moved).toEqual([
    expect.stringMatching(/^-.*"Close to the barn"/),
    expect.stringMatching(/^-.*"Underfoot"/),
  ]);
});

test('a paragraph, a button and a section below the fields change there', () => {
  const changed = edit('pages/404.md', ({ sections }) => {
    sections.next.text.push('Or ring us.');
    sections.next.links.splice(1, 1);
    sections.late = { heading: 'Late?', text: ['One.', 'Two.'], links: [{ label: 'Hours', href: '/visit' }] };
  });
  expect(changed).toEqual([
    ...[
      '-[Home](/)',
      '-[Tree varieties](/tree-varieties)',
      '-[Visit us](/visit)',
      '-[Contact us](/contact-us)',
    ],
    ...['+Or ring us.', '+', '+[Home](/)', '+[Visit us](/visit)', '+[Contact us](/contact-us)', '+'],
    ...['+## Late? {#late}', '+', '+One.', '+', '+Two.', '+', '+[Hours](/visit)'],
  ]);
  const pointed = edit('pages/404.md', ({ sections }) => {
    sections.next.points = [{ title: 'Lost: a page', text: 'It’s gone.' }];
  });
  expect(pointed).toEqual(
    [
      'sections:',
      '  next:',
      '    points:',
      '      - title: "Lost: a page"',
      '        text: "It’s gone."',
    ].map((line) => `+${line}`),
  );
});

test('what no Markdown can say moves to the fields, and so do the sections after it', () => {
  const source = '---\ntitle: A\n---\n\n## One {#one}\n\nFirst.\n\n## Two\n\nSecond.\n\n## Three\n\nThird.\n';
  const value = parseSource('pages/a.md', source) as { sections: Record<string, { text: unknown }> };
  (value.sections.two as { text: unknown }).text = ['> no quote'];
  expect(editSource('pages/a.md', source, value)).toBe(
    `---
title: A
sections:
  two:
    heading: "Two"
    text:
      - "> no quote"
  three:
    heading: "Three"
    text:
      - "Third."
---

## One {#one}

First.
`,
  );
});

test('comments, quotes and brackets of fields stay', () => {
  // biome-ignore lint/suspicious/noExplicitAny: As above.
  const value: any = parseSource('pages/a.md', HAND_WRITTEN);
  Object.assign(value, { title: "It's gone", order: 2 });
  value.hero.text = 'two: two';
  value.hero.links.reverse();
  value.hero.links.push({ label: 'New', href: '/c' });
  value.tags.push('yes: d');
  const edited = editSource('pages/a.md', HAND_WRITTEN.replaceAll('\n', '\r\n'), value);
  expect(parseSource('pages/a.md', edited)).toEqual(value);
  expect(edited.split('---')[1]).toBe(`
# By hand
title: 'It''s gone' # at last
order: 2
hero:
  text: "two: two" # of two
  links:
    # The last one
    - label: Stay
      href: "/b"
    - { label: "Go", href: '/a' }
    - { label: "New", href: "/c" }
tags: [ a, "b", c, "yes: d" ] # three
list:
  - one

  - two
  - a: b
empty:
long: >-
  two lines
`);
});

test('a file of another kind is not edited', () => {
  expect(() => editSource('silhouettes/fraser-fir.svg', '<svg/>', {})).toThrow(/not edited/);
});

test('random edits are read back exactly, keep comments, and are undone to the letter', () => {
  test.setTimeout(90_000);
  const anyName = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constant('hand-written.md') },
  );
  fc.assert(
    fc.property(anyName, randomSteps, (name, steps) => {
      const file = name === 'hand-written.md' ? HAND_WRITTEN : read(name);
      const source = file.replace(/^---\n/, '---\n# Stays\n\n');
      const wanted = applySteps(parseSource(name, source), steps);
      const edited = editSource(name, source, wanted);
      const value = parseSource(name, edited);
      expect(value).toEqual(wanted);
      if (name.endsWith('.md')) {
        expect(edited).toContain('\n# Stays\n');
        expect(sectionsOf(value)).toEqual(sectionsOf(wanted));
      } else {
        expect(JSON.stringify(value)).toBe(JSON.stringify(wanted));
        expect(editSource(name, edited, parseSource(name, source))).toBe(source);
      }
      expect(parseSource(name, editSource(name, undefined, wanted))).toEqual(wanted);
    }),
    { numRuns: 200 },
  );
});

/** Their order, in which pages show them. */
function sectionsOf(value: unknown): string[] {
  return Object.keys((value as { sections?: object }).sections ?? {});
}

const row = (days: string, opens: string, closes = '17:00') => ({ days, opens, closes });
const HOURS = [row('Mon-Fri', '9'), row('Sat', '10'), row('Sun', '11')];
const [WEEK, SAT, SUN] = HOURS;

// `undefined` is what asks: both have changed the same.
const JOINS = [
  ['two fields', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }],
  ['one field', { a: 1 }, { a: 2 }, { a: 3 }, undefined],
  ['one field, alike', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 2, b: 2 }, { a: 2, b: 2 }],
  ['fields within one', { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, { a: { b: 1 } }, { a: { b: 2 } }],
  ['a removed field that the other changed', { a: 1 }, {}, { a: 2 }, undefined],
  [
    'two rows, one of which has moved',
    HOURS,
    [SUN, WEEK, SAT],
    [WEEK, row('Sat', '12'), SUN],
    [SUN, WEEK, row('Sat', '12')],
  ],
  [
    'two fields of a row',
    [WEEK],
    [row('Mon-Fri', '8')],
    [row('Mon-Fri', '9', '18:00')],
    [row('Mon-Fri', '8', '18:00')],
  ],
  [
    'a new row and a removed one',
    HOURS,
    [WEEK, row('Late', '18'), SAT, SUN],
    [WEEK, SAT],
    [WEEK, row('Late', '18'), SAT],
  ],
  ['new rows of both', [WEEK], [WEEK, SAT], [WEEK, SUN], [WEEK, SUN, SAT]],
  ['a removed row that the other changed', HOURS, [WEEK, SUN], [WEEK, row('Sat', '12'), SUN], undefined],
  ['the order, in two ways', HOURS, [SUN, WEEK, SAT], [WEEK, SUN, SAT], undefined],
  ['two paragraphs', ['a', 'b'], ['A', 'b'], ['a', 'B'], ['A', 'B']],
  ['a paragraph that has moved', ['a', 'b'], ['b', 'a'], ['a', 'B'], undefined],
  ['a paragraph, and a new one', ['a', 'b'], ['a', 'n', 'b'], ['a', 'B'], undefined],
  // Nothing tells these apart, so a change might go to the wrong one.
  [
    'rows without names',
    [
      { n: 1, m: 1 },
      { n: 2, m: 1 },
    ],
    [
      { n: 2, m: 1 },
      { n: 1, m: 1 },
    ],
    [
      { n: 1, m: 5 },
      { n: 2, m: 1 },
    ],
    undefined,
  ],
] as const;

test('what two people change is joined, and what both have changed is asked', () => {
  for (const [what, base, theirs, mine, joined] of JOINS) {
    for (const [one, other] of [
      [theirs, mine],
      [mine, theirs],
    ] as const) {
      const { value, isConflict } = joinValues(base, one, other);
      expect.soft(isConflict, what).toBe(joined === undefined);
      if (what === 'new rows of both') expect(new Set(value as object[])).toEqual(new Set(joined));
      else if (joined !== undefined) expect.soft(value, what).toEqual(joined);
    }
  }
});

test('what only one person changes is joined to exactly that', () => {
  const values = names.map((name) => parseSource(name, read(name)));
  fc.assert(
    fc.property(fc.constantFrom(...values), randomSteps, (base, steps) => {
      const changed = applySteps(base, steps);
      for (const [theirs, mine] of [
        [base, changed],
        [changed, base],
        [changed, changed],
      ]) {
        expect(joinValues(base, theirs, mine)).toEqual({ value: changed, isConflict: false });
      }
    }),
  );
});
