import type { z } from 'zod';
import type { ContentProblem } from '#content/reader/problems.ts';
import type { ContentValues } from '#content/reader/read-files.ts';
import { describeIssue } from '#content/reader/schema-issues.ts';
import type { FieldProblem } from '#forms/field.ts';
import type { FormField, UnionField } from './form-field.ts';
import { controlId } from './form-view.ts';
import { nameItem } from './item-names.ts';
import { chooseOption, isValues, joinPath } from './read-value.ts';
import { sayMistake } from './say-value.ts';

type Issue = z.core.$ZodIssue;

/**
 * What the schema says of a value, each message with its control in the form.
 * @param schema of the whole file: of the list, if it is one
 */
export function findProblems(field: FormField, schema: z.ZodType, value: unknown): FieldProblem[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return takeFirst(result.error.issues.map((issue) => describeProblem(field, schema, value, issue)));
}

/** The first message for each control. */
function takeFirst(problems: readonly FieldProblem[]): FieldProblem[] {
  return [...new Map(problems.toReversed().map((each) => [each.controlId, each])).values()].toReversed();
}

/**
 * What the check says of a file, each message with the control in its form.
 * @param values of the whole content
 */
export function placeProblems(
  field: FormField,
  value: unknown,
  problems: readonly ContentProblem[],
  values: ContentValues,
): FieldProblem[] {
  const placed = problems.map((problem) => {
    const place = findPlace(field, value, problem.path ?? [], '');
    const name = place.field.title || nameItem(place.field, place.value) || 'This';
    const what =
      problem.found === 'nothing'
        ? `‘${String(problem.path?.at(-1))}’ is missing. Wanted: ${problem.wanted}`
        : sayMistake(place.field, problem, values);
    return { controlId: controlId(place.path), message: `‘${name}’: ${what}.` };
  });
  return takeFirst(placed);
}

function describeProblem(field: FormField, schema: z.ZodType, value: unknown, issue: Issue): FieldProblem {
  const place = findPlace(field, value, issue.path, '');
  if (issue.code === 'invalid_union' && place.field.kind === 'union') {
    const inner = issueOfOption(place.field, place.value, issue);
    if (inner)
      return describeProblem(field, schema, value, {
        ...inner,
        path: [...issue.path, ...inner.path],
      } as Issue);
  }
  return { controlId: controlId(place.path), message: wordProblem(place, issue, schema, value) };
}

function issueOfOption(
  field: UnionField,
  value: unknown,
  issue: Issue & { code: 'invalid_union' },
): Issue | undefined {
  return issue.errors[field.options.indexOf(chooseOption(field, value))]?.[0];
}

interface Place {
  readonly field: FormField;
  readonly value: unknown;
  /** In the form, where the items of a map are counted. */
  readonly path: string;
}

function findPlace(field: FormField, value: unknown, steps: readonly PropertyKey[], path: string): Place {
  if (field.kind === 'union' && steps.length > 0) {
    return findPlace(chooseOption(field, value), value, steps, path);
  }
  const [step, ...more] = steps;
  if (step === undefined || field.kind === 'leaf') return { field, value, path };
  const inner =
    isValues(value) || Array.isArray(value) ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  if (field.kind === 'list') return findPlace(field.item, inner, more, joinPath(path, Number(step)));
  if (field.kind === 'map' && isValues(value) && String(step) in value) {
    return findPlace(field.item, inner, more, joinPath(path, Object.keys(value).indexOf(String(step))));
  }
  const part = field.kind === 'object' ? field.fields.get(String(step)) : undefined;
  return part === undefined
    ? { field, value, path }
    : findPlace(part, inner, more, joinPath(path, String(step)));
}

function wordProblem({ field, value }: Place, issue: Issue, schema: z.ZodType, whole: unknown): string {
  const isEmpty = value === undefined || value === '';
  if (field.kind === 'leaf' && isEmpty && issue.code !== 'custom') return `Please fill in ‘${field.title}’.`;
  const { wanted, found } = describeIssue(issue, { file: '', path: [], value: whole, schema });
  if (issue.code === 'unrecognized_keys')
    return `‘${field.title}’ has ${found}, which nothing reads. Only somebody who edits the file itself can remove it.`;
  return `‘${field.title || nameItem(field, value) || 'This'}’ needs ${wanted.replace(/,? in quotes/, '').replace('a value of the kind number', 'a number')}.`;
}
