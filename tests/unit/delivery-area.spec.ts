import { expect, test } from '@playwright/test';
import { describeExcludedAreas, describeExclusion } from '../../src/domain/delivery/delivery-area.ts';
import { type FoliageEntries, readFoliageDelivery } from '../../src/domain/orders/foliage-delivery.ts';

const isDeliveredTo = (postcode: string, prefixes: readonly string[]) =>
  describeExclusion(postcode, { notDeliveredTo: [{ area: 'Orkney', prefixes }], phone: '' }) === undefined;

test('a prefix covers its own area or district, and no other with the same start', () => {
  for (const [prefix, covered, others] of [
    ['BT', ['BT1 1AA', 'bt11aa', 'BT1', ' BT82 9ZZ '], ['B1 1AA', 'TA1 1AA', '']],
    ['B', ['B1 1AA', 'B98 8AA', 'B1'], ['BT1 1AA', 'BA1 1AA', 'BT1']],
    ['PH4', ['PH4 1AA', 'ph41aa', 'PH4'], ['PH41 4AA', 'PH41', 'PH5 1AA', 'PH']],
    ['W1', ['W1A 1AA', 'W1 1AA'], ['W12 8QT', 'W11 1AA', 'WC1A 1AA']],
    ['EC1A', ['EC1A 1BB', 'EC1A'], ['EC1Y 8SY', 'EC1', 'EC12 1AA']],
  ] as const) {
    for (const postcode of covered)
      expect(isDeliveredTo(postcode, [prefix]), `${prefix}: ${postcode}`).toBe(false);
    for (const postcode of others)
      expect(isDeliveredTo(postcode, [prefix]), `${prefix}: ${postcode}`).toBe(true);
  }
  expect(isDeliveredTo('ZE1 0AA', ['HS', 'KW15', 'ZE'])).toBe(false);
  expect(isDeliveredTo('ZE1 0AA', [])).toBe(true);
});

test('the buyer is told which postcodes are excluded, and whom to call', () => {
  const area = {
    notDeliveredTo: [
      { area: 'Northern Ireland', prefixes: ['BT'] },
      { area: 'Orkney', prefixes: ['KW15', 'KW16'] },
    ],
    phone: '01632 960000',
  };
  expect(describeExclusion('kw16 3aa', area)).toBe(
    'We don’t deliver to KW16 postcodes (Orkney). Please ring us on 01632 960000, and we’ll see what we can do.',
  );
  expect(describeExclusion('KW1 4AA', area)).toBeUndefined();
  expect(describeExcludedAreas(area.notDeliveredTo)).toBe('We don’t deliver to Northern Ireland or Orkney.');
  expect(describeExcludedAreas([])).toBeUndefined();
});

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
    ['name', 'We need your name.'],
    ['email', 'We need an e-mail address, such as ann@example.com. You wrote “ann”.'],
    ['line1', 'We need the house number and street.'],
    ['city', 'We need the town or city.'],
    ['postcode', 'We need the full UK postcode, such as TA6 3TA. You wrote “TA1”.'],
    ['country', 'We deliver within the United Kingdom only. You wrote “FR”.'],
  ]);
});

test('two lines that are too long together are refused', () => {
  const reading = readFoliageDelivery({ ...ENTRIES, line1: 'a'.repeat(200), line2: 'b'.repeat(200) }, AREA);
  expect(reading).toEqual({
    problems: {
      line1: expect.stringMatching(
        /^Please shorten ‘House number and street’ to 300 characters: it has \d+\.$/,
      ),
    },
  });
});

test('a postcode outside the delivery area is refused', () => {
  const reading = readFoliageDelivery({ ...ENTRIES, postcode: 'BT1 1AA' }, AREA);
  expect(reading).toEqual({ problems: { postcode: expect.stringContaining('01632 960000') } });
});
