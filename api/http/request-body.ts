import { MIMEType } from 'node:util';
import type { Context } from 'hono';
import { z } from 'zod';
import { readLine } from '#domain/plain-text.ts';
import { type SentFile, takeOutFiles } from './multipart.ts';
import { type Result, refuse } from './problems.ts';

const BODY_LIMIT_BYTES = 32 * 1024;

/**
 * Reads the JSON body and validates it. The problem's `fields` has the schema's message for each invalid field; nested
 * fields are named `order.quantity`.
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  limitBytes: number = BODY_LIMIT_BYTES,
): Promise<Result<z.output<Schema>>> {
  if (mediaType(c) !== 'application/json') return refuse({ code: 'unsupported_media_type' });
  const text = await readText(c, limitBytes);
  return text.ok ? parseObject(text.value, schema) : text;
}

/** Validates JSON that is an object: of a list or a lone word a schema would speak in the words of its library. */
export function parseObject<Schema extends z.ZodType>(
  json: string,
  schema: Schema,
): Result<z.output<Schema>> {
  try {
    const value: unknown = JSON.parse(json);
    if (z.record(z.string(), z.unknown()).safeParse(value).success) return validate(schema, value);
  } catch {
    // Refused below.
  }
  return refuse({ code: 'malformed_body' });
}

/** Validates a value. The problem has the first message for each field. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): Result<z.output<Schema>> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[path.join('.') || 'body'] ??= message;
  return refuse({ code: 'invalid_fields', fields });
}

/** More fields than any form here has. */
const MOST_FIELDS = 100;

/** The largest form of the content editor has about 300 fields, and its longest texts 20 kB. */
const MOST_EDITOR_FIELDS = 2000;
const EDITOR_LIMIT_BYTES = 256 * 1024;
/** What most phones make of a photograph, at most. */
export const UPLOAD_LIMIT_BYTES = 15_000_000;
/** So much of a form is read, and what is above the limits not kept, so that its page can say so. */
const MOST_READ_BYTES = 64_000_000;
const MORE_THAN_READ = {
  code: 'body_too_large',
  error: `That is more than we can take in one go. A photograph has ${UPLOAD_LIMIT_BYTES / 1_000_000} MB at most: please go back, and send it in a smaller size.`,
} as const;

/** What a browser without scripts posts: each field as it was typed. */
export type Entries = Readonly<Record<string, string>>;

/** The entries of a form post. If a field comes twice, the first one counts. */
export async function readForm(
  c: Context,
  limitBytes: number = BODY_LIMIT_BYTES,
  mostFields: number = MOST_FIELDS,
): Promise<Result<Entries>> {
  if (!isForm(c)) return refuse({ code: 'unsupported_media_type', error: 'Please send the form as it is.' });
  const body = await readText(c, limitBytes);
  if (!body.ok) return body;
  if (body.value.split('&', mostFields + 1).length > mostFields) return refuse({ code: 'malformed_body' });
  const entries: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(body.value)) entries[name] ??= value;
  return { ok: true, value: entries };
}

/** The entries of a form, and the files that were chosen in it, by the names of their fields. */
export interface EditorForm {
  readonly entries: Entries;
  readonly files: ReadonlyMap<string, SentFile>;
}

/**
 * A form of the content editor, which has more fields than others, and photographs.
 * @param limits in bytes: of all its fields, and of each photograph
 */
export async function readEditorForm(
  c: Context,
  { text, file } = { text: EDITOR_LIMIT_BYTES, file: UPLOAD_LIMIT_BYTES },
): Promise<Result<EditorForm>> {
  if (mediaType(c) !== 'multipart/form-data') {
    const entries = await readForm(c, text, MOST_EDITOR_FIELDS);
    return entries.ok ? { ok: true, value: { entries: entries.value, files: new Map() } } : entries;
  }
  if (Number(c.req.header('Content-Length')) > MOST_READ_BYTES) return refuse(MORE_THAN_READ);
  const type = c.req.header('Content-Type') ?? '';
  const boundary = readBoundary(type);
  if (boundary === undefined) return refuse({ code: 'malformed_body' });
  const limits = { mostParts: MOST_EDITOR_FIELDS, text, file, body: MOST_READ_BYTES };
  const body = await takeOutFiles(c.req.raw.body ?? [], boundary, limits);
  if (!body.ok) return body;
  const { rest, files: contents } = body.value;
  const form = await new Response(new Uint8Array(rest), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => null);
  if (form === null) return refuse({ code: 'malformed_body' });
  const entries: Record<string, string> = Object.create(null);
  const files = new Map<string, SentFile>();
  for (const [field, value] of form) {
    if (typeof value === 'string') entries[field] ??= value;
    else {
      const file = contents.shift();
      if (file === undefined) return refuse({ code: 'malformed_body' });
      if (file.size > 0) files.set(field, { name: value.name, ...file });
    }
  }
  return { ok: true, value: { entries, files } };
}

/** As Node reads it, so that it finds the parts that were counted. */
function readBoundary(type: string): string | undefined {
  try {
    return new MIMEType(type).params.get('boundary') || undefined;
  } catch {
    return undefined;
  }
}

/** The entries of a form whose fields only a page of ours fills in, so that no message for a person is needed. */
export async function readFormAs<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<Result<z.output<Schema>>> {
  const body = await readForm(c);
  if (!body.ok) return body;
  const entries = schema.safeParse(body.value);
  return entries.success ? { ok: true, value: entries.data } : refuse({ code: 'malformed_body' });
}

/** A posted order for its schema: an empty entry means that the field was left out, and the boxes are a number. */
export function readOrderEntries(entries: Entries): Record<string, unknown> {
  const given = Object.entries(entries).filter(([, value]) => value.trim() !== '');
  return Object.fromEntries(
    given.map(([name, value]) => [name, name === 'quantity' ? readWholeNumber(value) : value]),
  );
}

/** Whether a script sends a page's form, and reads what became of it. */
export function isCall(c: Context): boolean {
  return c.req.header('Accept') === 'application/json';
}

export function isForm(c: Context): boolean {
  return mediaType(c) === 'application/x-www-form-urlencoded';
}

/** The body as text. Node reads no more than the length that it has (`refuse-requests.ts`). */
export async function readText(c: Context, limitBytes: number): Promise<Result<string>> {
  if (Number(c.req.header('Content-Length')) > limitBytes) return refuse({ code: 'body_too_large' });
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > limitBytes) return refuse({ code: 'body_too_large' });
  return { ok: true, value: new TextDecoder().decode(bytes) };
}

/** `application/json` from `application/json; charset=utf-8`. */
export function mediaType(c: Context): string {
  return (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Digits only: not `2.5` or `2e3`. NaN for anything else. */
export function readWholeNumber(typed: string): number {
  const digits = readLine(typed);
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

const NO_PAGE = 'There’s no such page.';

/** The number of a page of a list, from 1: more pages than any list has, and few enough for an offset in every database. */
export const pageNumberSchema = z.coerce.number(NO_PAGE).int(NO_PAGE).min(1, NO_PAGE).max(100_000, NO_PAGE);
