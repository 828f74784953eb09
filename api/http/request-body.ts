import type { Context } from 'hono';
import type { z } from 'zod';
import { type Result, refuse } from './result.ts';

export const BODY_LIMIT_BYTES = 32 * 1024;

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
  if (!text.ok) return text;
  try {
    return validate(schema, JSON.parse(text.value));
  } catch {
    return refuse({ code: 'malformed_body' });
  }
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

/** What a browser without scripts posts: each field as it was typed. */
export type Entries = Readonly<Record<string, string>>;

/** The entries of a form post. If a field comes twice, the first one counts. */
export async function readForm(c: Context, limitBytes: number = BODY_LIMIT_BYTES): Promise<Result<Entries>> {
  if (!isForm(c)) return refuse({ code: 'unsupported_media_type', error: 'Please send the form as it is.' });
  const body = await readText(c, limitBytes);
  if (!body.ok) return body;
  if (body.value.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) return refuse({ code: 'malformed_body' });
  const entries: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(body.value)) entries[name] ??= value;
  return { ok: true, value: entries };
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

export function isForm(c: Context): boolean {
  return mediaType(c) === 'application/x-www-form-urlencoded';
}

/** The body as text. Stops reading at the limit, also if the request has no Content-Length. */
export async function readText(c: Context, limitBytes: number): Promise<Result<string>> {
  const announced = Number(c.req.header('Content-Length') ?? Number.NaN);
  if (announced > limitBytes) return refuse({ code: 'body_too_large' });
  // Node reads no more than the announced length, so it can be trusted.
  const isExact = Number.isInteger(announced) && c.req.header('Transfer-Encoding') === undefined;
  if (isExact) return { ok: true, value: await c.req.text() };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) return refuse({ code: 'body_too_large' });
    chunks.push(chunk);
  }
  return { ok: true, value: Buffer.concat(chunks).toString('utf8') };
}

/** `application/json` from `application/json; charset=utf-8`. */
export function mediaType(c: Context): string {
  return (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Digits only: not `2.5` or `2e3`. NaN for anything else. */
export function readWholeNumber(typed: string): number {
  return /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : Number.NaN;
}
