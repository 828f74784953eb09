import { z } from 'zod';
import type { ContentProblem } from './problems.ts';

type Issue = z.core.$ZodIssue;

interface Place {
  readonly file: string;
  readonly place: string;
  readonly value: unknown;
  readonly schema: z.core.$ZodType;
}

/** Fields that older content has elsewhere, by file and field. */
const MOVED: Readonly<Record<string, string>> = {
  'farm.json notices': 'notices in a file of their own, content/notices.json, each with an "id"',
};

/** Turns a schema issue into a problem for the editor of the file. */
export function describeIssue(issue: Issue, { file, place, value, schema }: Place): ContentProblem {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return {
      file,
      field: fieldName(place, value, [...issue.path, key]),
      found: `a field named ${issue.keys.map((each) => `"${each}"`).join(', ')}`,
      wanted: MOVED[`${file} ${key}`] ?? `only the fields ${knownFields(schema, issue.path).join(', ')}`,
    };
  }
  if (issue.code === 'invalid_union') {
    const deepest = deepestIssue(issue);
    if (deepest !== undefined) {
      return describeIssue({ ...deepest, path: [...issue.path, ...deepest.path] } as Issue, {
        file,
        place,
        value,
        schema,
      });
    }
  }
  return {
    file,
    field: fieldName(place, value, issue.path),
    found: found(valueAt(value, issue.path)),
    wanted: wantedOf(issue),
  };
}

function wantedOf(issue: Issue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return `a value of the kind ${issue.expected}`;
  }
  if (issue.code === 'too_small' && issue.origin === 'array') return `at least ${issue.minimum} in the list`;
  return issue.message;
}

/** Of a union's failed alternatives, the one that got furthest into the value is the most useful. */
function deepestIssue(issue: Issue & { code: 'invalid_union' }): Issue | undefined {
  const all = issue.errors.flat();
  const deep = all.filter(({ path, code }) => path.length > 0 || code === 'unrecognized_keys');
  return deep.sort((a, b) => b.path.length - a.path.length)[0];
}

function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Date) return `${value.toISOString().slice(0, 10)} without quotes`;
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (each, key) => (each as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

const NAMES = ['id', 'size', 'name', 'title', 'days', 'label', 'type'];

/** `groups["nordmann-fir"].sizes["5-6ft"].price`: list items by the name that an editor sees. */
function fieldName(place: string, value: unknown, path: readonly PropertyKey[]): string {
  let field = place;
  path.forEach((key, index) => {
    if (typeof key !== 'number') {
      field += field === '' ? String(key) : `.${String(key)}`;
      return;
    }
    const item = valueAt(value, path.slice(0, index + 1)) as Record<string, unknown> | undefined;
    const name = NAMES.map((each) => item?.[each]).find((each) => typeof each === 'string');
    field += name === undefined ? `[${key + 1}]` : `["${name}"]`;
  });
  return field === '' ? 'the file' : field;
}

/** The fields that the schema knows at this place, to help with a misspelt one. */
function knownFields(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const object = path.reduce<z.core.$ZodType | undefined>(stepInto, schema);
  const shapes = alternatives(object).flatMap((each) =>
    each instanceof z.ZodObject ? Object.keys(each.shape) : [],
  );
  return [...new Set(shapes)];
}

function stepInto(schema: z.core.$ZodType | undefined, key: PropertyKey): z.core.$ZodType | undefined {
  for (const each of alternatives(schema)) {
    if (each instanceof z.ZodObject) return each.shape[key as string] as z.core.$ZodType | undefined;
    if (each instanceof z.ZodArray) return each.element;
    if (each instanceof z.ZodRecord) return each.valueType;
  }
  return undefined;
}

/** A schema without its optional, default and transform wrappers; for a union, each alternative. */
function alternatives(schema: z.core.$ZodType | undefined): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return alternatives(schema.def.innerType);
  }
  if (schema instanceof z.ZodPipe) return alternatives(schema.def.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => alternatives(each));
  return schema === undefined ? [] : [schema];
}
