import type { Parcel } from './label-service.ts';

/** For each of the three address lines. */
const LONGEST_LINE = 100;
const MOST_LINES = 3;

/**
 * The body of `POST /orders`. The farm chooses weight, size and service in Click & Drop. We send the tracking number
 * ourselves, so neither e-mail nor phone is passed on.
 * @returns null if the address does not fit into three lines
 */
export function toCreateRequest(parcel: Parcel) {
  const { address } = parcel;
  const [addressLine1, addressLine2, addressLine3, ...rest] = wrapStreet(address?.street ?? []);
  if (address === null || addressLine1 === undefined || rest.length > 0) return null;
  const pounds = parcel.totalPence / 100;
  const tags = [
    { key: 'Boxes', value: String(parcel.boxes) },
    ...(parcel.week === null ? [] : [{ key: 'Week', value: parcel.week }]),
  ];
  return {
    items: [
      {
        orderReference: parcel.reference,
        recipient: {
          address: {
            fullName: address.name,
            addressLine1,
            ...(addressLine2 !== undefined && { addressLine2 }),
            ...(addressLine3 !== undefined && { addressLine3 }),
            city: address.town,
            postcode: address.postcode,
            countryCode: 'GB',
          },
        },
        orderDate: parcel.orderedAt,
        ...(parcel.instructions !== null && { specialInstructions: parcel.instructions }),
        subtotal: pounds,
        shippingCostCharged: 0,
        total: pounds,
        currencyCode: 'GBP',
        tags,
      },
    ],
  };
}

/** The buyer's own lines if they fit. Otherwise the last ones are joined, and long ones wrapped at spaces. */
function wrapStreet(lines: readonly string[]): string[] {
  const few = lines.length <= MOST_LINES ? lines : [...lines.slice(0, 2), lines.slice(2).join(', ')];
  return few.flatMap((line) => {
    const wrapped: string[] = [];
    for (const word of line.split(' ')) {
      const last = wrapped.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= LONGEST_LINE)
        wrapped[wrapped.length - 1] = `${last} ${word}`;
      else wrapped.push(word.slice(0, LONGEST_LINE));
    }
    return wrapped;
  });
}
