import type { Context } from 'hono';
import { orderSchema } from '#domain/schemas/order.ts';
import { mediaType, type Result, readForm, validate } from '../http/request-body.ts';

export type Entries = Readonly<Record<string, string>>;

/** The branch box form as a browser without scripts posts it: each field's first value, as it was typed. */
export async function readFormEntries(c: Context): Promise<Result<Entries>> {
  if (mediaType(c) !== 'application/x-www-form-urlencoded') {
    return {
      ok: false,
      problem: { code: 'unsupported_media_type', error: 'Please send the form as it is.' },
    };
  }
  return readForm(c);
}

/** The order that was entered. Everything in a form is text, and an empty field is one that was left out. */
export function validateEntries(entries: Entries) {
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value.trim() !== ''),
  );
  if (typeof given.quantity === 'string') given.quantity = readWholeNumber(given.quantity);
  return validate(orderSchema, given);
}

/** Digits only: `2.5` and `2e3` are for the schema to refuse. */
function readWholeNumber(typed: string): number {
  return /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : Number.NaN;
}
