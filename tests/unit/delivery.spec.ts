import { expect, test } from '@playwright/test';
import { parseCountry } from '../../src/domain/country.ts';
import { DELIVERY_FIELD_NAMES, isOptionalField, listAddress } from '../../src/domain/orders/order-fields.ts';
import { parsePostcode } from '../../src/domain/postcode.ts';
import { deliverySchema } from '../../src/domain/schemas/order.ts';
import { DELIVERY } from '../support/sample-order.ts';

test('UK postcodes of every format are read, however they are typed', () => {
  const proper = [
    'M1 1AE',
    'B33 8TH',
    'CR2 6XH',
    'DN55 1PT',
    'W1A 1HQ',
    'EC1A 1BB',
    'GIR 0AA',
    'TA6 3TA',
    'BT1 5GS',
  ];
  for (const postcode of proper) {
    expect(parsePostcode(postcode)).toBe(postcode);
    expect(parsePostcode(` ${postcode.toLowerCase().replace(' ', '')} `)).toBe(postcode);
    expect(parsePostcode(postcode.replace(' ', '  '))).toBe(postcode);
  }
});

test('invalid UK postcodes are refused', () => {
  const wrong = [
    '',
    'TA6',
    'TA6 3T',
    '3TA TA6',
    'QA1 1AA',
    'TA6 3CI',
    'TA6 3TAA',
    'TA666 3TA',
    '75001',
    'ＴＡ6 3TA',
  ];
  for (const postcode of wrong) expect(parsePostcode(postcode), postcode).toBeNull();
});

test('the country is the United Kingdom by any of its names, and no other', () => {
  for (const name of ['GB', 'gb', 'UK', 'U.K.', ' United Kingdom ', 'England', 'scotland']) {
    expect(parseCountry(name), name).toBe('GB');
  }
  for (const name of ['', 'FR', 'Ireland', 'US', 'GBR', 'constructor', '__proto__']) {
    expect(parseCountry(name), name).toBeNull();
  }
});

const complete = {
  ...DELIVERY,
  shippingAddress: '1 High Street\nFlat 2',
  specialInstructions: 'Leave it\nin the porch',
};
const OPTIONAL = DELIVERY_FIELD_NAMES.filter(isOptionalField);

test('a line of an address that ends with a comma stands without it', () => {
  const typed = { shippingAddress: 'Flat 3,\n1 High Street,', shippingCity: 'Taunton,' };
  const lines = ['Ann Lee', 'Flat 3', '1 High Street', 'Taunton', 'TA1 1AA'];
  expect(
    listAddress({ ...complete, ...typed, recipientName: 'Ann Lee', shippingPostcode: 'TA1 1AA' }),
  ).toEqual(lines);
});

test('complete details are accepted unchanged, and optional fields may be missing, null or empty', () => {
  expect(deliverySchema.parse(complete)).toEqual(complete);
  for (const nothing of [undefined, null, '', '  ']) {
    const left = Object.fromEntries(OPTIONAL.map((name) => [name, nothing]));
    const nulls = Object.fromEntries(OPTIONAL.map((name) => [name, null]));
    expect(deliverySchema.parse({ ...complete, ...left })).toEqual({ ...complete, ...nulls });
  }
});
