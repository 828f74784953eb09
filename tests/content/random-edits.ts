import fc from 'fast-check';

type Container = unknown[] | Record<string, unknown>;

/** One change of a value: what is done, where, and with which words. */
interface Step {
  readonly what: 'change' | 'insert' | 'remove' | 'move';
  readonly where: number;
  readonly place: number;
  readonly words: unknown;
}

/** Words that mean something to YAML, Markdown or JSON, or that are wide or long. */
const AWKWARD = [
  ...[
    '',
    ' ',
    'a: b',
    'a:',
    '# no comment',
    'a #b',
    '- x',
    '? x',
    '*x',
    '&x',
    '!x',
    '%x',
    '@x',
    '`x`',
    '|',
    '>',
    '~',
  ],
  ...[
    'null',
    'true',
    'no',
    '12',
    '1e3',
    '0x1f',
    '2025-11-21',
    '16:30',
    '{phone}',
    '[x](/y)',
    '[x',
    'a, b',
    '<<',
  ],
  ...[
    'it’s',
    "it's",
    '"so"',
    '“so”',
    '\\',
    'a\\nb',
    'two\nlines',
    '\ttab',
    ' before',
    'after ',
    '---',
    '...',
    '=',
    '£34',
  ],
  ...[
    '## Heading',
    '# Heading',
    '1. One',
    '**bold**',
    'a {#b}',
    '\u2028',
    '\u0007',
    '\ud83d',
    '❄️',
    '日本語',
    '😀'.repeat(20),
  ],
];

const words = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ unit: 'grapheme-ascii', maxLength: 130 }),
  fc.integer({ min: 1, max: 130 }).map((length) => 'n'.repeat(length)),
  fc.constantFrom(5, -2.93, 1e21, true, null),
);

const values = fc.oneof(
  { weight: 4, arbitrary: words },
  fc.array(words, { maxLength: 3 }),
  fc.array(fc.record({ icon: words, title: words }), { maxLength: 3 }),
  fc.record({ heading: words, text: fc.array(words, { maxLength: 3 }) }),
  fc.record({ heading: fc.constant('New'), text: fc.array(fc.lorem(), { minLength: 1, maxLength: 3 }) }),
  fc.array(fc.integer({ max: 1e7 }), { maxLength: 20 }),
);

export const randomSteps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom('change', 'insert', 'remove', 'move'),
    where: fc.nat(),
    place: fc.nat(),
    words: values,
  }),
  { minLength: 1, maxLength: 4 },
);

/** A copy of a value with these changes. */
export function applySteps(value: unknown, steps: readonly Step[]): unknown {
  const copy = structuredClone(value);
  for (const { what, where, place, words } of steps) {
    const containers = listContainers(copy).filter(
      (each) => what === 'insert' || Object.keys(each).length > (what === 'move' ? 1 : 0),
    );
    const container = containers[where % containers.length];
    if (container === undefined) continue;
    const entries = Object.entries(container);
    const at = place % (entries.length + (what === 'insert' ? 1 : 0));
    if (what === 'insert') entries.splice(at, 0, [`new-${entries.length}`, structuredClone(words)]);
    else {
      const [[key = '', old] = []] = entries.splice(at, 1);
      if (what === 'move')
        entries.splice((at + 1 + (where % entries.length)) % (entries.length + 1), 0, [key, old]);
      if (what === 'change') entries.splice(at, 0, [key, structuredClone(words)]);
    }
    refill(container, entries);
  }
  return copy;
}

function refill(container: Container, entries: [string, unknown][]): void {
  if (Array.isArray(container)) {
    container.splice(0, container.length, ...entries.map(([, each]) => each));
    return;
  }
  for (const key of Object.keys(container)) delete container[key];
  for (const [key, each] of entries) container[key] = each;
}

/** Every list and record of a value. */
function listContainers(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(listContainers)];
}
