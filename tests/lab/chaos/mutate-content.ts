import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkContent } from '../../../src/content/checks/check-content.ts';
import { ProjectCopy } from '../project-copy.ts';
import type { Random } from './random.ts';

/** A changed file: its new bytes, null if it was deleted, and a description. */
export interface Mutation {
  readonly what: string;
  readonly bytes: Buffer | null;
}

const SIGNS = [
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '-',
  '#',
  '\t',
  '\n',
  '\0',
  ' ',
  '£',
  '🎄',
  '\u2028',
  '{{',
  '---\n',
  '&',
  '*a',
];
const VALUES = [
  ...[
    null,
    true,
    0,
    -1,
    1e21,
    '',
    ' ',
    '£0',
    '£1,000',
    '2025-02-30',
    'x'.repeat(5000),
    '{{no.such}}',
    '[a](/no)',
  ],
  ...[[], {}, [[]], { id: 'x' }, ['', null], '<b>', '\u0000', 'https://', '/../x'],
];

/** Spoils the text of a content file as slips of the hand, editors and bad copies do. */
export function mutate(source: Buffer, random: Random): Mutation {
  const text = source.toString('utf8');
  const lines = text.split('\n');
  const at = random.between(0, text.length);
  const line = random.between(0, lines.length - 1);
  const sign = random.pick(SIGNS);
  const asText = (what: string, changed: string): Mutation => ({ what, bytes: Buffer.from(changed) });
  const kinds: (() => Mutation)[] = [
    () => asText(`a character taken out at ${at}`, text.slice(0, at) + text.slice(at + 1)),
    () => asText(`${JSON.stringify(sign)} put in at ${at}`, text.slice(0, at) + sign + text.slice(at)),
    () => asText(`line ${line + 1} taken out`, lines.toSpliced(line, 1).join('\n')),
    () => asText(`line ${line + 1} twice`, lines.toSpliced(line, 0, lines[line] ?? '').join('\n')),
    () => asText(`line ${line + 1} indented`, lines.toSpliced(line, 1, `  ${lines[line]}`).join('\n')),
    () => asText(`cut off at ${at}`, text.slice(0, at)),
    () => asText('Windows line ends', text.replaceAll('\n', '\r\n')),
    () => asText('a byte order mark', `\uFEFF${text}`),
    () => ({
      what: 'bytes that are no UTF-8',
      bytes: Buffer.concat([source.subarray(0, at), Buffer.from([0xff, 0xc3, 0x28]), source.subarray(at)]),
    }),
    () => ({ what: 'UTF-16', bytes: Buffer.from(`\uFEFF${text}`, 'utf16le') }),
    () => ({ what: 'empty', bytes: Buffer.alloc(0) }),
    () => ({ what: 'taken away', bytes: null }),
  ];
  const isJson = /^\s*[{[]/.test(text);
  // Values are where slips are most likely to look right.
  if (isJson && random.has(0.5)) return mutateValue(text, random);
  return random.pick(kinds)();
}

function mutateValue(text: string, random: Random): Mutation {
  const root = { value: JSON.parse(text) };
  let holder: Record<string, unknown> = root;
  let name = 'value';
  const path: string[] = [];
  for (let depth = random.between(1, 6); depth > 0; depth -= 1) {
    const next = holder[name];
    if (typeof next !== 'object' || next === null || Object.keys(next).length === 0) break;
    holder = next as Record<string, unknown>;
    name = random.pick(Object.keys(holder));
    path.push(name);
  }
  const place = path.join('.');
  const value = random.pick(VALUES);
  const changes: (() => string)[] = [
    () => {
      holder[name] = value;
      return `${place} is ${JSON.stringify(value).slice(0, 40)}`;
    },
    () => {
      delete holder[name];
      return `${place} is missing`;
    },
    () => {
      Object.defineProperty(holder, random.pick(['extra', '__proto__', 'constructor', '']), {
        value,
        enumerable: true,
        configurable: true,
      });
      return `one more field beside ${place}`;
    },
  ];
  const what = random.pick(changes)();
  return { what, bytes: Buffer.from(JSON.stringify(root.value, null, 2) ?? '') };
}

/** A content file that was changed, and that the check takes all the same. */
export interface HarmlessFile {
  readonly file: string;
  readonly what: string;
  /** null: it was taken away. */
  readonly bytes: Buffer | null;
}

/** Builds a copy of the project with as many of the changes as go together. @returns what the build says against it */
export async function buildHarmless(files: readonly HarmlessFile[]): Promise<string[]> {
  const project = await ProjectCopy.create();
  try {
    const content = join(project.dir, 'content');
    const done: string[] = [];
    const changed = new Set<string>();
    for (const { file, what, bytes } of files) {
      if (changed.has(file)) continue;
      const path = join(content, file);
      const source = await readFile(path);
      await (bytes === null ? rm(path) : writeFile(path, bytes));
      const { problems } = await checkContent(content);
      if (problems.length === 0) {
        changed.add(file);
        done.push(`${file}: ${what}`);
      } else await writeFile(path, source);
    }
    const { code, output } = await project.run('src/build/build-site.ts');
    return code === 0
      ? []
      : [`a build of checked content failed (${done.join('; ')}): ${output.slice(-1500)}`];
  } finally {
    await project.remove();
  }
}
