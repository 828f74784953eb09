import { isRecord } from '#content/reader/page-body.ts';
import { readLine } from '#domain/plain-text.ts';
import type { Entries } from '../../http/request-body.ts';
import { toSlug } from '../files/file-names.ts';
import { joinPath, nameField } from './find-part.ts';
import type { FormField } from './form-field.ts';

/** The entry of the buttons that change a list, and the end of the path of a new name's entry. */
export const ACTION = '@do';
export const NEW_KEY = '@new';

/** What a button does to a list or map, beside saving: `up rows.2`. */
export type ListAction = 'add' | 'remove' | 'up' | 'down';

const ACTIONS: readonly string[] = ['add', 'remove', 'up', 'down'] satisfies ListAction[];

/** @returns undefined for another button */
export function readAction(typed: string | undefined): { action: ListAction; path: string } | undefined {
  const [action = '', path = ''] = typed?.split(' ') ?? [];
  return ACTIONS.includes(action) ? { action: action as ListAction, path } : undefined;
}

/** What is shown after a change: the item that is new, or the list. Or why there is no new one, at its control. */
export interface ListChange {
  readonly opened: string;
  readonly message?: string;
}

/** Adds, removes or moves an item, in place. */
export function changeLists(
  field: FormField,
  value: unknown,
  { action, path }: { action: ListAction; path: string },
  entries: Entries,
): ListChange {
  const steps = path === '' ? [] : path.split('.');
  const last = action === 'add' ? undefined : Number(steps.pop());
  const [list, items] = findList(field, value, steps) ?? [];
  const listPath = steps.join('.');
  if (list?.kind === 'list' && Array.isArray(items)) {
    changeList(items, action, last);
    return { opened: action === 'add' ? joinPath(path, items.length - 1) : listPath };
  }
  if (list?.kind !== 'map' || !isRecord(items)) return { opened: listPath };
  const map = items as Record<string, unknown>;
  if (action === 'add') return addToMap(list, map, path, entries);
  const pairs = Object.entries(map);
  changeList(pairs, action, last);
  for (const key of Object.keys(map)) delete map[key];
  Object.assign(map, Object.fromEntries(pairs));
  return { opened: listPath };
}

function changeList(items: unknown[], action: ListAction, index = -1): void {
  if (action === 'add') items.push({});
  const target = action === 'up' ? index - 1 : index + 1;
  if (action === 'add' || !(index in items)) return;
  if (action === 'remove') items.splice(index, 1);
  else if (target in items) items.splice(target, 0, ...items.splice(index, 1));
}

function addToMap(
  field: FormField & { kind: 'map' },
  map: Record<string, unknown>,
  path: string,
  entries: Entries,
): ListChange {
  const at = joinPath(path, NEW_KEY);
  const name = readLine(entries[at] ?? '');
  const key = field.hasSlugs ? toSlug(name) : name;
  if (key === '' || key === '__proto__')
    return { opened: at, message: 'Please write a name for the new one first.' };
  if (Object.hasOwn(map, key)) return { opened: at, message: 'That name is taken. Please choose another.' };
  const named = nameField(field.item);
  map[key] = field.item.kind === 'leaf' ? '' : named === undefined ? {} : { [named]: name };
  return { opened: joinPath(path, Object.keys(map).length - 1) };
}

function findList(
  field: FormField,
  value: unknown,
  steps: readonly string[],
): [FormField, unknown] | undefined {
  const [step, ...more] = steps;
  if (step === undefined) return [field, value];
  if (field.kind === 'list' && Array.isArray(value)) return findList(field.item, value[Number(step)], more);
  if (!isRecord(value)) return undefined;
  if (field.kind === 'map') return findList(field.item, Object.values(value)[Number(step)], more);
  const part = field.kind === 'object' ? field.fields.get(step) : undefined;
  return part && findList(part, value[step], more);
}
