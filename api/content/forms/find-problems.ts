import type { z } from 'zod';
import type { ContentValues } from '#content/reader/parse-content.ts';
import type { ContentProblem } from '#content/reader/problems.ts';
import { describeIssue } from '#content/reader/schema-issues.ts';
import type { FieldProblem } from '#forms/field.ts';
import { controlId, type FormPart, findPart, nameItem } from './find-part.ts';
import type { FormField } from './form-field.ts';
import { sayMistake } from './form-words.ts';

type Issue = z.core.$ZodIssue;

/**
 * What the schema says of a value, each message with its control in the form.
 * @param schema of the whole file: of the list, if it is one
 */
export function findProblems(field: FormField, schema: z.ZodType, value: unknown): FieldProblem[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return takeFirst(
    result.error.issues.map((issue) => {
      const part = findPart(field, value, issue.path);
      return { controlId: controlId(part.path), message: wordProblem(part, issue, schema, value) };
    }),
  );
}

/** What the check says of a file, each message with the control in its form. @param values of the whole content */
export function findControls(
  field: FormField,
  value: unknown,
  problems: readonly ContentProblem[],
  values: ContentValues,
): FieldProblem[] {
  return takeFirst(
    problems.map((problem) => {
      const part = findPart(field, value, problem.path ?? []);
      const what =
        problem.found === 'nothing'
          ? `‘${String(problem.path?.at(-1))}’ is missing. Wanted: ${problem.wanted}`
          : sayMistake(part.field, problem, values);
      return { controlId: controlId(part.path), message: `‘${nameOwn(part)}’: ${what}.` };
    }),
  );
}

function takeFirst(problems: readonly FieldProblem[]): FieldProblem[] {
  return [...new Map(problems.toReversed().map((each) => [each.controlId, each])).values()].toReversed();
}

function nameOwn({ field, value }: FormPart): string {
  return field.title || nameItem(field, value) || 'This';
}

function wordProblem(part: FormPart, issue: Issue, schema: z.ZodType, whole: unknown): string {
  const { field, value } = part;
  const isEmpty = value === undefined || value === '';
  if (field.kind === 'leaf' && isEmpty && issue.code !== 'custom') return `Please fill in ‘${field.title}’.`;
  const { wanted, found } = describeIssue(issue, { file: '', path: [], value: whole, schema });
  if (issue.code === 'unrecognized_keys')
    return `‘${field.title}’ has ${found}, which nothing reads. Only somebody who edits the file itself can remove it.`;
  return `‘${nameOwn(part)}’ needs ${wanted.replace(/,? in quotes/, '').replace('a value of the kind number', 'a number')}.`;
}
