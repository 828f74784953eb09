import { z } from 'zod';
import type { FieldMeta } from '#domain/schemas/field-meta.ts';
import { type FieldPath, type Finding, valueAt } from './problems.ts';

type Issue = z.core.$ZodIssue;

/** A record, its raw value, and where it begins in its file. */
interface RecordPlace {
  readonly file: string;
  readonly path: FieldPath;
  readonly value: unknown;
  readonly schema: z.core.$ZodType;
}

/** Turns a schema issue into a mistake for the editor of the file. */
export function describeIssue(issue: Issue, record: RecordPlace): Finding {
  const { file, value, schema } = record;
  const path = [...record.path, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return {
      file,
      path: [...path, key],
      found: `a field named ${issue.keys.map((each) => `"${each}"`).join(', ')}`,
      wanted: `only the fields ${knownFields(schema, issue.path).join(', ')}`,
    };
  }
  if (issue.code === 'invalid_union') {
    const deepest = deepestIssue(issue);
    if (deepest !== undefined) {
      return describeIssue({ ...deepest, path: [...issue.path, ...deepest.path] } as Issue, record);
    }
  }
  return { file, path, found: found(valueAt(value, issue.path)), wanted: wantedOf(issue) };
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

/** The fields that the schema knows at this path, to help with a misspelt one. */
function knownFields(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const object = path.reduce<z.core.$ZodType | undefined>(stepInto, schema);
  const shapes = alternatives(object).flatMap((each) =>
    each instanceof z.ZodObject ? Object.keys(each.shape) : [],
  );
  return [...new Set(shapes)];
}

/** How a form asks for the value at this path, and what it names, as far as the schema says it. */
export function findMeaning(schema: z.core.$ZodType, path: FieldPath): Pick<FieldMeta, 'control' | 'of'> {
  let meaning: Pick<FieldMeta, 'control' | 'of'> = {};
  let at: z.core.$ZodType | undefined = schema;
  for (const key of path) {
    at = stepInto(at, key);
    meaning = meaningOf(at) ?? meaning;
  }
  return meaning;
}

function meaningOf(schema: z.core.$ZodType | undefined): Pick<FieldMeta, 'control' | 'of'> | undefined {
  const meta = schema && z.globalRegistry.get(schema);
  if (meta?.control !== undefined) return meta;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return meaningOf(schema.def.innerType);
  return schema instanceof z.ZodPipe ? meaningOf(schema.def.in) : undefined;
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
