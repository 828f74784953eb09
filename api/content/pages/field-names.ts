import { findCollection } from '#content/reader/collections.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import { findForm } from '../forms/content-form.ts';
import { type FormPlace, findPlaceInForm } from '../forms/name-place.ts';

/**
 * What the form of a file calls a place: ‘Monday 17 November 2025, Last day to order’. What is no field, such as
 * `line 3`, stays as it is.
 * @param place as the check names it, with items by their number from 1 or their name: `weeks[2].orderBy`,
 *   `groups["spruce"].price`
 */
export function nameFieldOf(file: string, place: string, values: ContentValues): string {
  return findFieldOf(file, place, values)?.name ?? place;
}

/** A field with all that its form knows of it. @param place as the check names it */
export function findFieldOf(file: string, place: string, values: ContentValues): FormPlace | undefined {
  const inForm = place.replace(/\["?([^[\]"]+)"?\]/g, (_, item: string) =>
    /^\d+$/.test(item) ? `[${Number(item) - 1}]` : `[${item}]`,
  );
  return findField(file, inForm, values);
}

/**
 * The same for a place as a change names it, with items from 0 and names without quotes.
 * @returns undefined for what is no field
 */
export function findField(file: string, place: string, values: ContentValues): FormPlace | undefined {
  const collection = findCollection(file);
  if (collection === undefined || !/^[\w-]*([.[]\S|$)/.test(place)) return undefined;
  return findPlaceInForm(findForm(collection).field, values[file], place);
}
