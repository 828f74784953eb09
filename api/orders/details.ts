import type { IsoDay } from '#domain/dates.ts';
import { type DeliveryDetails, LONGEST } from '#domain/delivery/delivery.ts';
import { tidyLine } from '#domain/plain-text.ts';
import { parsePostcode } from '#domain/postcode.ts';
import type { Payment } from '../payments/payment.ts';

/** Who gets an order, where and when, as the tables of attempts and orders hold it. */
export interface OrderDetails {
  customerName: string | null;
  customerEmail: string | null;
  customerPhone: string | null;
  shippingAddress: string | null;
  shippingCity: string | null;
  shippingPostcode: string | null;
  shippingCountry: string | null;
  specialInstructions: string | null;
  week: string | null;
}

export const NO_DETAILS: OrderDetails = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  shippingAddress: null,
  shippingCity: null,
  shippingPostcode: null,
  shippingCountry: null,
  specialInstructions: null,
  week: null,
};

/** Some of the delivery details. */
type KnownDelivery = { readonly [Field in keyof DeliveryDetails]?: DeliveryDetails[Field] | undefined };

export function toDetails(delivery: KnownDelivery, week: IsoDay | null): OrderDetails {
  return {
    customerName: delivery.customerName ?? null,
    customerEmail: delivery.customerEmail ?? null,
    customerPhone: delivery.customerPhone ?? null,
    shippingAddress: delivery.shippingAddress ?? null,
    shippingCity: delivery.shippingCity ?? null,
    shippingPostcode: delivery.shippingPostcode ?? null,
    shippingCountry: delivery.shippingCountry ?? null,
    specialInstructions: delivery.specialInstructions ?? null,
    week,
  };
}

/** What the payment itself knows: wallets and the card form of the foliage page give the address to Stripe. */
export function paymentDetails({ shipping, email }: Payment): OrderDetails {
  const line = (text: string | null | undefined, longest: number) => tidyLine(text ?? '', longest) || null;
  const postcode = line(shipping?.postcode, 20);
  const lines = (shipping?.lines ?? []).map((each) => tidyLine(each, LONGEST.shippingAddress));
  return {
    ...NO_DETAILS,
    customerName: line(shipping?.name, LONGEST.customerName),
    customerEmail: line(email, LONGEST.customerEmail),
    customerPhone: line(shipping?.phone, LONGEST.customerPhone),
    shippingAddress: lines.filter((each) => each !== '').join('\n') || null,
    shippingCity: line(shipping?.city, LONGEST.shippingCity),
    shippingPostcode: postcode === null ? null : (parsePostcode(postcode) ?? postcode),
    shippingCountry: line(shipping?.country, 2),
  };
}

/**
 * Fills what is not known from the next source that knows it; never changes what is. The address is taken as a
 * whole, so that no parcel goes to the street of one and the town of another.
 */
export function fillDetails(known: OrderDetails, ...sources: OrderDetails[]): OrderDetails {
  return sources.reduce((filled, source) => {
    const address = filled.shippingAddress === null ? source : filled;
    return {
      customerName: filled.customerName ?? source.customerName,
      customerEmail: filled.customerEmail ?? source.customerEmail,
      customerPhone: filled.customerPhone ?? source.customerPhone,
      shippingAddress: address.shippingAddress,
      shippingCity: address.shippingCity,
      shippingPostcode: address.shippingPostcode,
      shippingCountry: address.shippingCountry,
      specialInstructions: filled.specialInstructions ?? source.specialInstructions,
      week: filled.week ?? source.week,
    };
  }, pickDetails(known));
}

/** The details among the columns of a row. */
export function pickDetails(row: OrderDetails): OrderDetails {
  const names = Object.keys(NO_DETAILS) as (keyof OrderDetails)[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as OrderDetails;
}

/** Whether everything is known that a parcel and its confirmation need. */
export function isComplete(details: OrderDetails): boolean {
  const { customerName, customerEmail, shippingAddress, shippingPostcode, week } = details;
  return ![customerName, customerEmail, shippingAddress, shippingPostcode, week].includes(null);
}

/**
 * Whether order data come from the buyer that is known, as far as e-mail addresses tell. Foliage attempts know no
 * address before the payment, and their page sends none.
 */
export function isSameBuyer(known: OrderDetails, given: OrderDetails): boolean {
  const [one, other] = [known.customerEmail, given.customerEmail];
  return one === null || other === null || one.toLowerCase() === other.toLowerCase();
}
