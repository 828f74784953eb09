import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Intent, PaymentMethod } from './store.ts';

/** The `error` of an answer, in Stripe's shape. */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  /** Less of it for a browser. */
  payment_intent?: Partial<Intent>;
  payment_method?: PaymentMethod;
}

/** Why a call was refused. Returned, never thrown: what was written before it (a declined charge) stays. */
export class Failure {
  readonly status: ContentfulStatusCode;
  readonly error: StripeErrorBody;

  constructor(status: ContentfulStatusCode, error: StripeErrorBody) {
    this.status = status;
    this.error = error;
  }
}

type Details = Omit<StripeErrorBody, 'type' | 'message'>;

export function invalidRequest(message: string, details: Details = {}): Failure {
  return new Failure(400, { type: 'invalid_request_error', message, ...details });
}

/** @param where `path` when the address itself names the object, else the parameter that does */
export function resourceMissing(kind: string, id: string, where: string): Failure {
  const [status, param] = where === 'path' ? ([404, 'id'] as const) : ([400, where] as const);
  const message = `No such ${kind}: '${id}'`;
  return new Failure(status, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

export function unexpectedState(message: string, intent: Intent): Failure {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

/** Form fields as sent: text, or nested by the brackets of their names. */
type FormValue = string | { [name: string]: FormValue };
export type FormFields = Record<string, FormValue>;

/** More than any call of Stripe's has. */
const MOST_FIELDS = 500;
const DEEPEST = 8;

/** Whether a form is to be refused, because of what reading it would cost. */
export function hasTooManyFields(text: string): boolean {
  return text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS;
}

/**
 * Reads `a=1&b[c]=2&d[0]=3&e[]=4` as Stripe does. Lists stay objects with numbers for names (`{ 0: '3' }`), because
 * `metadata[0]` is one too; who expects a list takes the values.
 */
export function parseForm(text: string): FormFields {
  const fields = createFields();
  for (const [name, value] of new URLSearchParams(text)) setField(fields, splitName(name), value);
  return fields;
}

/** `['a', 'b', '']` of `a[b][]`. */
function splitName(name: string): string[] {
  const opening = name.indexOf('[');
  if (opening <= 0 || !name.endsWith(']')) return [name];
  return [name.slice(0, opening), ...name.slice(opening + 1, -1).split('][', DEEPEST)];
}

function setField(fields: FormFields, [first = '', ...rest]: string[], value: string): void {
  const name = first === '' ? String(Object.keys(fields).length) : first;
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const inner = fields[name];
  const nested = typeof inner === 'object' ? inner : createFields();
  fields[name] = nested;
  setField(nested, rest, value);
}

/** Without a prototype, so that a field called `__proto__` is a field. */
function createFields(): FormFields {
  return Object.create(null);
}
