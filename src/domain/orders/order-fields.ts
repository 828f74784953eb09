import type { DeliveryCountry } from '../country.ts';

/** One line of the table below. */
export interface OrderFieldRow {
  /** Stands above its control in the order form. */
  readonly label: string;
  readonly controlId: string;
  /** The longest that it may be, in UTF-16 units: what `maxlength` counts. */
  readonly longest: number;
  readonly isOptional?: true;
  readonly kind: 'line' | 'lines' | 'email' | 'postcode' | 'country';
  /** Part of the postal address, which is only ever taken as a whole. */
  readonly isAddress?: true;
  /** What to tell a buyer who has left it out, or entered something that it cannot be. */
  readonly wanted: string;
}

/**
 * Who gets an order, and where (section 3, stored checkout order data): every field that a buyer fills in, in the
 * order of the form. Types, limits, rules, schemas, columns, Stripe's metadata and what an erasure takes out come from
 * here; api/README.md says what is to be written by hand for a new one.
 */
export const DELIVERY_FIELDS = {
  customerName: {
    label: 'Your name',
    controlId: 'order-name',
    longest: 100,
    kind: 'line',
    wanted: 'Please enter your name.',
  },
  customerEmail: {
    label: 'E-mail address',
    controlId: 'order-email',
    longest: 254,
    kind: 'email',
    wanted: 'Please enter a valid email address.',
  },
  customerPhone: {
    label: 'Phone number (optional)',
    controlId: 'order-phone',
    longest: 30,
    isOptional: true,
    kind: 'line',
    wanted: 'Please enter a phone number, or none.',
  },
  /** Street lines, separated by line feeds. */
  shippingAddress: {
    label: 'House number and street',
    controlId: 'order-address',
    longest: 300,
    kind: 'lines',
    isAddress: true,
    wanted: 'Please enter the street and house number.',
  },
  shippingCity: {
    label: 'Town or city',
    controlId: 'order-city',
    longest: 100,
    kind: 'line',
    isAddress: true,
    wanted: 'Please enter the town or city.',
  },
  shippingPostcode: {
    label: 'Postcode',
    controlId: 'order-postcode',
    // No postcode is longer than 8 characters; this leaves room for stray spaces.
    longest: 20,
    kind: 'postcode',
    isAddress: true,
    wanted: 'Please enter a full UK postcode, such as TA6 3TA.',
  },
  /** ISO 3166 alpha-2. The form sends it hidden. */
  shippingCountry: {
    label: 'Country',
    controlId: 'order-country',
    longest: 50,
    kind: 'country',
    isAddress: true,
    wanted: 'We deliver within the United Kingdom only.',
  },
  specialInstructions: {
    label: 'Special instructions (optional)',
    controlId: 'order-instructions',
    longest: 500,
    isOptional: true,
    kind: 'lines',
    wanted: 'Please put the instructions in words, or leave them out.',
  },
} as const satisfies Record<string, OrderFieldRow>;

type Fields = typeof DELIVERY_FIELDS;
export type DeliveryField = keyof Fields;
/** Those that may be left out. */
export type OptionalField = {
  [Name in DeliveryField]: Fields[Name] extends { isOptional: true } ? Name : never;
}[DeliveryField];
export type RequiredField = Exclude<DeliveryField, OptionalField>;

/** The fields as they are read: without those that were left out, which are null. */
export type DeliveryDetails = {
  readonly [Name in DeliveryField]: Fields[Name]['kind'] extends 'country'
    ? DeliveryCountry
    : Name extends OptionalField
      ? string | null
      : string;
};

/** Whether a buyer may leave it out. */
export function isOptionalField(name: DeliveryField): name is OptionalField {
  return 'isOptional' in DELIVERY_FIELDS[name];
}

export const DELIVERY_FIELD_NAMES = Object.keys(DELIVERY_FIELDS) as readonly DeliveryField[];

/** One thing for each field. */
export function mapDeliveryFields<T>(make: (name: DeliveryField) => T): Record<DeliveryField, T> {
  return Object.fromEntries(DELIVERY_FIELD_NAMES.map((name) => [name, make(name)])) as Record<
    DeliveryField,
    T
  >;
}

/** What a buyer fills in. The country is fixed. */
export type OrderField = 'quantity' | 'deliveryWeek' | Exclude<DeliveryField, 'shippingCountry'>;

/** In the order of the form. */
export const ORDER_FIELDS: readonly OrderField[] = [
  'quantity',
  'deliveryWeek',
  ...DELIVERY_FIELD_NAMES.filter((name) => name !== 'shippingCountry'),
];

/** The form's fields by their names, as they were typed. Hidden fields too. */
export type OrderEntries = Readonly<Record<string, string>>;

/** A message for each field that needs mending. */
export type OrderErrors = Readonly<Partial<Record<OrderField, string>>>;
