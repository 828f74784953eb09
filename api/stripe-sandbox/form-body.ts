/** Form fields as sent: text, or nested by the brackets of their names. */
export type FormValue = string | { [name: string]: FormValue };
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
