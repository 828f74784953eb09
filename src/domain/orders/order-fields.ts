import type { DeliveryCountry } from '../country.ts';

/** One row of the table below. */
export interface OrderFieldRow {
  /** Above its control in the order form. */
  readonly label: string;
  readonly controlId: string;
  /** The maximum length in UTF-16 units, like `maxlength`. */
  readonly longest: number;
  readonly isOptional?: true;
  readonly kind: 'line' | 'lines' | 'email' | 'postcode' | 'country';
  /** Part of the postal address, which is always replaced as a whole. */
  readonly isAddress?: true;
  /** The message if it is missing or not valid. */
  readonly wanted: string;
}

/**
 * The recipient and address of an order (section 3, stored checkout order data): every field that a buyer fills in, in
 * the order of the form. Types, limits, rules, schemas, columns, Stripe's metadata and erasure derive from this table.
 * api/README.md says what a new field needs besides.
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
    wanted: 'Please enter a phone number, or leave this empty.',
  },
  /** Only of a gift. Without it the parcel has the buyer's name. */
  recipientName: {
    label: 'Name on the parcel, if it is a gift',
    controlId: 'order-recipient',
    longest: 100,
    isOptional: true,
    kind: 'line',
    isAddress: true,
    wanted: 'Please enter the name of the person it is for, or leave this empty.',
  },
  /** Printed on the slip, for the recipient. */
  giftMessage: {
    label: 'Your message to them (optional)',
    controlId: 'order-gift-message',
    longest: 200,
    isOptional: true,
    kind: 'lines',
    wanted: 'Please write your message in words, or leave this empty.',
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
    // No postcode is longer than 8 characters. This leaves room for extra spaces.
    longest: 20,
    kind: 'postcode',
    isAddress: true,
    wanted: 'Please enter a full UK postcode, such as TA6 3TA.',
  },
  /** ISO 3166 alpha-2. A hidden field of the form. */
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
    wanted: 'Please write your instructions in words, or leave this empty.',
  },
} as const satisfies Record<string, OrderFieldRow>;

type Fields = typeof DELIVERY_FIELDS;
export type DeliveryField = keyof Fields;
/** The optional fields. */
export type OptionalField = {
  [Name in DeliveryField]: Fields[Name] extends { isOptional: true } ? Name : never;
}[DeliveryField];
export type RequiredField = Exclude<DeliveryField, OptionalField>;

/** The fields as they are read. Optional fields that were left out are null. */
export type DeliveryDetails = {
  readonly [Name in DeliveryField]: Fields[Name]['kind'] extends 'country'
    ? DeliveryCountry
    : Name extends OptionalField
      ? string | null
      : string;
};

/** The name on the parcel: the recipient's of a gift, otherwise the buyer's. */
export function nameOnParcel<Name extends string | null>({
  recipientName,
  customerName,
}: {
  readonly recipientName?: string | null | undefined;
  readonly customerName: Name;
}): Name | string {
  return recipientName || customerName;
}

export function isOptionalField(name: DeliveryField): name is OptionalField {
  return 'isOptional' in DELIVERY_FIELDS[name];
}

export const DELIVERY_FIELD_NAMES = Object.keys(DELIVERY_FIELDS) as readonly DeliveryField[];

export function mapDeliveryFields<T>(make: (name: DeliveryField) => T): Record<DeliveryField, T> {
  return Object.fromEntries(DELIVERY_FIELD_NAMES.map((name) => [name, make(name)])) as Record<
    DeliveryField,
    T
  >;
}

/** The fields that a buyer fills in. The country is fixed. */
export type OrderField = 'quantity' | 'deliveryWeek' | Exclude<DeliveryField, 'shippingCountry'>;

/** In the order of the form. */
export const ORDER_FIELDS: readonly OrderField[] = [
  'quantity',
  'deliveryWeek',
  ...DELIVERY_FIELD_NAMES.filter((name) => name !== 'shippingCountry'),
];

/** The form's values by field name, as typed, including hidden fields. */
export type OrderEntries = Readonly<Record<string, string>>;

/** One message for each field to correct. */
export type OrderErrors = Readonly<Partial<Record<OrderField, string>>>;
