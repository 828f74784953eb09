import type { DeliveryCountry } from '../country.ts';

/** One row of the table below. */
export interface OrderFieldRow {
  /** Above its control in the order form. */
  readonly label: string;
  readonly controlId: string;
  /** The maximum length in UTF-16 units, like `maxlength`. */
  readonly longest: number;
  readonly isOptional?: true;
  readonly kind: 'line' | 'lines' | 'phone' | 'email' | 'postcode' | 'country';
  /** The message if it is missing or not valid. */
  readonly wanted: string;
  /**
   * Its part of the postal address, which is always replaced as a whole. Street parts follow one another in the order of
   * the table. Every place that shows an address shows it.
   */
  readonly address?: 'name' | 'street' | 'town' | 'postcode' | 'country';
  /** Its name in the farm's forms, lists, notices and files, and in the history. */
  readonly farmLabel: string;
  /** Its name where its buyer reads it by itself. Without one, only its address or its message shows it. */
  readonly buyerLabel?: string;
  /** Who may change it once the order is made. The farm may change whatever the buyer may. */
  readonly editedBy: 'buyer' | 'farm' | 'nobody';
  /** A way to reach the buyer, which the farm may change even when the parcel is on its way. */
  readonly isContact?: true;
  /** Printed on the slip, outside the address: a note is for the carrier, and not on the slip of a gift. */
  readonly onSlip?: 'message' | 'note';
}

/**
 * The recipient and address of an order (section 3, stored checkout order data): every field that a buyer fills in, in
 * the order of the form. Types, limits, rules, schemas, columns, Stripe's metadata and erasure derive from this table, and
 * so do all places that show or change a field. api/README.md says what a new field needs besides.
 */
