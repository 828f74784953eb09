import { z } from 'zod';
import { COLLECTIONS, type CollectionName } from '#content/reader/collections.ts';
import type { Control } from '#domain/schemas/field-meta.ts';

/** A field of a content file's form, as its schema describes it. */
export type FormField = ObjectField | ListField | MapField | LeafField | KeptField;

interface Common {
  readonly title: string;
  readonly help: string | undefined;
  readonly isRequired: boolean;
  /** What counts if the value is absent; undefined without one. */
  readonly preset: unknown;
  /** The fields of a group are folded away together. */
  readonly group: string | undefined;
  /** The path, beside it, of what it is made from if it is left empty. */
  readonly from: string | undefined;
}

export interface ObjectField extends Common {
  readonly kind: 'object';
  readonly fields: ReadonlyMap<string, FormField>;
}

export interface ListField extends Common {
  readonly kind: 'list';
  readonly item: FormField;
  /** The field of an item that is shown beside its name, the others being folded away. */
  readonly main: string | undefined;
}

/** A record with names of the editor's choice, such as the sections of a page. */
export interface MapField extends Common {
  readonly kind: 'map';
  readonly item: FormField;
  /** Whether the names are short names in small letters. */
  readonly hasSlugs: boolean;
  /** Whether each is a figure that pages disagree on, and its value the reading that a page shows. */
  readonly namesFacts: boolean;
}

/** A value that one control, or one group of boxes to tick, asks for. */
export interface LeafField extends Common {
  readonly kind: 'leaf';
  readonly control: LeafControl;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly of: string | undefined;
  /** Of a picture: the field, beside it, that says what it shows. */
  readonly describedBy: string | undefined;
  /** Of a list: what each of its values is. */
  readonly item: LeafField | undefined;
}

type LeafControl =
  | Control
  | 'text'
  | 'number'
  | 'switch'
  | 'yes-or-no'
  | 'only-true'
  | 'choice'
  | 'lines'
  | 'ticks';

/** What no form knows how to ask for. It stays as it is. */
interface KeptField extends Common {
  readonly kind: 'kept';
}

/** The part of a JSON schema that is read, with the fields' own `.meta()`. */
interface Json {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  items?: Json;
  properties?: Record<string, Json>;
  required?: string[];
  propertyNames?: Json;
  additionalProperties?: Json | boolean;
  control?: Control;
  of?: string;
  from?: string;
  describedBy?: string;
  main?: string;
  group?: string;
  labels?: Record<string, string>;
  maxLength?: number;
}

/** The form of a collection's files. A field that is new in its schema is in the form by itself. */
export interface ContentForm {
  readonly field: FormField;
  readonly schema: z.ZodType;
}

const forms = new Map<CollectionName, ContentForm>();

export function findForm(name: CollectionName): ContentForm {
  const form = forms.get(name) ?? makeForm(COLLECTIONS[name].schema, COLLECTIONS[name]);
  forms.set(name, form);
  return form;
}

/** Exported for tests with schemas of their own. */
export function makeForm(
  schema: z.ZodType,
  { title, shape }: { readonly title: string; readonly shape: 'record' | 'list' },
): ContentForm {
  const whole = shape === 'list' ? schema.array() : schema;
  const json = z.toJSONSchema(whole, { io: 'input', unrepresentable: 'any' }) as Json;
  return {
    field: toField(shape === 'list' ? { ...json, title } : { title, ...json }, '', true),
    schema: whole,
  };
}

/** Whether it is made from another field, so that nobody has written it, and no form shows it. */
export function isMade(field: FormField): boolean {
  if (field.kind !== 'leaf' || field.from === undefined) return false;
  return field.control === 'slug' || field.control === 'tree-type';
}

function toField(json: Json, key: string, isRequired: boolean): FormField {
  const base = common(json, key, isRequired);
  if (json.type === 'object') return toObjectOrMap(json, base);
  if (json.type === 'array' && json.items) return toList(json, json.items, base);
  const control = chooseControl(json, isRequired);
  return control === undefined ? { ...base, kind: 'kept' } : toLeaf(json, base, control);
}

function common(json: Json, key: string, isRequired: boolean): Common {
  const { title = toWords(key), description: help, default: preset, group, from } = json;
  return { title, help, isRequired, preset, group, from };
}

/** `notDeliveredTo` is called ‘Not delivered to’. */
function toWords(key: string): string {
  if (key === 'id') return 'Short name, for links';
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function toObjectOrMap(json: Json, base: Common): FormField {
  const { properties, required = [], additionalProperties: values, propertyNames } = json;
  if (properties === undefined && typeof values === 'object') {
    const hasSlugs = propertyNames?.control === 'slug';
    return {
      ...base,
      kind: 'map',
      item: toField(values, '', true),
      hasSlugs,
      namesFacts: json.of === 'facts',
    };
  }
  const fields = Object.entries(properties ?? {}).map(
    ([key, value]) => [key, toField(value, key, required.includes(key))] as const,
  );
  return { ...base, kind: 'object', fields: new Map(fields) };
}

function toList(json: Json, items: Json, base: Common): FormField {
  const item = toField(items, '', true);
  if (item.kind !== 'leaf') return { ...base, kind: 'list', item, main: json.main };
  const control = ['choice', 'record'].includes(item.control) ? 'ticks' : 'lines';
  const { options, of } = item;
  return { ...base, kind: 'leaf', control, options, of, describedBy: undefined, item };
}

function toLeaf(json: Json, base: Common, control: LeafControl): LeafField {
  const options = (listChoices(json) ?? []).map((value) => {
    const name = json.labels?.[String(value)] ?? String(value);
    return [String(value), name] as const;
  });
  const { of, describedBy } = json;
  const help = [base.help, sayLongest(json, control)].filter(Boolean).join(' ') || undefined;
  return { ...base, help, kind: 'leaf', control, options, of, describedBy, item: undefined };
}

/** For words that may be long. Nobody writes a name or a heading above its limit. */
function sayLongest({ maxLength, anyOf }: Json, control: LeafControl): string | undefined {
  const longest = maxLength ?? anyOf?.[0]?.maxLength;
  if (longest === undefined || (control !== 'words' && control !== 'paragraphs')) return undefined;
  return `At most ${longest.toLocaleString('en-GB')} characters.`;
}

function chooseControl(json: Json, isRequired: boolean): LeafControl | undefined {
  if (json.control !== undefined) return json.control;
  if (json.const === true) return 'only-true';
  const values = listChoices(json);
  if (values !== undefined) return values.every((value) => typeof value === 'string') ? 'choice' : undefined;
  if (json.type === 'boolean') return isRequired || json.default !== undefined ? 'switch' : 'yes-or-no';
  if (json.type === 'number' || json.type === 'integer') return 'number';
  return json.type === 'string' ? 'text' : undefined;
}

function listChoices({ enum: values, const: only }: Json): unknown[] | undefined {
  return values ?? (only === undefined ? undefined : [only]);
}
