import type { ContentProblem } from '#content/reader/problems.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import type { FormField } from '../forms/form-field.ts';
import { FILE, isMade, sayFiles, sayMistake, saySameOnce, sayValue } from '../forms/say-value.ts';
import { findField, findFieldOf } from './field-names.ts';
import { nameFile } from './file-names.ts';

const PLACE = new RegExp(`^(${FILE.source}), ([\\w-]*(?:[.[][^:]*)?): (.*)$`);

/**
 * Changes or warnings as `compareContent` words them, for somebody who never saw a file: `faq/visit.json,
 * items[dogs].answer: …` is ‘Questions: Visiting us, Can I bring my dog?, Answer: …’. Short names that nobody chose are
 * left out.
 */
export function sayChanges(lines: readonly string[], values: ContentValues): string[] {
  return lines.flatMap((line) => {
    const [, file = '', place = '', rest = ''] = PLACE.exec(line) ?? [];
    const found = findField(file, place, values);
    if (found === undefined) return sayFiles(line, values);
    if (isMade(found.field) && /^(new|removed), /.test(rest)) return [];
    return saySameOnce(`${nameFile(file, values)}, ${found.name}: ${sayValues(found.field, rest, values)}`);
  });
}

/** `new, a` or `a → b`, with what the form calls the values. */
function sayValues(field: FormField, words: string, values: ContentValues): string {
  const [, start = '', list = words] = /^(new, |removed, was )(.*)$/s.exec(words) ?? [];
  return (
    start +
    list
      .split(' → ')
      .map((value) => sayValue(field, value, values))
      .join(' → ')
  );
}

/** A mistake, with its field, in the words of the form. */
export function sayProblem(problem: ContentProblem, values: ContentValues): string {
  const { name, field } = findFieldOf(problem.file, problem.field, values) ?? { name: problem.field };
  return `${name}: ${sayMistake(field, problem, values)}`;
}
