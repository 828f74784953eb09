import { sayCommand } from '#commands';
import { countOf } from '#domain/count.ts';
import type { Content } from '../reader/parse-content.ts';
import { listStatements, type Statement } from './statements.ts';

/** A fact that the content states in more than one way. */
export interface Disagreement {
  readonly fact: string;
  readonly statements: readonly Statement[];
}

/**
 * Finds every fact whose statements differ, by comparing them, so that it finds new disagreements too. Facts that
 * differ in the same way (Monday to Friday) are one disagreement.
 * @param isWanted of all statements of a fact
 */
export function findDisagreements(
  content: Content,
  isWanted: (statements: readonly Statement[]) => boolean = () => true,
): Disagreement[] {
  const byFact = Map.groupBy(listStatements(content), ({ fact }) => fact);
  const differing = [...byFact]
    .map(([fact, statements]) => ({ fact, statements }))
    .filter(
      ({ statements }) => new Set(statements.map(({ value }) => value)).size > 1 && isWanted(statements),
    );
  return joinDays(differing);
}

/**
 * What a file states, and another file differently.
 * @param before if it is given, only of what the file did not state in the same way in this content
 */
export function findDisagreementsOf(content: Content, file: string, before?: Content): Disagreement[] {
  const key = ({ fact, name = '', value }: Statement) => [fact, name, value].join('\n');
  const old = new Set(
    before && listStatements(before).flatMap((each) => (each.file === file ? key(each) : [])),
  );
  return findDisagreements(content, (statements) =>
    statements.some((each) => each.file === file && !old.has(key(each))),
  );
}

const DAY = /^Hours, (?:\w+ to )?(?<day>\w+day)$/;

/** Joins days with the same statements into one fact, `Hours, Monday to Friday`. */
function joinDays(disagreements: readonly Disagreement[]): Disagreement[] {
  const joined: Disagreement[] = [];
  for (const each of disagreements) {
    const last = joined.at(-1);
    if (last !== undefined && DAY.test(each.fact) && sameWords(last, each)) {
      const first = last.fact.replace(/ to .+$/, '');
      joined.splice(-1, 1, { ...last, fact: `${first} to ${DAY.exec(each.fact)?.groups?.day}` });
    } else {
      joined.push(each);
    }
  }
  return joined;
}

function sameWords(one: Disagreement, other: Disagreement): boolean {
  const words = ({ statements }: Disagreement) =>
    statements.map(({ file, value, pages }) => [file, value, ...pages].join(' ')).join('\n');
  return DAY.test(one.fact) && words(one) === words(other);
}

/** A table for people: each fact once, with its readings below. */
export function formatDisagreements(disagreements: readonly Disagreement[]): string {
  const rows = disagreements.flatMap(({ fact, statements }) =>
    statements.map(({ file, name, value, pages }, index) => [
      index === 0 ? fact : '',
      value,
      [file.replace(/\.\w+$/, ''), name].filter(Boolean).join(' '),
      pages.length > 0 ? pages.join(', ') : 'no page',
    ]),
  );
  const head = ['Fact', 'Says', 'Where (content/…)', 'Pages that show it'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const body = rows.map((row, index) => (row[0] === '' || index === 0 ? line(row) : `\n${line(row)}`));
  return [line(head), rule, ...body].join('\n');
}

/** `12 facts differ between pages (npm run content:report lists them)`, for the end of a build. */
export function summariseDisagreements(count: number): string {
  if (count === 0) return 'No fact differs between pages.';
  return `${countOf(count, 'fact differs', 'facts differ')} between pages; ${sayCommand('content:report')} lists them.`;
}