export const DELIVERY_FIELDS = {
  customerName: {
    label: 'Your name',
    controlId: 'order-name',
    longest: 100,
    kind: 'line',
    wanted: 'We need your name.',
    farmLabel: 'Buyer’s name',
    editedBy: 'buyer',
  },
  customerEmail: {
    label: 'E-mail address',
    controlId: 'order-email',
    longest: 254,
    kind: 'email',
    wanted: 'We need an e-mail address, such as ann@example.com.',
    farmLabel: 'E-mail address',
    editedBy: 'farm',
    isContact: true,
  },
  customerPhone: {
    label: 'Phone number (optional)',
    controlId: 'order-phone',
    longest: 30,
    isOptional: true,
    kind: 'phone',
    wanted: 'We need a phone number here, or nothing at all.',
    farmLabel: 'Phone number',
    editedBy: 'farm',
    isContact: true,
  },
  /** Only of a gift. Without it the parcel has the buyer's name. */
  recipientName: {
    label: 'Name on the parcel, if it’s a gift',
    controlId: 'order-recipient',
    longest: 100,
    isOptional: true,
    kind: 'line',
    wanted: 'We need a name here, or nothing at all.',
    address: 'name',
    farmLabel: 'Name on the parcel',
    editedBy: 'buyer',
  },
  /** Printed on the slip, for the recipient. */
  giftMessage: {
    label: 'Your message to them (optional)',
    controlId: 'order-gift-message',
    longest: 200,
    isOptional: true,
    kind: 'lines',
    wanted: 'We need some words here, or nothing at all.',
    farmLabel: 'Gift message',
    buyerLabel: 'Your message to them',
    editedBy: 'buyer',
    onSlip: 'message',
  },
  /** Street lines, separated by line feeds. */
  shippingAddress: {
    label: 'House number and street',
    controlId: 'order-address',
    longest: 300,
    kind: 'lines',
    wanted: 'We need the house number and street.',
    address: 'street',
    farmLabel: 'Address',
    editedBy: 'buyer',
  },
  shippingCity: {
    label: 'Town or city',
    controlId: 'order-city',
    longest: 100,
    kind: 'line',
    wanted: 'We need the town or city.',
    address: 'town',
    farmLabel: 'Town',
    editedBy: 'buyer',
  },
  shippingPostcode: {
    label: 'Postcode',
    controlId: 'order-postcode',
    // No postcode is longer than 8 characters. This leaves room for extra spaces.
    longest: 20,
    kind: 'postcode',
    wanted: 'We need the full UK postcode, such as TA6 3TA.',
    address: 'postcode',
    farmLabel: 'Postcode',
    editedBy: 'buyer',
  },
  /** ISO 3166 alpha-2. A hidden field of the form. */
  shippingCountry: {
    label: 'Country',
    controlId: 'order-country',
    longest: 50,
    kind: 'country',
    wanted: 'We deliver within the United Kingdom only.',
    address: 'country',
    farmLabel: 'Country',
    editedBy: 'nobody',
  },
  specialInstructions: {
    label: 'Special instructions (optional)',
    controlId: 'order-instructions',
    longest: 500,
    isOptional: true,
    kind: 'lines',
    wanted: 'We need some words here, or nothing at all.',
    farmLabel: 'Instructions',
    buyerLabel: 'Your instructions',
    editedBy: 'buyer',
    onSlip: 'note',
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

/** Fields that may be unknown, or not given. */
export type KnownDetails = { readonly [Name in DeliveryField]?: string | null | undefined };

/** A postal address, as papers, carriers and the card provider need it. */
export interface PostalAddress {
  /** The recipient's of a gift, otherwise the buyer's. */
  readonly name: string;
  readonly street: readonly string[];
  readonly town: string;
  readonly postcode: string;
  /** Its name, only of an address abroad. Such an order is flagged, and whoever sends it anyway must see it. */
  readonly country: string | null;
}

/** The address of an order; null while none is known. */
export function readAddress(details: KnownDetails): PostalAddress | null {
  const read = (part: OrderFieldRow['address']) =>
    DELIVERY_FIELD_NAMES.filter((name) => addressPart(name) === part).flatMap((name) =>
      (details[name] ?? '')
        .split('\n')
        // People end a line of an address with a comma, and where it stands in one line each gets one.
        .map((line) => (line.endsWith(',') ? line.slice(0, -1) : line))
        .filter((line) => line !== ''),
    );
  const [street, [town = ''], [postcode = ''], [country = 'GB']] = [
    read('street'),
    read('town'),
    read('postcode'),
    read('country'),
  ];
  if (street.length === 0 && town === '' && postcode === '') return null;
  return { name: nameOnParcel(details), street, town, postcode, country: country === 'GB' ? null : country };
}

/** Its lines, from the name on the parcel to the postcode; none while no address is known. */
export function listAddress(details: KnownDetails): string[] {
  const address = readAddress(details);
  if (address === null) return [];
  const { name, street, town, postcode, country } = address;
  return [name, ...street, town, postcode, country ?? ''].filter((line) => line !== '');
}

/** `Taunton TA1 1AA`: enough to recognise an order in a list. No line ends within the postcode. */
export function describePlace({ shippingCity, shippingPostcode }: KnownDetails): string {
  const postcode = shippingPostcode?.replace(' ', '\u00A0');
  return [shippingCity, postcode].filter(Boolean).join(' ') || 'No address yet';
}

/** The recipient's of a gift, otherwise the buyer's; empty while neither is known. */
export function nameOnParcel({ recipientName, customerName }: KnownDetails): string {
  return recipientName || customerName || '';
}

export function addressPart(name: DeliveryField): OrderFieldRow['address'] {
  return (DELIVERY_FIELDS[name] as OrderFieldRow).address;
}

/** A fact with its name. A value may have several lines. */
export type Fact = readonly [name: string, value: string];

/** What the buyer has written besides the address, with its names for one of the two sides. */
export function listWords(details: KnownDetails, label: 'buyerLabel' | 'farmLabel'): Fact[] {
  return DELIVERY_FIELD_NAMES.flatMap((name) => {
    const row: OrderFieldRow = DELIVERY_FIELDS[name];
    const value = details[name];
    return row.buyerLabel !== undefined && value ? [[row[label] ?? '', value] as const] : [];
  });
}

/** The lines of what the buyer has written for the slip, in one of its two boxes. */
export function listOnSlip(details: KnownDetails, box: OrderFieldRow['onSlip']): string[] {
  const names = DELIVERY_FIELD_NAMES.filter(
    (name) => (DELIVERY_FIELDS[name] as OrderFieldRow).onSlip === box,
  );
  return names.flatMap((name) => details[name]?.split('\n') ?? []);
}

/** Who has ordered, and how to reach them, for the farm. */
export function listContacts(details: KnownDetails): Fact[] {
  return (['customerName', 'customerEmail', 'customerPhone'] as const).map((name) => [
    DELIVERY_FIELDS[name].farmLabel,
    details[name] || 'not given',
  ]);
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
