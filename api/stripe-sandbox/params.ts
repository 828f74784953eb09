import { z } from 'zod';
import { type Failure, type FormFields, invalidRequest } from './failures.ts';

/**
 * Holds a call's parameters against a schema, with Stripe's words for what is wrong. Parameters that the sandbox
 * does not know are refused, as Stripe refuses them: a typing mistake shows at once.
 */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  fields: FormFields,
): z.output<Schema> | Failure {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw new Error('zod refused without a reason');
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? '']);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(issue.path);
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return invalidRequest(issue.message, { param, ...(typeof code === 'string' ? { code } : {}) });
}

function nameOf([first, ...rest]: PropertyKey[]): string {
  return String(first) + rest.map((part) => `[${String(part)}]`).join('');
}

/** Adds an issue with Stripe's error code. */
function refuse(ctx: z.RefinementCtx, message: string, code: string): void {
  ctx.addIssue({ code: 'custom', message, params: { code } });
}

export const text = z.string().max(5000, 'Invalid string: must be at most 5000 characters');

/** Empty text unsets a value, in Stripe as here. */
export const textOrUnset = text.transform((value) => (value === '' ? null : value));

export const integer = text.transform((value, ctx) => {
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  refuse(ctx, `Invalid integer: ${value}`, 'parameter_invalid_integer');
  return z.NEVER;
});

export const positiveInteger = integer.superRefine((value, ctx) => {
  if (value < 1) refuse(ctx, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
});

export const flag = text.transform((value, ctx) => {
  if (value === 'true' || value === 'false') return value === 'true';
  ctx.addIssue({ code: 'custom', message: `Invalid boolean: ${value}` });
  return z.NEVER;
});

export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  const message = `Invalid value: must be one of ${values.join(', ')}`;
  return z.enum(values, message);
}

/** The values of `{ 0: …, 1: … }`. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (isFields(value) ? Object.values(value) : value), z.array(item));
}

function isFields(value: unknown): value is FormFields {
  return typeof value === 'object' && value !== null;
}

export const email = text.transform((value, ctx) => {
  if (value === '') return null;
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value)) return value;
  refuse(ctx, `Invalid email address: ${value}`, 'email_invalid');
  return z.NEVER;
});

/** http and https only: a browser is sent there. */
export const webAddress = text.superRefine((value, ctx) => {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) refuse(ctx, 'Not a valid URL', 'url_invalid');
});

/** Empty text in place of the whole unsets it. */
function unsettable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullable());
}

/** Empty text for a key removes it, empty text for the whole removes all. */
export const metadata = unsettable(
  z.record(z.string().max(40), z.string().max(500, 'Metadata values can have up to 500 characters')),
);

/** @returns what is stored after an update with the given metadata */
export function mergeMetadata(
  before: Record<string, string>,
  given: z.output<typeof metadata> | undefined,
): Record<string, string> {
  if (given === undefined) return before;
  if (given === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''));
}

const addressPart = textOrUnset.default(null);
export const address = z.strictObject({
  city: addressPart,
  country: addressPart,
  line1: addressPart,
  line2: addressPart,
  postal_code: addressPart,
  state: addressPart,
});

export const shipping = unsettable(z.strictObject({ address, name: text, phone: textOrUnset.default(null) }));

export const expand = list(text).default([]);

const LIMIT_RULE = 'This value must be between 1 and 100.';

/** The parameters of every list call. */
export const listing = {
  created: z.strictObject({ gte: integer }).optional(),
  limit: integer.pipe(z.number().min(1, LIMIT_RULE).max(100, LIMIT_RULE)).default(10),
  starting_after: text.optional(),
  expand,
};
