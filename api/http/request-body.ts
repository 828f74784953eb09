import type { Context } from 'hono';
import type { z } from 'zod';
import type { Problem } from './problems.ts';

/** Either what was asked for, or why not. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export const BODY_LIMIT_BYTES = 32 * 1024;

/**
 * The request's JSON body, held against a schema. `fields` of the problem name each field that is wrong, with the
 * schema's message; nested fields as `order.quantity`.
 */
export async function readJson<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  limitBytes: number = BODY_LIMIT_BYTES,
): Promise<Result<z.output<Schema>>> {
  if (mediaType(c) !== 'application/json') return failed({ code: 'unsupported_media_type' });
  const text = await readText(c, limitBytes);
  if (!text.ok) return text;
  try {
    return validate(schema, JSON.parse(text.value));
  } catch {
    return failed({ code: 'malformed_body' });
  }
}

/** Holds a value against a schema; the first message for each field. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): Result<z.output<Schema>> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[path.join('.') || 'body'] ??= message;
  return failed({ code: 'invalid_fields', fields });
}

/** More fields than any form here has. */
const MOST_FIELDS = 100;

/** The fields of a form post, as they were typed; of a field that comes twice, the first. */
export async function readForm(
  c: Context,
  limitBytes: number = BODY_LIMIT_BYTES,
): Promise<Result<Record<string, string>>> {
  const body = await readText(c, limitBytes);
  if (!body.ok) return body;
  if (body.value.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) return failed({ code: 'malformed_body' });
  const entries: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(body.value)) entries[name] ??= value;
  return { ok: true, value: entries };
}

/** The body as text, cut off with a problem at the limit, however the request announced its length. */
export async function readText(c: Context, limitBytes: number): Promise<Result<string>> {
  const announced = Number(c.req.header('Content-Length') ?? Number.NaN);
  if (announced > limitBytes) return failed({ code: 'body_too_large' });
  // Node reads no more than was announced, so the length can be trusted, and the quick way be taken.
  const isExact = Number.isInteger(announced) && c.req.header('Transfer-Encoding') === undefined;
  if (isExact) return { ok: true, value: await c.req.text() };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) return failed({ code: 'body_too_large' });
    chunks.push(chunk);
  }
  return { ok: true, value: Buffer.concat(chunks).toString('utf8') };
}

/** `application/json` of `application/json; charset=utf-8`. */
export function mediaType(c: Context): string {
  return (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function failed(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}
