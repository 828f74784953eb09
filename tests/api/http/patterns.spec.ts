import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { ALLOWED_MS, measure, measureExtra, repeat, UNITS } from '../../support/hostile-texts.ts';

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

test('patterns are found where they are, and take no longer for a hostile text', async () => {
  expect(patterns.length).toBeGreaterThan(60);
  expect(patterns.map(({ file }) => file)).toContain('api/site/page-policy.ts');
  // One after another: what is measured is the processor time of this process.
  for (const { file, pattern } of patterns) expect(await findSlowTexts(pattern), file).toEqual([]);
});

/**
 * The first of the texts that a pattern takes too long for, with what they cost. A quarter of each text first: what
 * takes the cube of its length takes a sixty-fourth then, and what is quicker than that is not tried at its full length.
 */
async function findSlowTexts(pattern: RegExp): Promise<string[]> {
  const run = (text: string) => () => text.replace(pattern, 'x');
  const plain = await measure(run('a'.repeat(HEADERS_LENGTH)));
  for (const before of new Set(['', readBeginning(pattern)])) {
    for (const unit of UNITS) {
      for (const after of ['', '\u0001']) {
        if ((await measure(run(repeat(unit, HEADERS_LENGTH / 4, before, after)))) < ALLOWED_MS / 64) continue;
        const extra = await measureExtra(run(repeat(unit, HEADERS_LENGTH, before, after)), plain);
        if (extra > ALLOWED_MS) return [`${pattern} ${JSON.stringify([before, unit, after])}: ${extra} ms`];
      }
    }
  }
  return [];
}
