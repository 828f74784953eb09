import type { ContentValues } from '#content/reader/read-files.ts';
import { formatClockTime, parseClockTime } from '#domain/content/opening-hours.ts';
import { formatDay, parseDay } from '#domain/dates.ts';
import { listRecords, listTreeTypes } from './form-choices.ts';
import type { FormField } from './form-field.ts';
import { namePicture } from './render-picture.ts';

/**
 * A raw value in words: a day, a time, or what the form calls it, such as ‘Reading A’ for `a`.
 * @param values of the whole content, for the names of its records
 */
export function sayValue(field: FormField, value: string, values: ContentValues): string {
  const day = parseDay(value);
  const time = parseClockTime(value);
  if (day !== null) return formatDay(day, 'full');
  if (time !== null) return formatClockTime(time);
  if (field.kind !== 'leaf') return value;
  const { control, options, of } = field;
  if (control === 'picture' || control === 'icon') return namePicture(value);
  if (control === 'tree-type') return listTreeTypes(values).find(([type]) => type === value)?.[1] ?? value;
  const known = of === undefined ? options : listRecords(values, of);
  return known.find(([each]) => each === value)?.[1] ?? value;
}

/** Whether it is made from another field, so that nobody has written it, and no form shows it. */
export function isMade(field: FormField): boolean {
  if (field.kind !== 'leaf' || field.from === undefined) return false;
  return field.control === 'slug' || field.control === 'tree-type';
}

/** `Late night, What it is: new, Late night` says the same twice: it is `Late night: new`. */
export function saySameOnce(line: string): string {
  return line.replace(/(^|, )(.+), [^,:]+: (new|removed), (?:was )?\2$/, '$1$2: $3');
}
