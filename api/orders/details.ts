import type { IsoDay } from '#domain/dates.ts';
import { type DeliveryDetails, LONGEST } from '#domain/delivery/delivery.ts';
import { tidyLine } from '#domain/plain-text.ts';
import { parsePostcode } from '#domain/postcode.ts';
import type { Payment } from '../payments/payment.ts';

/** Who gets an order, where and when, as the tables of attempts and orders hold it. */
export interface OrderDetails {
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  shipping_address: string | null;
  shipping_city: string | null;
  shipping_postcode: string | null;
  shipping_country: string | null;
  special_instructions: string | null;
  week: string | null;
}

export const NO_DETAILS: OrderDetails = {
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  shipping_address: null,
  shipping_city: null,
  shipping_postcode: null,
  shipping_country: null,
  special_instructions: null,
  week: null,
};

/** Some of the delivery details. */
type KnownDelivery = { readonly [Field in keyof DeliveryDetails]?: DeliveryDetails[Field] | undefined };

export function toDetails(delivery: KnownDelivery, week: IsoDay | null): OrderDetails {
  return {
    customer_name: delivery.customerName ?? null,
    customer_email: delivery.customerEmail ?? null,
    customer_phone: delivery.customerPhone ?? null,
    shipping_address: delivery.shippingAddress ?? null,
    shipping_city: delivery.shippingCity ?? null,
    shipping_postcode: delivery.shippingPostcode ?? null,
    shipping_country: delivery.shippingCountry ?? null,
    special_instructions: delivery.specialInstructions ?? null,
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
    customer_name: line(shipping?.name, LONGEST.customerName),
    customer_email: line(email, LONGEST.customerEmail),
    customer_phone: line(shipping?.phone, LONGEST.customerPhone),
    shipping_address: lines.filter((each) => each !== '').join('\n') || null,
    shipping_city: line(shipping?.city, LONGEST.shippingCity),
    shipping_postcode: postcode === null ? null : (parsePostcode(postcode) ?? postcode),
    shipping_country: line(shipping?.country, 2),
  };
}

/**
 * Fills what is not known from the next source that knows it; never changes what is. The address is taken as a
 * whole, so that no parcel goes to the street of one and the town of another.
 */
export function fillDetails(known: OrderDetails, ...sources: OrderDetails[]): OrderDetails {
  return sources.reduce((filled, source) => {
    const address = filled.shipping_address === null ? source : filled;
    return {
      customer_name: filled.customer_name ?? source.customer_name,
      customer_email: filled.customer_email ?? source.customer_email,
      customer_phone: filled.customer_phone ?? source.customer_phone,
      shipping_address: address.shipping_address,
      shipping_city: address.shipping_city,
      shipping_postcode: address.shipping_postcode,
      shipping_country: address.shipping_country,
      special_instructions: filled.special_instructions ?? source.special_instructions,
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
  const { customer_name, customer_email, shipping_address, shipping_postcode, week } = details;
  return ![customer_name, customer_email, shipping_address, shipping_postcode, week].includes(null);
}

/**
 * Whether order data come from the buyer that is known, as far as e-mail addresses tell. Foliage attempts know no
 * address before the payment, and their page sends none.
 */
export function isSameBuyer(known: OrderDetails, given: OrderDetails): boolean {
  const [one, other] = [known.customer_email, given.customer_email];
  return one === null || other === null || one.toLowerCase() === other.toLowerCase();
}
