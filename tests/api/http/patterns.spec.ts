import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { repeat, UNITS } from './hostile-texts.ts';

// Every pattern of the service, and of the rules that it shares with the pages, on texts that make careless patterns
// take the square of their length. All of them, and not only those that input reaches today.

/** As long as all headers of a request together. */
const HEADERS_LENGTH = 16 * 1024;
/** Files whose patterns may take longer, because only our own texts or a few digits reach them. */
const OWN_TEXTS = /^src\/domain\/(schemas\/|count\.ts)/;

interface Pattern {
  readonly file: string;
  readonly pattern: RegExp;
}

function listPatterns(folder: string): Pattern[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .map((name) => join(folder, name))
    .filter((file) => /\.(ts|js)$/.test(file) && !OWN_TEXTS.test(file))
    .flatMap((file) => {
      const found: Pattern[] = [];
      const visit = (node: ts.Node) => {
        if (ts.isRegularExpressionLiteral(node)) {
          const end = node.text.lastIndexOf('/');
          found.push({ file, pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
        }
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
      return found;
    });
}

const patterns = [...listPatterns('api'), ...listPatterns('src/domain'), ...listPatterns('src/forms')];

/** The plain text at a pattern's start, so that hostile texts get past it. */
function readBeginning({ source }: RegExp): string {
  return /^\^?((?:[\w <="-]|\\[/])*)(?![*+?{])/.exec(source)?.[1]?.replaceAll('\\', '') ?? '';
}

test('patterns are found where they are, and take no longer for a hostile text', () => {
  expect(patterns.length).toBeGreaterThan(60);
  expect(patterns.map(({ file }) => file)).toContain('api/site/page-policy.ts');
  for (const { file, pattern } of patterns) expect(findSlowTexts(pattern), file).toEqual([]);
});

/**
 * What a pattern that takes the square of its length takes for a quarter of it: between a linear one and such a one, and
 * several times the 4 ms in which some machines count processor time.
 */
const allowed = measureLeast(() => repeat(' ', HEADERS_LENGTH / 4, '', '!').replace(/\s+$/, 'x'), 0);

const GROUPS = listGroups('');

/**
 * The first of the texts that a pattern takes too long for, with what they cost. A quarter of each text first: what
 * takes the cube of its length takes a sixty-fourth then, and what is quicker than that is not tried at its full length.
 */
function findSlowTexts(pattern: RegExp): string[] {
  const run =
    (...texts: string[]) =>
    () =>
      texts.map((text) => text.replace(pattern, 'x'));
  for (const before of new Set(['', readBeginning(pattern)])) {
    for (const group of before === '' ? GROUPS : listGroups(before)) {
      if (measure(run(...group.map(({ text }) => text))) < allowed / 64) continue;
      for (const { unit, after, text } of group) {
        if (measure(run(text)) < allowed / 64) continue;
        const cost = measureLeast(run(repeat(unit, HEADERS_LENGTH, before, after)), allowed);
        if (cost > allowed) return [`${pattern} ${JSON.stringify([before, unit, after])}: ${cost} ms`];
      }
    }
  }
  return [];
}

/** Texts of a quarter of the length that are measured together, because measuring takes longer than most of them. */
function listGroups(before: string) {
  const texts = UNITS.flatMap((unit) =>
    ['', '\u0001'].map((after) => ({ unit, after, text: repeat(unit, HEADERS_LENGTH / 4, before, after) })),
  );
  return Array.from({ length: Math.ceil(texts.length / 16) }, (_, at) => texts.slice(at * 16, at * 16 + 16));
}

/** The least of ten counts, because of this process's own clearing up. Once one is as quick as that, it is enough. */
function measureLeast(work: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 10 && least > enough; count += 1) least = Math.min(least, measure(work));
  return least;
}

/** The processor time of a piece of work, in ms: not affected by what else the machine does. */
function measure(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
