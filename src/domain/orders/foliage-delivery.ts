import { type DeliveryArea, describeExclusion } from '../delivery/delivery-area.ts';
import { optional, type Reading, readLine } from '../plain-text.ts';
import { DELIVERY_FIELDS } from './order-fields.ts';
import { DELIVERY_RULES } from './order-rules.ts';

/** The recipient and address of a foliage order, from a wallet or the foliage page's card form. */
export interface FoliageEntries {
  readonly name: string;
  readonly email: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  /** Wallets ask for it. The card form does not, because no British address needs one. */
  readonly region?: string | undefined;
  readonly postcode: string;
  /** `GB` if missing (section 4, foliage wallet flow). */
  readonly country?: string | undefined;
}

export type FoliageField = Exclude<keyof FoliageEntries, 'region' | 'country'>;

interface FieldOfForm {
  readonly field: FoliageField;
  readonly label: string;
  /** The value of the `autocomplete` attribute. */
  readonly autoComplete: string;
  readonly maxLength?: number;
}

/** The fields of the card form, in its order. */
export const FOLIAGE_FIELDS: readonly FieldOfForm[] = [
  {
    field: 'name',
    label: 'Full name',
    autoComplete: 'name',
    maxLength: DELIVERY_FIELDS.customerName.longest,
  },
  {
    field: 'email',
    label: 'E-mail address',
    autoComplete: 'email',
    maxLength: DELIVERY_FIELDS.customerEmail.longest,
  },
  { field: 'line1', label: 'House number and street', autoComplete: 'address-line1' },
  { field: 'line2', label: 'Second address line (optional)', autoComplete: 'address-line2' },
  {
    field: 'city',
    label: 'Town or city',
    autoComplete: 'address-level2',
    maxLength: DELIVERY_FIELDS.shippingCity.longest,
  },
  { field: 'postcode', label: 'Postcode', autoComplete: 'postal-code' },
];

/** The rules of every other order, by the card form's own names. */
export const FOLIAGE_RULES = {
  name: DELIVERY_RULES.customerName,
  email: DELIVERY_RULES.customerEmail,
  line1: DELIVERY_RULES.shippingAddress,
  line2: optional(DELIVERY_RULES.shippingAddress),
  city: DELIVERY_RULES.shippingCity,
  postcode: DELIVERY_RULES.shippingPostcode,
} as const satisfies Record<FoliageField, unknown>;

/** The data sent with the payment: Stripe's `shipping` and `receipt_email`. */
export interface FoliageDelivery {
  readonly email: string;
  readonly shipping: {
    readonly name: string;
    readonly address: {
      readonly line1: string;
      readonly line2?: string;
      readonly city: string;
      readonly state?: string;
      readonly postal_code: string;
      readonly country: string;
    };
  };
}

/** One message for each entry to correct, in the order of the card form. */
export type FoliageProblems = Readonly<Partial<Record<keyof FoliageEntries, string>>>;

/** Checks the entries by the same rules as every other order. */
export function readFoliageDelivery(
  entries: FoliageEntries,
  area: DeliveryArea,
): { readonly delivery: FoliageDelivery } | { readonly problems: FoliageProblems } {
  const read = (field: FoliageField): Reading<string | null> => FOLIAGE_RULES[field](entries[field]);
  const first = read('line1');
  const street = DELIVERY_RULES.shippingAddress(`${entries.line1}\n${entries.line2}`);
  const exclusion = describeExclusion(entries.postcode, area);
  const readings = Object.entries({
    name: read('name'),
    email: read('email'),
    line1: 'message' in first || !('message' in street) ? first : street,
    line2: read('line2'),
    city: read('city'),
    postcode: exclusion === undefined ? read('postcode') : { message: exclusion },
    country: DELIVERY_RULES.shippingCountry(entries.country || 'GB'),
  });
  const problems = readings.flatMap(([field, each]) => ('message' in each ? [[field, each.message]] : []));
  if (problems.length > 0) return { problems: Object.fromEntries(problems) };
  const values = readings.map(([field, each]) => [field, 'value' in each ? (each.value ?? '') : '']);
  const { name, email, line1, line2, city, postcode, country }: Record<keyof FoliageEntries, string> =
    Object.fromEntries(values);
  const state = readLine(entries.region ?? '');
  const address = {
    line1,
    ...(line2 && { line2 }),
    city,
    ...(state && { state }),
    postal_code: postcode,
    country,
  };
  return { delivery: { email, shipping: { name, address } } };
}
