import { COLLECTIONS, type CollectionName, findCollection } from '#content/reader/collections.ts';
import { isRecord } from '#content/reader/page-body.ts';
import type { ContentValues } from '#content/reader/parse-content.ts';
import { isFreePath, pagePath } from '#domain/pages.ts';
import { readLine } from '#domain/plain-text.ts';
import { type Result, refuse } from '../../http/problems.ts';
import { toSlug } from '../files/file-names.ts';
import type { FormField } from './form-field.ts';

/**
 * What the form of a new file begins with: a copy, or one empty item in each list that needs one.
 * @param like the file to copy, of the same collection; any other is not copied
 */
export function beginFile(
  name: CollectionName,
  field: FormField,
  { values, like }: { readonly values: ContentValues; readonly like: string },
): unknown {
  const copied = findCollection(like) === name ? values[like] : undefined;
  if (isRecord(copied)) return { ...copied, ...withNewNames(copied, new Set(listQuestionIds(values))) };
  const empty = makeEmpty(field);
  if (name !== 'pages' && name !== 'towns') return empty;
  const { shareImage } = (values['pages/index.md'] ?? {}) as { shareImage?: unknown };
  return { ...(empty as object), shareImage, ...(name === 'pages' && { showIn: ['menu'] }) };
}

/** What two files must not share: what they are called, and the ids of questions, which are parts of addresses. */
function withNewNames({ hero, faq, items }: Readonly<Record<string, unknown>>, taken: Set<unknown>): object {
  return {
    ...{ name: undefined, type: undefined, title: undefined, breadcrumb: undefined },
    ...(isRecord(hero) && { hero: { ...hero, heading: undefined } }),
    ...(Array.isArray(faq) && { faq: faq.map((each) => withFreeId(each, taken)) }),
    ...(Array.isArray(items) && { items: items.map((each) => withFreeId(each, taken)) }),
  };
}

function withFreeId(question: unknown, taken: Set<unknown>): unknown {
  if (!isRecord(question)) return question;
  let id = question.id;
  for (let number = 2; taken.has(id); number++) id = `${question.id}-${number}`;
  taken.add(id);
  return { ...question, id };
}

function listQuestionIds(values: ContentValues): unknown[] {
  return Object.values(values).flatMap((value) => {
    const { faq, items } = isRecord(value) ? value : {};
    return [faq, items].flatMap((list) => (Array.isArray(list) ? list.map((each) => each?.id) : []));
  });
}

function makeEmpty(field: FormField): unknown {
  if (!field.isRequired) return undefined;
  if (field.kind === 'list') return [makeEmpty(field.item) ?? {}];
  if (field.kind !== 'object') return undefined;
  return Object.fromEntries([...field.fields].map(([key, part]) => [key, makeEmpty(part)]));
}

/** What a new file is asked to be called. */
export function describeFileName(name: CollectionName): { label: string; hint: string } {
  return name === 'pages'
    ? {
        label: 'Its address',
        hint: 'Such as how-we-grow, which is then at /how-we-grow. Leave it empty to use the heading.',
      }
    : {
        label: 'Its short name, for links',
        hint: 'Such as silver-fir. Leave it empty to use the name. It can’t be changed later.',
      };
}

/** In characters: what a name of a file can hold on every system, and an address can show. */
const LONGEST_NAME = 200;

/**
 * The path of a new file below content/.
 * @param typed empty for a name made from the value's own
 */
export function nameNewFile(name: CollectionName, typed: string, value: unknown): Result<string> {
  const words = readLine(typed) || findName(value);
  const id = (words.length > LONGEST_NAME ? '' : words)
    .split('/')
    .map(toSlug)
    .filter(Boolean)
    .join(name === 'pages' ? '/' : '-');
  if (id === '') {
    const wanted = name === 'pages' ? 'an address here, or the heading' : 'a short name here, or the name';
    return refuse({ code: 'content_invalid', error: `Please write ${wanted} below.` });
  }
  if (name === 'pages' && !isFreePath(pagePath(id))) {
    const error = `‘/${id}’ is the address of another page. Please choose another one.`;
    return refuse({ code: 'content_invalid', error });
  }
  return { ok: true, value: COLLECTIONS[name].files.replace(/\*\*\/\*|\*/, () => id) };
}

function findName(value: unknown): string {
  if (!isRecord(value)) return '';
  const heading = isRecord(value.hero) ? value.hero.heading : undefined;
  return [value.name, value.breadcrumb, heading].find((each) => typeof each === 'string') ?? '';
}
