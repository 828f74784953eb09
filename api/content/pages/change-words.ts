import { findCollection } from '#content/reader/collections.ts';
import type { ContentProblem } from '#content/reader/problems.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import type { FormField } from '../forms/form-field.ts';
import { isMade, saySameOnce, sayValue } from '../forms/say-value.ts';
import { findField, findFieldOf } from './field-names.ts';
import { nameFile } from './file-names.ts';

const FILE = /(?<![\w/-])[\w-]+(?:\/[\w-]+)*\.(?:json|md|svg)/g;
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
export function sayProblem(
  { file, field: place, found, wanted }: ContentProblem,
  values: ContentValues,
): string {
  const { name, field } = findFieldOf(file, place, values) ?? { name: place, field: undefined };
  const say = (value: string) => (field === undefined ? value : sayValue(field, value, values));
  const choices = /^one of (.*)$/.exec(wanted)?.[1]?.split(', ').map(say).join(', ');
  const text = found.replace(/^"(.*)"$/, (_, value: string) => say(value));
  const what = choices === undefined ? wanted : `one of ${choices}`;
  // A list or a record is not in anybody's words.
  const isShown = !/^[[{]/.test(text);
  return `${name}: ${isShown ? `‘${sayFiles(text, values)}’. Wanted` : 'wanted'}: ${sayFiles(what, values)}`;
}

function sayFiles(text: string, values: ContentValues): string {
  return text.replace(FILE, (found) => {
    const file = found.replace(/^content\//, '');
    return findCollection(file) ? nameFile(file, values) : found;
  });
}
