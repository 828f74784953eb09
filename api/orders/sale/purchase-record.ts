import { countOf } from '#domain/count.ts';
import { parseDay } from '#domain/dates.ts';
import { formatPrice, multiplyPence, parsePounds, toPence, toPounds } from '#domain/money.ts';
import { mapDeliveryFields, readAddress } from '#domain/orders/order-fields.ts';
import type { PaymentMode } from '#domain/payments/payment-provider.ts';
import type { Payment, PaymentRequest } from '../../payments/payment.ts';
import { KIND_KEY } from '../../payments/stripe-objects.ts';
import { type Attempt, NEW_ATTEMPT } from '../attempts-repository.ts';
import { NO_DETAILS, type OrderDetails } from '../details.ts';
import { deriveOrderNumber } from '../order-identity.ts';

/**
 * The metadata key of a detail: section 7's name if it has one. Stripe allows 50 keys with 500 characters each. No
 * field is longer.
 */
function keyOf(name: keyof OrderDetails): string {
  return name === 'week' ? 'deliveryWeek' : name;
}

const NAMES = Object.keys(NO_DETAILS) as (keyof OrderDetails)[];

/** What Stripe stores of a purchase: enough for people in its dashboard, and to rebuild the order from it alone. */
export function describePurchase(
  attempt: Attempt,
): Omit<PaymentRequest, 'amount' | 'allowRedirects' | 'capture'> {
  const { quantity, unitPricePence: unitPrice } = attempt;
  const boxes = countOf(quantity, 'branch box', 'branch boxes');
  return {
    attemptId: attempt.id,
    startedAt: new Date(attempt.createdAt),
    description: `${boxes} at ${formatPrice(unitPrice)}`,
    metadata: {
      [KIND_KEY]: attempt.kind,
      orderNumber: deriveOrderNumber(attempt.id, 0),
      quantity: String(quantity),
      unitPrice: toPounds(unitPrice),
      ...(attempt.takenBy !== null && { takenBy: attempt.takenBy }),
      ...describeDetails(attempt),
    },
    email: attempt.customerEmail,
    shipping: describeShipping(attempt),
  };
}

/** The known details, as metadata. */
export function describeDetails(details: OrderDetails): Record<string, string> {
  const known = NAMES.flatMap((name) => (details[name] === null ? [] : [[keyOf(name), details[name]]]));
  return Object.fromEntries(known);
}

function describeShipping(details: OrderDetails): PaymentRequest['shipping'] {
  const address = readAddress(details);
  if (address === null) return null;
  return {
    name: address.name,
    phone: details.customerPhone,
    lines: address.street,
    city: address.town,
    postcode: address.postcode,
    country: details.shippingCountry,
  };
}

/** The details in a payment's metadata. */
export function readDetails({ metadata }: Payment): OrderDetails {
  const week = parseDay(metadata[keyOf('week')] ?? '');
  return { ...mapDeliveryFields((name) => metadata[keyOf(name)] || null), week };
}

/**
 * Rebuilds a payment's attempt from Stripe's data, if the shop has lost its own. Unreadable values are derived from the
 * amount, so that every payer has an order.
 * @returns null for a payment without this shop's mark
 */
export function readPurchase(payment: Payment, mode: PaymentMode, now: Date): Attempt | null {
  const { attemptId, metadata, amount, createdAt } = payment;
  if (attemptId === null) return null;
  const quantity = /^[1-9]\d{0,6}$/.test(metadata.quantity ?? '') ? Number(metadata.quantity) : 1;
  const unitPrice = parsePounds(metadata.unitPrice) || toPence(Math.max(1, Math.floor(amount / quantity)));
  return {
    ...NEW_ATTEMPT,
    ...readDetails(payment),
    id: attemptId,
    kind: metadata[KIND_KEY] === 'foliage' ? 'foliage' : 'branch_box',
    quantity,
    unitPricePence: unitPrice,
    totalPence: multiplyPence(unitPrice, quantity),
    paymentIntentId: payment.id,
    mode,
    takenBy: metadata.takenBy ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: now.toISOString(),
  };
}
