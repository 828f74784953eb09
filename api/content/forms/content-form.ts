import type { z } from 'zod';
import { COLLECTIONS, type CollectionName } from '#content/reader/collections.ts';
import type { FieldProblem } from '#forms/field.ts';
import type { Entries } from '../../http/request-body.ts';
import { ACTION, changeLists, readAction } from './change-lists.ts';
import { completeValue } from './complete-value.ts';
import { findProblems } from './find-problems.ts';
import { type FormField, makeFormField, makeListField } from './form-field.ts';
import { controlId } from './form-view.ts';
import { joinPath, type Origins, readValue, UNION_OPTION } from './read-value.ts';

/** The form of a collection's files, made from its schema. */
export interface ContentForm {
  readonly field: FormField;
  readonly schema: z.ZodType;
}

const forms = new Map<CollectionName, ContentForm>();

export function findForm(name: CollectionName): ContentForm {
  const form = forms.get(name) ?? makeForm(COLLECTIONS[name].schema, COLLECTIONS[name]);
  forms.set(name, form);
  return form;
}

/** Exported for tests with schemas of their own. */
export function makeForm(
  schema: z.ZodType,
  { title, shape }: { readonly title: string; readonly shape: 'record' | 'list' },
): ContentForm {
  if (shape === 'record') return { field: makeFormField(schema, title), schema };
  return { field: makeListField(schema, title), schema: schema.array() };
}

/** What somebody has sent: a changed list to show again, or a value to keep. */
export interface SentForm {
  readonly value: unknown;
  readonly origins: Origins;
  readonly problems: readonly FieldProblem[];
  /** What a button has changed, a list or an item of it; undefined if the form is to be saved. */
  readonly changed: string | undefined;
}

/**
 * Reads a form that was sent.
 * @param before the raw value that it was made from; undefined for a new file
 */
export function readSentForm({ field, schema }: ContentForm, entries: Entries, before: unknown): SentForm {
  const origins: Origins = new WeakMap();
  const pressed = entries[ACTION] ?? '';
  const [, unionPath, option] = /^as (\S+) (\d+)$/.exec(pressed) ?? [];
  if (unionPath !== undefined && option !== undefined) {
    const chosen = { ...entries, [joinPath(unionPath, UNION_OPTION)]: option };
    const value = readValue(field, chosen, '', before, origins);
    return { value, origins, problems: [], changed: unionPath };
  }
  const value = readValue(field, entries, '', before, origins);
  const action = readAction(pressed);
  if (action !== undefined) {
    const { opened, message } = changeLists(field, value, action, entries);
    const problems = message === undefined ? [] : [{ controlId: controlId(opened), message }];
    return { value, origins, problems, changed: opened };
  }
  const completed = completeValue(field, value, before, origins);
  return { value: completed, origins, problems: findProblems(field, schema, completed), changed: undefined };
}
