import type { IsoDay } from '#domain/dates.ts';
import {
  addressPart,
  DELIVERY_FIELDS,
  type DeliveryField,
  mapDeliveryFields,
} from '#domain/orders/order-fields.ts';
import { tidyLine } from '#domain/plain-text.ts';
import { parsePostcode } from '#domain/postcode.ts';
import type { Payment } from '../payments/payment.ts';

/** Who gets an order, where and when, as stored with attempts and orders. */
export type OrderDetails = Record<DeliveryField, string | null> & { week: string | null };

export const NO_DETAILS: OrderDetails = { ...mapDeliveryFields(() => null), week: null };

type KnownDelivery = { readonly [Name in DeliveryField]?: string | null | undefined };

export function toDetails(delivery: KnownDelivery, week: IsoDay | null): OrderDetails {
  return { ...mapDeliveryFields((name) => delivery[name] ?? null), week };
}

/** The details at Stripe: wallets and the card form of the foliage page send the address there. */
export function paymentDetails({ shipping, email }: Payment): OrderDetails {
  const line = (text: string | null | undefined, longest: number) => tidyLine(text ?? '', longest) || null;
  const postcode = line(shipping?.postcode, DELIVERY_FIELDS.shippingPostcode.longest);
  const lines = (shipping?.lines ?? []).map((each) =>
    tidyLine(each, DELIVERY_FIELDS.shippingAddress.longest),
  );
  return {
    ...NO_DETAILS,
    customerName: line(shipping?.name, DELIVERY_FIELDS.customerName.longest),
    customerEmail: line(email, DELIVERY_FIELDS.customerEmail.longest),
    customerPhone: line(shipping?.phone, DELIVERY_FIELDS.customerPhone.longest),
    shippingAddress: lines.filter((each) => each !== '').join('\n') || null,
    shippingCity: line(shipping?.city, DELIVERY_FIELDS.shippingCity.longest),
    shippingPostcode: postcode === null ? null : (parsePostcode(postcode) ?? postcode),
    shippingCountry: line(shipping?.country, 2),
  };
}

/**
 * Fills in unknown details from the next source that knows them. Known ones never change. The address is taken as a
 * whole, so that no parcel goes to the street of one and the town of another.
 */
export function fillDetails(known: OrderDetails, ...sources: OrderDetails[]): OrderDetails {
  return sources.reduce((filled, source) => {
    const address = filled.shippingAddress === null ? source : filled;
    const fill = (name: DeliveryField) =>
      addressPart(name) ? address[name] : (filled[name] ?? source[name]);
    return { ...mapDeliveryFields(fill), week: filled.week ?? source.week };
  }, pickDetails(known));
}

export function pickDetails(row: OrderDetails): OrderDetails {
  return { ...mapDeliveryFields((name) => row[name]), week: row.week };
}

/**
 * Whether everything is known that a parcel and its confirmation need. Somebody who orders by telephone may have no
 * e-mail address.
 */
export function isComplete(details: OrderDetails & { readonly takenBy?: string | null }): boolean {
  const { customerName, customerEmail, shippingAddress, shippingPostcode, week, takenBy = null } = details;
  const isReachable = customerEmail !== null || takenBy !== null;
  return isReachable && ![customerName, shippingAddress, shippingPostcode, week].includes(null);
}

/**
 * Whether order data come from the known buyer, judging by the e-mail address. Foliage attempts know no e-mail address
 * before the payment, and their page sends none.
 */
export function isSameBuyer(known: OrderDetails, given: OrderDetails): boolean {
  const [one, other] = [known.customerEmail, given.customerEmail];
  return one === null || other === null || one.toLowerCase() === other.toLowerCase();
}
