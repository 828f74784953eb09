import { orderSchema } from '#domain/schemas/order.ts';
import { type Entries, validate } from '../http/request-body.ts';

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
