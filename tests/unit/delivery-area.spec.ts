import { expect, test } from '@playwright/test';
import {
  describeExcludedAreas,
  describeExclusion,
  isDeliveredTo,
} from '../../src/domain/delivery/delivery-area.ts';

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
    'We do not deliver to KW16 postcodes (Orkney): please ring us on 01632 960000, and we will see what we can do.',
  );
  expect(describeExclusion('KW1 4AA', area)).toBeUndefined();
  expect(describeExcludedAreas(area.notDeliveredTo)).toBe('We do not deliver to Northern Ireland or Orkney.');
  expect(describeExcludedAreas([])).toBeUndefined();
});
