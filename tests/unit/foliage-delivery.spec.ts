import { expect, test } from '@playwright/test';
import { type FoliageEntries, readFoliageDelivery } from '../../src/domain/orders/foliage-delivery.ts';

const AREA = { notDeliveredTo: [{ area: 'Northern Ireland', prefixes: ['BT'] }], phone: '01632 960000' };
const ENTRIES: FoliageEntries = {
  name: ' Ann Ash ',
  email: 'ann@example.com',
  line1: '1 High Street',
  line2: '',
  city: 'Taunton',
  postcode: 'ta11aa',
};

test('entries are converted for Stripe, with the United Kingdom as the default country', () => {
  expect(readFoliageDelivery(ENTRIES, AREA)).toEqual({
    delivery: {
      email: 'ann@example.com',
      shipping: {
        name: 'Ann Ash',
        address: { line1: '1 High Street', city: 'Taunton', postal_code: 'TA1 1AA', country: 'GB' },
      },
    },
  });
});

test('second line and region are included if present', () => {
  const reading = readFoliageDelivery(
    { ...ENTRIES, line2: 'Flat 2', region: 'Somerset', country: 'GB' },
    AREA,
  );
  expect(reading).toMatchObject({
    delivery: { shipping: { address: { line1: '1 High Street', line2: 'Flat 2', state: 'Somerset' } } },
  });
});

test('each refused entry gets a message, in the order of the form', () => {
  const reading = readFoliageDelivery(
    {
      name: '',
      email: 'ann',
      line1: '',
      line2: 'Flat 2',
      city: ' ',
      postcode: 'TA1',
      country: 'FR',
    },
    AREA,
  );
  expect('problems' in reading && Object.entries(reading.problems)).toEqual([
    ['name', 'Please enter your name.'],
    ['email', 'Please enter a valid email address.'],
    ['line1', 'Please enter the street and house number.'],
    ['city', 'Please enter the town or city.'],
    ['postcode', 'Please enter a full UK postcode, such as TA6 3TA.'],
    ['country', 'We deliver within the United Kingdom only.'],
  ]);
});

test('two lines that are too long together are refused', () => {
  const reading = readFoliageDelivery({ ...ENTRIES, line1: 'a'.repeat(200), line2: 'b'.repeat(200) }, AREA);
  expect(reading).toEqual({ problems: { line1: 'Please shorten this to 300 characters.' } });
});

test('a postcode outside the delivery area is refused', () => {
  const reading = readFoliageDelivery({ ...ENTRIES, postcode: 'BT1 1AA' }, AREA);
  expect(reading).toEqual({ problems: { postcode: expect.stringContaining('01632 960000') } });
});
