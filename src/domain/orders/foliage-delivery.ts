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
  const name = FOLIAGE_RULES.name(entries.name);
  const email = FOLIAGE_RULES.email(entries.email);
  const line1 = FOLIAGE_RULES.line1(entries.line1);
  const line2 = FOLIAGE_RULES.line2(entries.line2);
  const lines = DELIVERY_RULES.shippingAddress(`${entries.line1}\n${entries.line2}`);
  const city = FOLIAGE_RULES.city(entries.city);
  const exclusion = describeExclusion(entries.postcode, area);
  const postcode =
    exclusion === undefined ? FOLIAGE_RULES.postcode(entries.postcode) : { message: exclusion };
  const country = DELIVERY_RULES.shippingCountry(entries.country || 'GB');
  const readings = {
    name,
    email,
    line1: 'message' in line1 ? line1 : lines,
    line2,
    city,
    postcode,
    country,
  };
  const problems = Object.fromEntries(
    Object.entries(readings).flatMap(([field, reading]) =>
      'message' in reading ? [[field, reading.message]] : [],
    ),
  );
  if (Object.keys(problems).length > 0) return { problems };
  const region = readLine(entries.region ?? '');
  const secondLine = takeValue(line2);
  return {
    delivery: {
      email: takeValue(email),
      shipping: {
        name: takeValue(name),
        address: {
          line1: takeValue(line1),
          ...(secondLine !== '' && { line2: secondLine }),
          city: takeValue(city),
          ...(region !== '' && { state: region }),
          postal_code: takeValue(postcode),
          country: takeValue(country),
        },
      },
    },
  };
}

/** Only for values that have been checked. */
function takeValue(reading: Reading<string | null>): string {
  return 'value' in reading ? (reading.value ?? '') : '';
}
